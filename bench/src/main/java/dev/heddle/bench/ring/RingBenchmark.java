package dev.heddle.bench.ring;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.Heddle;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.actor.Contest;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** {@code ring}, and {@code pingpong}, which is a ring of two. */
public final class RingBenchmark {
  private static final int TINY_HOPS = 2_001;

  private static final int ROUND_TRIPS = 500_000;
  private static final int MEMBERS = 100;
  private static final int HOPS = 100_000;
  private static final int REPEATS = 5;
  private static final int BOOK_HEATS = 3;

  private RingBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describeRing() {
    Benchmark.Description description =
        Benchmark.named("ring")
            .asks("How long does it take that one process of a hundred wakes the next?")
            .unit("ns per hop")
            .bookHeats(BOOK_HEATS);
    contest(RingBenchmark::ring, PortRing::setUp).enter(description, ONLY_VARIANT);
    return description.build();
  }

  /** For the catalogue. */
  public static Benchmark describePingPong() {
    Benchmark.Description description =
        Benchmark.named("pingpong")
            .asks("How long does it take that a process asks another, and has its answer?")
            .unit("ns per round trip");
    contest(RingBenchmark::pair, PortRing::setUp).enter(description, "port");
    contest(RingBenchmark::pair, PidRing::setUp).enter(description, "pid");
    contest(RingBenchmark::pair, BehaviourRing::setUp).enter(description, "behaviour");
    contest(RingBenchmark::pair, FiberRing::setUp).enter(description, "fiber");
    return description.build();
  }

  private static Contest<Ring> contest(
      Function<Setting, Ring> ring, BiFunction<Heddle, Ring, LongSupplier> onHeddle) {
    return new Contest<>(ring, onHeddle, PekkoRing::setUp, ThreadRing::setUp);
  }

  private static Ring ring(Setting setting) {
    return new Ring(MEMBERS, setting.scale().size(TINY_HOPS, HOPS), 1, REPEATS);
  }

  private static Ring pair(Setting setting) {
    return new Ring(2, setting.scale().size(TINY_HOPS, 2 * ROUND_TRIPS), 2, 1);
  }
}
