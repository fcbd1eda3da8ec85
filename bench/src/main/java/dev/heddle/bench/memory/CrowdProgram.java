package dev.heddle.bench.memory;

import dev.heddle.bench.Scale;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.function.IntFunction;

/** Measures what each one in a crowd occupies. */
public final class CrowdProgram implements Program {
  private static final int MILLION = 1_000_000;
  private static final int QUICK_COUNT = 200_000;
  private static final int WARM_UP_COUNT = 20_000;

  private static final int TINY_COUNT = 2_000;

  private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
  private final int count;
  private final int warmUpCount;
  private final IntFunction<Crowd> crowds;
  private final Runnable stop;

  /**
   * @param count how many, but for a tiny run
   * @param crowds prepares a crowd of so many
   * @param stop ends the runtime
   */
  public CrowdProgram(Setting setting, int count, IntFunction<Crowd> crowds, Runnable stop) {
    this.count = setting.scale().size(TINY_COUNT, count);
    this.warmUpCount = setting.scale().size(TINY_COUNT, WARM_UP_COUNT);
    this.crowds = crowds;
    this.stop = stop;
  }

  /** A million, and with {@code --quick} fewer: what one takes hardly depends on it. */
  static int million(Setting setting) {
    return setting.scale() == Scale.QUICK ? QUICK_COUNT : MILLION;
  }

  @Override
  public double round() throws Exception {
    return bytesEach(count);
  }

  @Override
  public double warmUpRound() throws Exception {
    return bytesEach(warmUpCount);
  }

  private double bytesEach(int number) throws Exception {
    Crowd crowd = crowds.apply(number);
    return crowd.measure(() -> bytesEach(crowd, number));
  }

  private double bytesEach(Crowd crowd, int number) throws InterruptedException {
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
