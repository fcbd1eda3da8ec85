package dev.heddle.bench.sleepers;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.Scale;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.time.Duration;
import java.util.function.Consumer;

/** Lets very many sleep, and measures how long that takes or what they occupy meanwhile. */
final class SleepersProgram implements Program {
  private static final int COUNT = 1_000_000;

  /** Of the memory that a fiber takes: it does not depend on how many there are. */
  private static final int QUICK_BYTES_COUNT = 200_000;

  private static final int WARM_UP_COUNT = 50_000;
  private static final int TINY_COUNT = 1_000;
  private static final Duration SLEEP = Duration.ofSeconds(1);
  private static final Duration SHORT_SLEEP = Duration.ofMillis(50);

  /** Longer than the measurement takes; then they are interrupted. */
  private static final Duration LONG_SLEEP = Duration.ofMinutes(10);

  private static final double NANOS_PER_MILLI = 1e6;

  private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
  private final boolean bytes;
  private final Scale scale;
  private final Sleepers.Sleep sleep;
  private final Consumer<Sleepers> startAll;
  private final Runnable stop;

  /**
   * @param bytes whether to measure memory, not time
   * @param sleep how the contender sleeps
   * @param startAll has the contender start all of them, and need not wait
   * @param stop ends the runtime
   */
  SleepersProgram(
      Setting setting,
      boolean bytes,
      Sleepers.Sleep sleep,
      Consumer<Sleepers> startAll,
      Runnable stop) {
    this.scale = setting.scale();
    this.bytes = bytes;
    this.sleep = sleep;
    this.startAll = startAll;
    this.stop = stop;
  }

  @Override
  public double round() throws InterruptedException {
    return switch (scale) {
      case TINY -> warmUpRound();
      case QUICK -> bytes ? bytesEach(QUICK_BYTES_COUNT) : millisBeyond(COUNT, SLEEP);
      case FULL -> bytes ? bytesEach(COUNT) : millisBeyond(COUNT, SLEEP);
    };
  }

  @Override
  public double warmUpRound() throws InterruptedException {
    int count = warmUpCount();
    return bytes ? bytesEach(count) : millisBeyond(count, SHORT_SLEEP);
  }

  private int warmUpCount() {
    return scale.size(TINY_COUNT, WARM_UP_COUNT);
  }

  @Override
  public double operations() {
    return warmUpCount();
  }

  private double millisBeyond(int count, Duration time) {
    Sleepers sleepers = new Sleepers(count, sleep, time);
    long start = System.nanoTime();
    startAll.accept(sleepers);
    sleepers.awaitEnd();
    long nanos = System.nanoTime() - start;
    check("slept", sleepers.slept(), count);
    if (nanos < time.toNanos()) {
      throw new BenchmarkFailure("wrong result: a sleep of %s took %d ns".formatted(time, nanos));
    }
    return (nanos - time.toNanos()) / NANOS_PER_MILLI;
  }

  private double bytesEach(int count) throws InterruptedException {
    Sleepers sleepers = new Sleepers(count, sleep, LONG_SLEEP);
    long before = used();
    startAll.accept(sleepers);
    sleepers.awaitAsleep();
    long after = used();
    sleepers.interruptAll();
    sleepers.awaitEnd();
    check("were interrupted", sleepers.interrupted(), count);
    return Math.max(0, (double) (after - before) / count);
  }

  private long used() {
    System.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  private static void check(String what, int number, int count) {
    if (number != count) {
      throw new BenchmarkFailure("wrong result: %d of %d %s".formatted(number, count, what));
    }
  }

  @Override
  public void close() {
    stop.run();
  }
}
