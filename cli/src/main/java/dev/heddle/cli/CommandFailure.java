package dev.heddle.cli;

import java.io.Serial;

/** Something the user can set right: told in one sentence, without a stack trace. */
final class CommandFailure extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final int exitCode;

  CommandFailure(int exitCode, String sentence) {
    super(sentence);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
