package dev.heddle.bench.savina.bndbuffer;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;

/** {@code savina-bndbuffer}. */
public final class BoundedBufferBenchmark {
  private static final int TINY_PAIRS = 4;
  private static final int PAIRS = 40;
  private static final int TINY = 25;
  private static final int ITEMS = 1000;
  private static final int FULL_ROUNDS = 10;

  private BoundedBufferBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-bndbuffer")
            .asks("What does an item cost that goes through a bounded buffer, and its making?")
            .unit("ns per item")
            .fullRounds(FULL_ROUNDS);
    new Contest<>(
            setting ->
                new BoundedBuffer(
                    setting.scale().size(TINY_PAIRS, PAIRS), setting.scale().size(TINY, ITEMS)),
            ProcessBoundedBuffer::setUp,
            PekkoBoundedBuffer::setUp,
            (_, work) -> ThreadBoundedBuffer.setUp(work),
            KotlinBoundedBuffer::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
