package dev.heddle.bench.supervise;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;

/** {@code supervise}: one child that crashes and is started again, a hundred thousand times. */
public final class SuperviseBenchmark {
  private static final int TINY = 100;
  private static final int CRASHES = 100_000;

  private SuperviseBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("supervise")
            .asks("What does it cost that a process crashes and is started again?")
            .unit("ns per restart");
    new Contest<>(
            setting -> new Crashes(setting.scale().size(TINY, CRASHES)),
            ProcessCrashes::setUp,
            PekkoCrashes::setUp,
            ThreadCrashes::setUp)
        .enter(description, ONLY_VARIANT);
    return description.build();
  }
}
