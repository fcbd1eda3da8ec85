package dev.heddle.bench.yields;

import dev.heddle.bench.child.Fibers;
import dev.heddle.task.Body;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Some fibers that do nothing but yield, all equally often and side by side: after a few yields
 * each waits, yielding, for the slowest. Else a fiber could do all its yields before the others
 * have started, or alone on a worker, where there is nobody to yield to.
 */
final class Yielders extends Fibers {
  private static final int REPEATS = 1;
  private static final int BLOCK = 10;

  final int fibers;
  private final int yieldsEach;
  private final Runnable yield;
  private final AtomicLong done = new AtomicLong();

  /**
   * @param blocks how many times ten yields each fiber does
   */
  Yielders(int fibers, int blocks, Runnable yield) {
    super((double) fibers * blocks * BLOCK, REPEATS);
    this.fibers = fibers;
    this.yieldsEach = blocks * BLOCK;
    this.yield = yield;
  }

  @Override
  protected List<Body> bodies() {
    return Collections.nCopies(fibers, this::yieldOften);
  }

  /** What each does. */
  void yieldOften() {
    for (int count = BLOCK; count <= yieldsEach; count += BLOCK) {
      for (int i = 0; i < BLOCK; i++) {
        yield.run();
      }
      done.addAndGet(BLOCK);
      while (done.get() < (long) fibers * count) {
        yield.run();
      }
    }
  }

  @Override
  protected void prepare() {
    done.set(0);
  }

  @Override
  protected long result() {
    return done.get();
  }

  @Override
  protected void check(long result) {
    checkEqual("the number of yields", (long) fibers * yieldsEach, result);
  }
}
