package dev.heddle.bench.create;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;

/** {@code create}: a million of them. */
public final class CreateBenchmark {
  private static final int CREATORS = 100;
  private static final int BOOK_HEATS = 2;
  private static final int TINY = 10;
  private static final int EACH = 10_000;
  private static final int HEAP = 2048;

  private CreateBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("create")
            .asks("What does a process cost that is made, handles one message and ends?")
            .unit("ns per process")
            .heapMegabytes(HEAP)
            .bookHeats(BOOK_HEATS);
    new Contest<>(
            setting -> new Creation(CREATORS, setting.scale().size(TINY, EACH)),
            ProcessCreation::setUp,
            PekkoCreation::setUp,
            ThreadCreation::setUp)
        .enter(description, ONLY_VARIANT);
    return description.build();
  }
}
