package dev.heddle.bench.pingpong;

import static dev.heddle.bench.Entry.CONTINUATION;
import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.KOTLIN;
import static dev.heddle.bench.Entry.ONLY_VARIANT;
import static dev.heddle.bench.Entry.VIRTUAL_THREADS;
import static dev.heddle.bench.child.TimedProgram.onKotlin;
import static dev.heddle.bench.child.TimedProgram.onPlainThreads;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.foreign.Language;

/** {@code pingpong-fiber}: park and unpark of the JDK, on fibers and on virtual threads. */
public final class PingPongBenchmark {
  private static final int TINY = 500;
  private static final int ROUND_TRIPS = 200_000;

  private PingPongBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("pingpong-fiber")
        .asks("How long does it take that one fiber wakes another, and is woken by it?")
        .unit("ns per round trip")
        .entry(ONLY_VARIANT, HEDDLE, setting -> game(setting).onHeddle(setting))
        .entry(ONLY_VARIANT, VIRTUAL_THREADS, setting -> game(setting).onVirtualThreads())
        .entry(ONLY_VARIANT, KOTLIN, PingPongBenchmark::kotlin)
        .entry(ONLY_VARIANT, Language.GO)
        .entry(ONLY_VARIANT, CONTINUATION, PingPongBenchmark::continuations)
        .build();
  }

  private static PingPong game(Setting setting) {
    return new PingPong(setting.scale().size(TINY, ROUND_TRIPS));
  }

  private static Program kotlin(Setting setting) {
    PingPong game = game(setting);
    return onKotlin(game, () -> KotlinPingPong.run(game));
  }

  private static Program continuations(Setting setting) {
    PingPong game = game(setting);
    return onPlainThreads(game, game::playContinuations);
  }
}
