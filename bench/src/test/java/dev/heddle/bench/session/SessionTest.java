package dev.heddle.bench.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.bench.Assignment;
import dev.heddle.bench.Assignment.WarmUpTime;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.Catalogue;
import dev.heddle.bench.Entry;
import dev.heddle.bench.Launcher;
import dev.heddle.bench.Scale;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.JvmLauncher;
import dev.heddle.bench.child.ProgramFactory;
import dev.heddle.bench.child.Tool;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With real processes and tiny work. */
@Timeout(120)
class SessionTest {
  private static final Setting TINY = new Setting(2, Scale.TINY);

  @Test
  void aRunHasARowForEachContenderAndVariant() {
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    Progress progress = new Progress(new PrintStream(told, true, StandardCharsets.UTF_8), false);
    Benchmark fib = Catalogue.named("fib").only(entry -> entry.launcher() instanceof JvmLauncher);
    List<Result> results = results(new Session(TINY, progress).run(fib));
    assertThat(results)
        .extracting(result -> result.variant() + " " + result.contender())
        .contains("task heddle", "task forkjoinpool", "scope heddle", "scope forkjoinpool");
    assertThat(results)
        .allSatisfy(
            result -> {
              assertThat(result.benchmark()).isEqualTo("fib");
              assertThat(result.unit())
                  .isEqualTo(
                      result.variant().equals(Entry.DIVIDE) ? "ns per addition" : "ns per spawn");
              assertThat(result.workers()).isEqualTo(2);
              assertThat(result.cost().rounds()).isEqualTo(2);
              assertThat(result.cost().median()).isPositive();
              assertThat(result.ratio()).isNotNull().isPositive();
            });
    assertThat(results.getFirst().ratio()).isEqualTo(1.0);
    assertThat(told.toString(StandardCharsets.UTF_8))
        .contains("fib: heddle (task) warmed up", "fib: measured 2 rounds");
  }

  @Test
  void variantsThatRunApartHaveTheirRowsToo() {
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    Progress progress = new Progress(new PrintStream(told, true, StandardCharsets.UTF_8), false);
    Benchmark fib = Catalogue.named("fib");
    Benchmark apart =
        Benchmark.named("fib")
            .apart()
            .entry(fib.entry(Entry.HEDDLE, "task"))
            .entry(fib.entry(Entry.HEDDLE, "scope"))
            .build();
    List<Row> results = new Session(TINY, progress).run(apart);
    assertThat(results).extracting(Row::variant).containsExactly("task", "scope");
    assertThat(told.toString(StandardCharsets.UTF_8).lines())
        .filteredOn(line -> line.contains("measured 2 rounds"))
        .hasSize(2);
  }

  @Test
  void whatThisMachineLacksIsARowThatSaysWhatToInstall() {
    Launcher launcher = Catalogue.named("fib").entry(Entry.HEDDLE, "task").launcher();
    ProgramFactory program = ((JvmLauncher) launcher).program();
    Tool missing = new Tool("no-such-tool", "install it");
    Benchmark fib =
        Benchmark.named("fib")
            .entry(new Entry("rival", "task", new JvmLauncher(program, missing)))
            .entry("task", Entry.HEDDLE, program)
            .build();
    List<Row> rows = new Session(TINY, silent()).run(fib);
    assertThat(rows).extracting(Row::contender).containsExactly("rival", Entry.HEDDLE);
    assertThat(rows.getFirst())
        .isEqualTo(
            new Absence(
                "fib",
                "rival",
                "task",
                2,
                "ns",
                Absence.Kind.MISSING,
                "no-such-tool is missing; install it"));
  }

  @Test
  void aBenchmarkMayLackEverything() {
    Benchmark none =
        Benchmark.named("none")
            .entry(
                new Entry(
                    Entry.HEDDLE,
                    "odd",
                    new JvmLauncher(
                        _ -> {
                          throw new AssertionError("must not run");
                        },
                        new Tool("no-such-tool", "install it"))))
            .build();
    assertThat(new Session(TINY, silent()).run(none)).singleElement().isInstanceOf(Absence.class);
  }

  @Test
  void whoFailsEndsARunButNotTheBook() {
    Benchmark fib = Catalogue.named("fib");
    Launcher dies = (_, _) -> List.of("false");
    Launcher failsLater =
        (_, _) -> List.of("sh", "-c", "echo ready 1 1 true; read r; echo error wrong result");
    Benchmark race =
        Benchmark.named("fib")
            .entry(fib.entry(Entry.HEDDLE, "task"))
            .entry(new Entry("dies", "task", dies))
            .entry(new Entry("fails", "task", failsLater))
            .build();
    assertThatThrownBy(() -> new Session(TINY, silent()).run(race))
        .isInstanceOf(BenchmarkFailure.class)
        .hasMessageContaining("dies (task) died");
    List<Row> rows = Session.ofBook(TINY, silent()).run(race);
    assertThat(results(rows)).extracting(Result::contender).containsExactly(Entry.HEDDLE);
    assertThat(rows)
        .filteredOn(Absence.class::isInstance)
        .extracting(row -> ((Absence) row).sentence())
        .containsExactly(
            "fib: dies (task) died with the exit code 1", "fib: fails (task) failed: wrong result");
  }

  private static List<Result> results(List<Row> rows) {
    return rows.stream().filter(Result.class::isInstance).map(Result.class::cast).toList();
  }

  private static Progress silent() {
    return new Progress(new PrintStream(OutputStream.nullOutputStream()), false);
  }

  @Test
  void aContenderEndsWithItsInputEvenWhileItIsBusy() throws Exception {
    Benchmark fib = Catalogue.named("fib");
    Entry entry = fib.entry(Entry.HEDDLE, "task");
    WarmUpTime endless = new WarmUpTime(Duration.ofMinutes(5), Duration.ofMinutes(5));
    Assignment assignment =
        new Assignment(fib.name(), entry.contender(), entry.variant(), TINY, endless);
    Process process =
        new ProcessBuilder(entry.launcher().command(assignment, 256))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      process.getOutputStream().close();
      assertThat(process.waitFor(Duration.ofSeconds(30))).isTrue();
    } finally {
      process.destroyForcibly();
    }
  }
}
