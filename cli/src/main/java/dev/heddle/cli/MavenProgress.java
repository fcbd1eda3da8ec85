package dev.heddle.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns what Maven prints during a test run into a few lines: one per module, one per test class
 * that failed or took long. Keeps the errors, in case the build itself is what fails.
 */
final class MavenProgress {

  private static final Pattern MODULE =
      Pattern.compile("\\[INFO] Building (.+?) \\S+ +\\[\\d+/\\d+]");
  private static final Pattern CLASS_DONE =
      Pattern.compile(
          "\\[(?:INFO|WARNING|ERROR)] Tests run: (\\d+), Failures: (\\d+), Errors: (\\d+),"
              + " Skipped: \\d+, Time elapsed: ([\\d.]+) s.* -- in (\\S+)");
  private static final Pattern DOWNLOADED = Pattern.compile("(?:\\[INFO] )?Downloaded from .*");

  /** From these on, Maven explains itself rather than the failure. */
  private static final Pattern BOILERPLATE =
      Pattern.compile("\\[ERROR] (?:-> \\[Help 1]|To see the full stack trace|Re-run Maven).*");

  private static final double LONG_SECONDS = 5;
  private static final int DOWNLOADS_PER_LINE = 100;

  private final PrintWriter out;
  private final List<String> errors = new ArrayList<>();
  private int downloads;
  private boolean inError;
  private boolean errorsDone;

  MavenProgress(PrintWriter out) {
    this.out = out;
  }

  void line(String line) {
    keepErrors(line);
    Matcher module = MODULE.matcher(line);
    if (module.matches()) {
      out.println(module.group(1));
    }
    Matcher done = CLASS_DONE.matcher(line);
    if (done.matches()) {
      testClassDone(done);
    }
    if (DOWNLOADED.matcher(line).matches() && ++downloads % DOWNLOADS_PER_LINE == 0) {
      out.println("  " + downloads + " files downloaded");
    }
    out.flush();
  }

  /** Maven's own account of what went wrong, compiler warnings included. */
  List<String> errors() {
    return List.copyOf(errors);
  }

  private void testClassDone(Matcher done) {
    int run = Integer.parseInt(done.group(1));
    int failed = Integer.parseInt(done.group(2)) + Integer.parseInt(done.group(3));
    double seconds = Double.parseDouble(done.group(4));
    if (failed > 0) {
      out.printf("  %s: %d of %d failed%n", done.group(5), failed, run);
    } else if (seconds >= LONG_SECONDS) {
      out.printf("  %s: %d tests in %.0f s%n", done.group(5), run, seconds);
    }
  }

  /** An error goes on over the lines after it that have no level of their own. */
  private void keepErrors(String line) {
    if (BOILERPLATE.matcher(line).matches()) {
      errorsDone = true;
    }
    if (line.startsWith("[")) {
      inError = line.startsWith("[ERROR]") || line.startsWith("[WARNING]");
    }
    boolean stackFrame = line.stripLeading().startsWith("at ");
    if (inError && !errorsDone && !stackFrame && !line.replace("[ERROR]", "").isBlank()) {
      errors.add(line);
    }
  }
}
