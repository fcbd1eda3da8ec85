package dev.heddle.bench.session;

import dev.heddle.bench.Assignment.WarmUpTime;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Scale;
import java.time.Duration;

/**
 * How much time a benchmark gets.
 *
 * @param heats how often all contenders are started anew: what the JIT compiler makes of a program
 *     differs from JVM to JVM
 * @param leastRounds how many in each heat, however long they take
 * @param rounds how many in each heat, if there is time
 * @param warmUp of each contender
 * @param budget of a heat: no round begins that would probably end later
 * @param patience with a contender that says nothing
 */
public record Pace(
    int heats, int leastRounds, int rounds, WarmUpTime warmUp, Duration budget, Duration patience) {

  private static final int FULL_HEATS = 3;
  private static final int TINY_ROUNDS = 2;
  private static final int QUICK_ROUNDS = 25;
  private static final int BOOK_QUICK_LEAST_ROUNDS = 3;
  private static final int BOOK_QUICK_ROUNDS = 7;
  private static final Duration QUICK_BUDGET = Duration.ofSeconds(48);
  private static final Duration QUICK_WARM_UP = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration QUICK_PATIENCE = Duration.ofSeconds(30);

  /** The pace for {@code benchmark}. */
  public static Pace of(Scale scale, Benchmark benchmark) {
    return switch (scale) {
      case TINY ->
          new Pace(
              1,
              1,
              TINY_ROUNDS,
              new WarmUpTime(Duration.ZERO, Duration.ofMillis(100)),
              Duration.ofMinutes(1),
              QUICK_PATIENCE);
      case QUICK ->
          new Pace(
              1,
              1,
              Math.min(QUICK_ROUNDS, benchmark.fullRounds()),
              quickWarmUp(benchmark.entries().size()),
              QUICK_BUDGET,
              QUICK_PATIENCE);
      case FULL ->
          new Pace(
              FULL_HEATS,
              1,
              Math.ceilDiv(benchmark.fullRounds(), FULL_HEATS),
              new WarmUpTime(Duration.ofSeconds(4), Duration.ofSeconds(15)),
              Duration.ofMinutes(20),
              PATIENCE);
    };
  }

  /**
   * The pace of the book, which has to get through with everything in about an hour: a few seconds
   * for each contender, all in one heat, unless the benchmark asks for more. More than half of them
   * may go into the warm-up: a warmer JVM tells more than a few rounds more. The JIT compiler's
   * luck in one JVM is left to the means over many.
   */
  public static Pace ofBook(Scale scale, Benchmark benchmark) {
    int contenders = benchmark.entries().size();
    return switch (scale) {
      case TINY -> of(scale, benchmark);
      case QUICK ->
          new Pace(
              benchmark.bookHeats(),
              Math.min(BOOK_QUICK_LEAST_ROUNDS, benchmark.fullRounds()),
              Math.min(BOOK_QUICK_ROUNDS, benchmark.fullRounds()),
              new WarmUpTime(Duration.ofMillis(800), Duration.ofMillis(2_000)),
              Duration.ofMillis(3_500).multipliedBy(contenders),
              PATIENCE);
      case FULL ->
          new Pace(
              benchmark.bookHeats(),
              Math.min(benchmark.bookRounds(), benchmark.fullRounds()),
              benchmark.fullRounds(),
              new WarmUpTime(Duration.ofMillis(1_200), Duration.ofMillis(3_500)),
              Duration.ofMillis(5_500).multipliedBy(contenders),
              PATIENCE);
    };
  }

  private static WarmUpTime quickWarmUp(int contenders) {
    Duration share = QUICK_WARM_UP.dividedBy(contenders);
    Duration most = Duration.ofSeconds(5);
    Duration atMost = share.compareTo(most) < 0 ? share : most;
    return new WarmUpTime(atMost.dividedBy(2), atMost);
  }
}
