package dev.heddle.bench.savina.fib;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;
import dev.heddle.bench.savina.stage.PekkoStage;
import dev.heddle.bench.savina.stage.ProcessStage;

/** {@code savina-fib}. */
public final class FibonacciBenchmark {
  private static final int TINY = 10;
  private static final int NUMBER = 25;

  private FibonacciBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-fib")
            .asks("What does an actor cost that makes two others and adds what they say?")
            .unit("ns per actor");
    new Contest<>(
            setting -> new Fibonacci(setting.scale().size(TINY, NUMBER)),
            ProcessStage::setUp,
            PekkoStage::setUp,
            ThreadFibonacci::setUp,
            KotlinFibonacci::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
