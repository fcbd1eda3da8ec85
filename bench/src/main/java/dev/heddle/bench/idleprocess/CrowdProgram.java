package dev.heddle.bench.idleprocess;

import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.function.IntFunction;

/** Measures what the actors of a crowd occupy. */
final class CrowdProgram implements Program {
  private static final int WARM_UP_COUNT = 20_000;

  private static final int TINY_COUNT = 2_000;

  private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
  private final int count;
  private final int warmUpCount;
  private final IntFunction<Crowd> crowds;
  private final Runnable stop;

  /**
   * @param count how many actors, but for a tiny run
   * @param crowds prepares a crowd of so many
   * @param stop ends the runtime
   */
  CrowdProgram(Setting setting, int count, IntFunction<Crowd> crowds, Runnable stop) {
    this.count = setting.scale().size(TINY_COUNT, count);
    this.warmUpCount = setting.scale().size(TINY_COUNT, WARM_UP_COUNT);
    this.crowds = crowds;
    this.stop = stop;
  }

  @Override
  public double round() throws InterruptedException {
    return bytesEach(count);
  }

  @Override
  public double warmUpRound() throws InterruptedException {
    return bytesEach(warmUpCount);
  }

  private double bytesEach(int number) throws InterruptedException {
    Crowd crowd = crowds.apply(number);
    long before = used();
    crowd.gather();
    long after = used();
    crowd.dismiss();
    return Math.max(0, (double) (after - before) / number);
  }

  private long used() {
    System.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  @Override
  public void close() {
    stop.run();
  }
}
