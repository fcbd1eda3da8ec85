package dev.heddle.bench.yields;

import dev.heddle.bench.child.Fibers;
import dev.heddle.task.Body;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Some fibers that do nothing but yield, all equally often. */
final class Yielders extends Fibers {
  private static final int REPEATS = 1;

  final int fibers;
  final int yieldsEach;
  private final Runnable yield;
  private final AtomicLong done = new AtomicLong();

  Yielders(int fibers, int yieldsEach, Runnable yield) {
    super((double) fibers * yieldsEach, REPEATS);
    this.fibers = fibers;
    this.yieldsEach = yieldsEach;
    this.yield = yield;
  }

  @Override
  protected List<Body> bodies() {
    return Collections.nCopies(fibers, this::yieldOften);
  }

  /** What each does. */
  void yieldOften() {
    int count = 0;
    while (count < yieldsEach) {
      yield.run();
      count++;
    }
    done.addAndGet(count);
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
