package dev.heddle.bench.savina.chameneos;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;

/** {@code savina-chameneos}. */
public final class ChameneosBenchmark {
  private static final int CREATURES = 100;
  private static final int TINY = 300;
  private static final int MEETINGS = 200_000;

  private ChameneosBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-chameneos")
            .asks("What does it cost that two of many actors meet, through one they all send to?")
            .unit("ns per meeting");
    new Contest<>(
            setting -> new Chameneos(CREATURES, setting.scale().size(TINY, MEETINGS)),
            ProcessChameneos::setUp,
            PekkoChameneos::setUp,
            (_, work) -> ThreadChameneos.setUp(work),
            KotlinChameneos::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
