package dev.heddle.bench.savina.pingpong;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;

/** {@code savina-pingpong}. */
public final class PingPongBenchmark {
  private static final int TINY = 100;
  private static final int ROUND_TRIPS = 40_000;

  private PingPongBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-pingpong")
            .asks("What does a question and its answer cost, the two actors included?")
            .unit("ns per round trip");
    new Contest<>(
            setting -> new PingPong(setting.scale().size(TINY, ROUND_TRIPS)),
            ProcessPingPong::setUp,
            PekkoPingPong::setUp,
            ThreadPingPong::setUp,
            KotlinPingPong::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
