package dev.heddle.bench.book;

import static dev.heddle.bench.Suite.FIBERS;
import static dev.heddle.bench.Suite.FORK_JOIN;
import static dev.heddle.bench.Suite.SAVINA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.session.Absence;
import dev.heddle.bench.session.Statistics;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class PageTest {
  @Test
  void lostRowsStandFirstWithTheirReasons() {
    Properties known = new Properties();
    known.setProperty("yield/default/virtual-threads", "they skip a queue");
    String page =
        Page.of(
            Samples.recording(
                true,
                Samples.row(FORK_JOIN, "fib", "task", 2, "heddle", 1),
                Samples.row(FORK_JOIN, "fib", "task", 2, "onetbb", 0.5),
                Samples.row(FORK_JOIN, "fib", "task", 2, "forkjoinpool", 0.951),
                Samples.row(FORK_JOIN, "uts", "default", 2, "forkjoinpool", 0.94),
                Samples.row(FIBERS, "yield", "default", 2, "continuation", 0.1),
                Samples.row(FIBERS, "yield", "default", 2, "virtual-threads", 0.9)),
            new Reasons(known));
    assertThat(page)
        .containsSubsequence(
            "## Where Heddle loses",
            "| yield | 2 | virtual-threads | 0.90 | they skip a queue |",
            "| uts | 2 | forkjoinpool | 0.94 | not yet explained |",
            "| fib task | 2 | onetbb | 0.50 | not yet explained; no rival on the JVM is faster",
            "## Geometric means",
            "## Fork-join, 2 workers",
            "## Fibers, 2 workers",
            "## How it was run");
    assertThat(section(page, "## Where Heddle loses")).doesNotContain("continuation", "0.951");
  }

  @Test
  void aPageWithoutLossesSaysSo() {
    String page = page(Samples.row(FORK_JOIN, "fib", "task", 2, "forkjoinpool", 2));
    assertThat(section(page, "## Where Heddle loses")).contains("In no row");
  }

  @Test
  void aLossThatLooksLikeTheLimitHasOneDecimalMore() {
    assertThat(page(Samples.row(FORK_JOIN, "fib", "task", 2, "forkjoinpool", 0.9474)))
        .contains("| fib task | 2 | forkjoinpool | 0.947 | ");
  }

  @Test
  void roundsThatDifferMuchAreMarkedAndCounted() {
    Statistics steady = new Statistics(10, 8, 20, 7, 100, 7);
    Statistics unsteady = new Statistics(10, 8, 21, 7, 100, 7);
    String page =
        page(
            Samples.row(FORK_JOIN, "fib", "task", 2, "heddle", 1, steady),
            Samples.row(FORK_JOIN, "fib", "task", 2, "forkjoinpool", 1, steady),
            Samples.row(FORK_JOIN, "fib", "task", 2, "onetbb", 1, unsteady));
    assertThat(page)
        .contains("In 1 of the 2 rows", "| onetbb | 10.0 † |", "| forkjoinpool | 10.0 |");
    assertThat(page(Samples.row(FORK_JOIN, "fib", "task", 2, "forkjoinpool", 2)))
        .doesNotContain("†");
  }

  @Test
  void aRivalOneOfWhoseFormsHasFailedIsNotCountedByTheOther() {
    BookRow slow = Samples.row(FORK_JOIN, "fib", "task", 2, "pekko", 1.5);
    assertThat(page(slow)).contains("| fork-join | 1.50 (1) |");
    assertThat(
            page(
                slow,
                Samples.absence(FORK_JOIN, "pekko-throughput", Absence.Kind.FAILED, "it hung")))
        .contains("There are none: nothing was compared.", "| fib | task | pekko | ");
    assertThat(
            page(
                slow,
                Samples.absence(FORK_JOIN, "pekko-throughput", Absence.Kind.MISSING, "no jar")))
        .contains("| fork-join | 1.50 (1) |");
  }

  @Test
  void aMachineInUseIsToldFirst() {
    assertThat(pageWith(Map.of("load at the begin", "1.20", "processors", "2")))
        .containsSubsequence("1.20 on 2 processors: they were in use", "## Where Heddle loses");
    assertThat(pageWith(Map.of("load at the begin", "0.90", "processors", "2")))
        .doesNotContain("in use");
    assertThat(pageWith(Map.of("load at the begin", "unknown"))).doesNotContain("in use");
  }

  @Test
  void whatIsNotOnTheJvmIsToldWithItsVersion() {
    assertThat(pageWith(Map.of("Go", "go1.19"))).contains("Go: go1.19.");
  }

  private static String pageWith(Map<String, String> facts) {
    BookRow row = Samples.row(FORK_JOIN, "fib", "task", 2, "forkjoinpool", 2);
    return Page.of(new Recording(facts, List.of(row), true), new Reasons(new Properties()));
  }

  @Test
  void aLossWhoseRoundsOverlapIsToldAsSuch() {
    Statistics heddle = new Statistics(10, 8, 12, 7, 13, 7);
    Statistics near = new Statistics(9, 8.5, 10, 8, 11, 7);
    Statistics steady = new Statistics(9, 8.9, 9.1, 8.8, 9.2, 7);
    Statistics few = new Statistics(9, 8.5, 10, 8, 11, 4);
    Statistics far = new Statistics(7, 6, 11, 5, 12, 7);
    String page =
        page(
            Samples.row(FORK_JOIN, "fib", "task", 2, "heddle", 1, heddle),
            Samples.row(FORK_JOIN, "fib", "task", 2, "forkjoinpool", 0.9, near),
            Samples.row(FORK_JOIN, "fib", "task", 2, "virtual-threads", 0.9, steady),
            Samples.row(FORK_JOIN, "fib", "task", 2, "pekko", 0.9, few),
            Samples.row(FORK_JOIN, "fib", "task", 2, "kotlin", 0.7, far));
    assertThat(page)
        .contains("| fib task | 2 | forkjoinpool | 0.90 | not yet explained; the rounds overlap: ")
        .contains("| fib task | 2 | virtual-threads | 0.90 | not yet explained |")
        .contains("| fib task | 2 | pekko | 0.90 | not yet explained |")
        .contains("| fib task | 2 | kotlin | 0.70 | not yet explained |");
  }

  @Test
  void aLossIsHeldAgainstRivalsOnTheJvmInTheSameRowOnly() {
    String page =
        page(
            Samples.row(FORK_JOIN, "fib", "task", 1, "forkjoinpool", 0.9),
            Samples.row(FORK_JOIN, "fib", "scope", 2, "forkjoinpool", 0.9),
            Samples.row(FORK_JOIN, "uts", "task", 2, "forkjoinpool", 0.9),
            Samples.row(FORK_JOIN, "fib", "task", 2, "forkjoinpool", 0.96),
            Samples.row(FORK_JOIN, "fib", "task", 1, "onetbb", 0.5),
            Samples.row(FORK_JOIN, "fib", "task", 2, "onetbb", 0.5),
            Samples.row(FORK_JOIN, "heat", "default", 2, "onetbb", 0.5));
    assertThat(page)
        .contains("| fib task | 1 | onetbb | 0.50 | not yet explained |")
        .contains("| fib task | 2 | onetbb | 0.50 | not yet explained; no rival on the JVM is")
        .contains("| heat | 2 | onetbb | 0.50 | not yet explained |"); // there was none
  }

  @Test
  void aReasonMayHoldForOneNumberOfWorkers() {
    Properties known = new Properties();
    known.setProperty("fib/task/forkjoinpool", "all");
    known.setProperty("fib/task/forkjoinpool@1", "one");
    String page =
        Page.of(
            Samples.recording(
                true,
                Samples.row(FORK_JOIN, "fib", "task", 1, "forkjoinpool", 0.5),
                Samples.row(FORK_JOIN, "fib", "task", 2, "forkjoinpool", 0.6)),
            new Reasons(known));
    assertThat(page)
        .contains("| fib task | 1 | forkjoinpool | 0.50 | one |")
        .contains("| fib task | 2 | forkjoinpool | 0.60 | all |");
  }

  @Test
  void meansAreGeometricLeaveOutLimitsAndTakeTheFasterPekko() {
    String page =
        page(
            Samples.row(SAVINA, "a", "default", 2, "pekko", 2),
            Samples.row(SAVINA, "a", "default", 2, "pekko-throughput", 9),
            Samples.row(SAVINA, "b", "default", 2, "pekko", 100),
            Samples.row(SAVINA, "b", "default", 2, "pekko-throughput", 8),
            Samples.row(SAVINA, "b", "default", 2, "erlang", 3),
            Samples.row(SAVINA, "b", "default", 2, "plain-call", 0.01));
    assertThat(section(page, "## Geometric means"))
        .contains("| suite | pekko | erlang |", "| savina | 4.00 (2) | 3.00 (1) |");
  }

  @Test
  void aSuiteWithSeveralNumbersOfWorkersHasAMeanForEachAndForAll() {
    String page =
        page(
            Samples.row(FORK_JOIN, "fib", "task", 1, "forkjoinpool", 1),
            Samples.row(FORK_JOIN, "fib", "task", 2, "forkjoinpool", 4));
    assertThat(section(page, "## Geometric means"))
        .contains(
            "| fork-join | 2.00 (2) |",
            "| fork-join, 1 worker | 1.00 (1) |",
            "| fork-join, 2 workers | 4.00 (1) |");
  }

  @Test
  void theLimitIsWhatPlainCallsWouldTakeOnAllWorkers() {
    String page =
        page(
            Samples.row(FORK_JOIN, "fib", "task", 2, "heddle", 1),
            Samples.row(FORK_JOIN, "fib", "task", 2, "forkjoinpool", 3),
            Samples.row(FORK_JOIN, "fib", "task", 2, "plain-call", 0.5),
            Samples.row(FORK_JOIN, "uts", "default", 2, "forkjoinpool", 100));
    assertThat(section(page, "### How far the limit is"))
        .contains(
            "| suite | forkjoinpool |",
            "| fork-join | 3.00 (1) |",
            "| fork-join, at the limit | 12.00 (1) |");
  }

  @Test
  void withoutPlainCallsNoLimitIsTold() {
    String page = page(Samples.row(FORK_JOIN, "fib", "task", 2, "forkjoinpool", 3));
    assertThat(page).doesNotContain("limit is", "at the limit");
  }

  @Test
  void outliersAreShown() {
    String page = page(Samples.row(FORK_JOIN, "fib", "task", 2, "forkjoinpool", 1));
    assertThat(page)
        .contains(
            "| fib | task | forkjoinpool | 10.0 | 9.00 | 11.0 | 8.00 | 70.0 | ns | 7 | 1.00 |");
  }

  @Test
  void whoFailedAndWhoIsNotHereIsNamed() {
    String page =
        page(
            Samples.absence(SAVINA, "go", Absence.Kind.MISSING, "go is missing; get it"),
            Samples.absence(SAVINA, "pekko", Absence.Kind.FAILED, "wrong result\nand a dump"));
    assertThat(section(page, "## Failed"))
        .contains("| fib | task | pekko | 2 | wrong result |")
        .doesNotContain("dump");
    assertThat(section(page, "## Not here")).contains("- go in fib: go is missing; get it");
    assertThat(section(page, "## Savina, 2 workers")).contains("go is missing; get it");
  }

  @Test
  void thePageSaysWhoWroteItAndHow() {
    String page = page();
    assertThat(page)
        .contains("Written by `./heddle bench --book --workers 2`, and never edited by hand")
        .contains("| processor | Abacus \\| 3000 |");
    assertThat(page).doesNotContain("interrupted");
    assertThat(Page.of(Samples.recording(false), new Reasons(new Properties())))
        .contains("interrupted");
  }

  private static String page(BookRow... rows) {
    return Page.of(Samples.recording(true, rows), new Reasons(new Properties()));
  }

  private static String section(String page, String title) {
    int start = page.indexOf(title);
    assertThat(start).as(title).isNotNegative();
    int end = page.indexOf("\n## ", start + 1);
    return page.substring(start, end < 0 ? page.length() : end);
  }
}
