package dev.heddle.bench.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.Assignment;
import dev.heddle.bench.Assignment.WarmUpTime;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Catalogue;
import dev.heddle.bench.Entry;
import dev.heddle.bench.Launcher;
import dev.heddle.bench.Scale;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.JvmLauncher;
import dev.heddle.bench.child.ProgramFactory;
import dev.heddle.bench.child.Tool;
import java.io.ByteArrayOutputStream;
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
    List<Result> results = new Session(TINY, progress).run(Catalogue.named("fib"));
    assertThat(results)
        .extracting(result -> result.variant() + " " + result.contender())
        .containsExactly("task heddle", "task forkjoinpool", "scope heddle", "scope forkjoinpool");
    assertThat(results)
        .allSatisfy(
            result -> {
              assertThat(result.benchmark()).isEqualTo("fib");
              assertThat(result.unit()).isEqualTo("ns per spawn");
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
    List<Result> results = new Session(TINY, progress).run(apart);
    assertThat(results).extracting(Result::variant).containsExactly("task", "scope");
    assertThat(told.toString(StandardCharsets.UTF_8).lines())
        .filteredOn(line -> line.contains("measured 2 rounds"))
        .hasSize(2);
  }

  @Test
  void whatThisMachineLacksIsLeftOutAndTold() {
    Launcher launcher = Catalogue.named("fib").entry(Entry.HEDDLE, "task").launcher();
    ProgramFactory program = ((JvmLauncher) launcher).program();
    Tool missing = new Tool("no-such-tool", "install it");
    Benchmark fib =
        Benchmark.named("fib")
            .entry("task", Entry.HEDDLE, program)
            .entry(new Entry(Entry.HEDDLE, "odd", new JvmLauncher(program, missing)))
            .entry(new Entry("rival", "odd", new JvmLauncher(program, missing)))
            .build();
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    Progress progress = new Progress(new PrintStream(told, true, StandardCharsets.UTF_8), false);
    List<Result> results = new Session(TINY, progress).run(fib);
    assertThat(results).extracting(Result::variant).containsExactly("task");
    assertThat(told.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("fib leaves out odd: no-such-tool is missing; install it");
  }

  @Test
  void aBenchmarkThatIsLeftOutAsAWholeHasNoRows() {
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
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    Progress progress = new Progress(new PrintStream(told, true, StandardCharsets.UTF_8), false);
    assertThat(new Session(TINY, progress).run(none)).isEmpty();
    assertThat(told.toString(StandardCharsets.UTF_8)).contains("none leaves out odd");
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
