package dev.heddle.bench.savina.concdict;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;

/** {@code savina-concdict}. */
public final class DictionaryBenchmark {
  private static final int WORKERS = 20;
  private static final int TINY = 50;
  private static final int OPERATIONS = 10_000;
  private static final int TINY_KEYS = 1000;
  private static final int KEYS = Integer.MAX_VALUE / 4096;

  private DictionaryBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-concdict")
            .asks("What does it cost to look something up in a map that an actor owns?")
            .unit("ns per operation");
    new Contest<>(
            setting ->
                new Dictionary(
                    WORKERS,
                    setting.scale().size(TINY, OPERATIONS),
                    setting.scale().size(TINY_KEYS, KEYS)),
            ProcessDictionary::setUp,
            PekkoDictionary::setUp,
            (_, work) -> ThreadDictionary.setUp(work),
            KotlinDictionary::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
