package dev.heddle.bench.savina.barber;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;

/** {@code savina-barber}. */
public final class BarberBenchmark {
  private static final int TINY = 50;
  private static final int HAIRCUTS = 5000;
  private static final int TINY_ROOM = 10;
  private static final int ROOM = 1000;

  private BarberBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-barber")
            .asks("What does a customer cost who may find the waiting room full, and comes again?")
            .unit("ns per haircut");
    new Contest<>(
            setting ->
                new Shop(
                    setting.scale().size(TINY, HAIRCUTS), setting.scale().size(TINY_ROOM, ROOM)),
            ProcessBarber::setUp,
            PekkoBarber::setUp,
            (_, work) -> ThreadBarber.setUp(work),
            KotlinBarber::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
