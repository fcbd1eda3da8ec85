package dev.heddle.bench.yields;

import dev.heddle.bench.child.Fibers;
import dev.heddle.task.Body;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Some fibers that do nothing but yield, all equally often and side by side: after a hundredth of
 * its yields each waits for the slowest, at a barrier. Else a fiber could do all its yields before
 * the others have started, or alone on a worker, where there is nobody to yield to. They cannot
 * wait by yielding: on virtual threads the one that is waited for may then never run.
 */
final class Yielders extends Fibers {
  private static final int REPEATS = 1;
  private static final int BLOCKS = 100;

  final int fibers;
  private final int block;
  private final Runnable yield;
  private final CyclicBarrier barrier;
  private final AtomicLong done = new AtomicLong();

  /**
   * @param yields how many together; those that do not divide evenly are left out
   */
  Yielders(int fibers, int yields, Runnable yield) {
    int block = yields / BLOCKS / fibers;
    super((double) fibers * BLOCKS * block, REPEATS);
    this.fibers = fibers;
    this.block = block;
    this.barrier = new CyclicBarrier(fibers);
    this.yield = yield;
  }

  @Override
  protected List<Body> bodies() {
    return Collections.nCopies(fibers, this::yieldOften);
  }

  private void yieldOften() throws InterruptedException, BrokenBarrierException {
    for (int number = 0; number < BLOCKS; number++) {
      yieldBlock();
      barrier.await();
    }
  }

  /** The same without waiting, for who keeps them side by side by itself. */
  void yieldOftenAlone() {
    for (int number = 0; number < BLOCKS; number++) {
      yieldBlock();
    }
  }

  /** How often each of them yields, for who yields in a way of its own. */
  int each() {
    return BLOCKS * block;
  }

  /** So many yields were done. */
  void add(int yields) {
    done.addAndGet(yields);
  }

  private void yieldBlock() {
    for (int i = 0; i < block; i++) {
      yield.run();
    }
    done.addAndGet(block);
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
    checkEqual("the number of yields", (long) fibers * block * BLOCKS, result);
  }
}
