package dev.heddle.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heddle.bench.child.JvmLauncher;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.session.Progress;
import dev.heddle.bench.session.Session;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class CatalogueTest {
  private static final Setting TINY = new Setting(2, Scale.TINY);

  /** A program that hangs fails by itself. */
  private static final Duration LONG = Duration.ofMinutes(2);

  /** Every program checks its own result, so to run it is to test it. */
  @TestFactory
  Stream<DynamicTest> everyProgramComputesWhatItShould() {
    return Catalogue.all().stream()
        .flatMap(
            benchmark ->
                benchmark.entries().stream()
                    .map(
                        entry ->
                            DynamicTest.dynamicTest(
                                benchmark.name() + ": " + entry.label(),
                                () ->
                                    assertTimeoutPreemptively(
                                        LONG, () -> runTwice(benchmark, entry)))));
  }

  private static void runTwice(Benchmark benchmark, Entry entry) throws Exception {
    assumeTrue(entry.launcher().missing().isEmpty(), () -> entry.launcher().missing().orElse(""));
    if (entry.launcher() instanceof JvmLauncher launcher) {
      try (Program program = launcher.program().create(TINY)) {
        assertThat(program.warmUpRound()).isNotNegative();
        assertThat(program.round()).isNotNegative();
      }
    } else {
      Progress progress = new Progress(new PrintStream(OutputStream.nullOutputStream()), false);
      assertThat(new Session(TINY, progress).run(benchmark.only(entry::equals))).hasSize(1);
    }
  }

  @Test
  void heddleComesFirstInEachVariant() {
    for (Benchmark benchmark : Catalogue.all()) {
      List<String> variants = benchmark.entries().stream().map(Entry::variant).distinct().toList();
      for (String variant : variants) {
        List<String> contenders =
            benchmark.entries().stream()
                .filter(entry -> entry.variant().equals(variant))
                .map(Entry::contender)
                .toList();
        assertThat(contenders)
            .startsWith(Entry.HEDDLE)
            .hasSizeGreaterThan(1)
            .doesNotHaveDuplicates();
      }
    }
  }
}
