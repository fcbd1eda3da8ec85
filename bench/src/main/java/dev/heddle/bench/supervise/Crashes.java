package dev.heddle.bench.supervise;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/**
 * A supervised child that crashes at every message. The first is sent from outside; each next child
 * sends one to itself when it begins, until there have been enough. The child that begins after the
 * last crash is the last one: if more begin than have crashed, the counts tell.
 *
 * <p>The counts belong to the child there is; one has ended before the next begins.
 */
final class Crashes extends Workload {
  static final String MESSAGE = "crash";

  private final int count;
  private final Finish finish = new Finish();
  private volatile int left;
  private volatile int starts;

  Crashes(int count) {
    super(count, 1);
    this.count = count;
    finish.expect(1); // the first one of all is waited for as well, by who sets up
  }

  @Override
  protected void prepare() {
    starts = 0;
    left = count;
    finish.expect(1);
  }

  /**
   * A child begins.
   *
   * @return whether it shall send itself a message
   */
  boolean begins() {
    int started = starts + 1;
    starts = started;
    boolean goesOn = left > 0; // before the arrival: who waits for that sets the counts anew
    if (!goesOn) {
      finish.arrive(started);
    }
    return goesOn;
  }

  /** A child has got its message: what it throws. */
  Crash crash() {
    int more = left - 1;
    left = more;
    return new Crash();
  }

  /** Waits for the last one. */
  long await() {
    return finish.await();
  }

  @Override
  protected void check(long result) {
    checkEqual("the number of restarts", count, result);
    checkEqual("the number of crashes to come", 0, left);
    checkEqual("the number of last children to come", 0, finish.left());
  }
}
