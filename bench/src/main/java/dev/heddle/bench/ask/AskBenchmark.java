package dev.heddle.bench.ask;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;

/** {@code ask}: a question with a timeout and its answer, one at a time. */
public final class AskBenchmark {
  private static final int TINY = 500;
  private static final int QUESTIONS = 200_000;

  private AskBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("ask")
            .asks("How long does it take to ask a process, with a timeout, and to have the answer?")
            .unit("ns per question");
    new Contest<>(
            setting -> new Questions(setting.scale().size(TINY, QUESTIONS)),
            ProcessQuestions::setUp,
            PekkoQuestions::setUp,
            ThreadQuestions::setUp)
        .enter(description, ONLY_VARIANT);
    return description.build();
  }
}
