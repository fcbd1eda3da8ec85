package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MavenProgressTest {

  private final StringWriter out = new StringWriter();
  private final MavenProgress progress = new MavenProgress(new PrintWriter(out));

  private void maven(String text) {
    text.lines().forEach(progress::line);
  }

  @Test
  void aQuietRunIsOneLinePerModule() {
    maven(
        """
        [INFO] Scanning for projects...
        [INFO] Building Heddle core 0.1.0-SNAPSHOT                           [2/3]
        [INFO] Running dev.heddle.QuickTest
        [INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.7 s -- in dev.heddle.QuickTest
        [INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0
        [INFO] Building Heddle command line 0.1.0-SNAPSHOT                   [3/3]
        """);
    assertThat(out.toString().lines()).containsExactly("Heddle core", "Heddle command line");
  }

  @Test
  void failedAndSlowTestClassesAreNamed() {
    maven(
        """
        [INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 12.4 s -- in dev.heddle.SlowTest
        [ERROR] Tests run: 4, Failures: 1, Errors: 1, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! -- in dev.heddle.BadTest
        """);
    assertThat(out.toString().lines())
        .containsExactly(
            "  dev.heddle.SlowTest: 2 tests in 12 s", "  dev.heddle.BadTest: 2 of 4 failed");
  }

  @Test
  void errorsAreKeptWithTheLinesThatContinueThem() {
    maven(
        """
        [INFO] COMPILATION WARNING :
        [WARNING] Some.java:[3,4] [rawtypes] found raw type: List
          missing type arguments
        [INFO] 1 warning
        [ERROR] error: warnings found and -Werror specified
            at some.Frame(Frame.java:1)
        [ERROR]
        [ERROR] -> [Help 1]
        [ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
        [ERROR] For more information about the errors
        """);
    assertThat(progress.errors())
        .containsExactly(
            "[WARNING] Some.java:[3,4] [rawtypes] found raw type: List",
            "  missing type arguments",
            "[ERROR] error: warnings found and -Werror specified");
  }
}
