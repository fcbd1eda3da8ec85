package dev.heddle.cli;

import java.nio.file.Path;

/**
 * What came of one test, as Maven Surefire wrote it down.
 *
 * @param module the folder of the Maven module, relative to the repository
 * @param name class and method
 * @param message why it failed or was skipped; empty if it passed
 * @param file the report it stands in
 */
record TestReport(String module, String name, Outcome outcome, String message, Path file) {

  enum Outcome {
    PASSED,
    FAILED,
    SKIPPED
  }
}
