package dev.heddle.bench.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Catalogue;
import dev.heddle.bench.Entry;
import dev.heddle.bench.Scale;
import dev.heddle.bench.Suite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class BookTest {
  private final ByteArrayOutputStream told = new ByteArrayOutputStream();
  @TempDir private Path folder;

  @Test
  void aRunWritesAPageAChartAndRawResultsFromWhichThePageCanBeWrittenAgain() throws IOException {
    Leg fib = new Leg(Suite.FORK_JOIN, fib("heddle", "forkjoinpool"), 2);
    assertThat(run(fib)).isTrue();
    assertThat(said())
        .containsPattern("\\[1 of 1, \\d+:\\d\\d used, about \\S+ left] fib with 2 workers")
        .contains("The book is in ");
    String page = Files.readString(folder.resolve("README.md"));
    assertThat(page)
        .contains("| fib | task | heddle |", "| fib | task | forkjoinpool |")
        .contains("| Java | ", "| Heddle | ", "| load at the end | ", "| duration | 0:")
        .contains("-Xmn614m", "g++ -std=c++20 -O3", "GOGC=800", "erl +S 2:2")
        .contains("fork-join-2.svg", "results.jsonl");
    assertThat(folder.resolve("fork-join-2.svg")).isNotEmptyFile();

    Path again = folder.resolve("again");
    assertThat(book(again).write(folder.resolve("results.jsonl"))).isTrue();
    assertThat(again.resolve("README.md")).hasContent(page);
    assertThat(again.resolve("results.jsonl"))
        .hasSameTextualContentAs(folder.resolve("results.jsonl"));
  }

  @Test
  void whoFailsFailsTheBookAtItsEndWhileTheRestStillRuns() throws IOException {
    Benchmark failing =
        Benchmark.named("fib")
            .entry(Catalogue.named("fib").entry(Entry.HEDDLE, "task"))
            .entry(new Entry("rival", "task", (_, _) -> List.of("false")))
            .build();
    assertThat(
            run(new Leg(Suite.FORK_JOIN, failing, 1), new Leg(Suite.FORK_JOIN, fib("heddle"), 2)))
        .isFalse();
    assertThat(Files.readString(folder.resolve("README.md")))
        .containsSubsequence(
            "## Failed",
            "| fib | task | rival | 1 | fib: rival (task) died",
            "## Fork-join, 1 worker",
            "## Fork-join, 2 workers",
            "| fib | task | heddle |");
    assertThat(said()).contains("FAILED fib: rival (task) died");
  }

  @Test
  void forkJoinRunsWithOneWorkerTooAndEverythingRunsOnce() {
    List<Leg> legs = Leg.all(2);
    int inSuites = Arrays.stream(Suite.values()).mapToInt(s -> Catalogue.of(s).size()).sum();
    assertThat(legs).hasSize(inSuites + Catalogue.of(Suite.FORK_JOIN).size());
    assertThat(legs)
        .allMatch(leg -> leg.workers() == 2 || leg.suite() == Suite.FORK_JOIN)
        .doesNotHaveDuplicates();
    assertThat(Leg.all(1)).hasSize(inSuites);
  }

  @Test
  void theRestIsEstimatedFromWhatWasDone() {
    Remaining remaining = new Remaining(10);
    remaining.done(4);
    assertThat(remaining.after(Duration.ofMinutes(6))).isEqualTo(Duration.ofMinutes(9));
    assertThat(Remaining.clock(Duration.ofSeconds(125))).isEqualTo("2:05");
  }

  /** A benchmark that was renamed must not leave its reason behind. */
  @Test
  void everyReasonIsAboutARowThatThereIs() {
    for (String key : Reasons.load().keys()) {
      String[] parts = key.split("/", -1);
      assertThat(parts).as(key).hasSize(3);
      String rival = parts[2].replaceAll("@\\d+$", "");
      assertThat(Catalogue.named(parts[0]).entry(rival, parts[1])).as(key).isNotNull();
    }
  }

  private boolean run(Leg... legs) throws IOException {
    return book(folder).run(Path.of("."), "./heddle bench --book", List.of(legs), Scale.TINY);
  }

  private Book book(Path where) {
    return new Book(where, new PrintStream(told, true, StandardCharsets.UTF_8));
  }

  private static Benchmark fib(String... contenders) {
    return Catalogue.named("fib")
        .only(
            entry ->
                entry.variant().equals("task") && List.of(contenders).contains(entry.contender()));
  }

  private String said() {
    return told.toString(StandardCharsets.UTF_8);
  }
}
