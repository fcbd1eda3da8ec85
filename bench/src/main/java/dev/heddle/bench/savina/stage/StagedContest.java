package dev.heddle.bench.savina.stage;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.actor.Contest;
import java.util.function.Function;

/** All contenders of the JVM, with the same actors. */
public final class StagedContest {
  private StagedContest() {}

  /** Adds them to a benchmark's description. */
  public static Benchmark.Description enter(
      Benchmark.Description description, Function<Setting, StagedWork> work) {
    new Contest<>(
            work, ProcessStage::setUp, PekkoStage::setUp, ThreadStage::setUp, KotlinStage::setUp)
        .enter(description, ONLY_VARIANT);
    return description;
  }
}
