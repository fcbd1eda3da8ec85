package dev.heddle.bench.baton;

import dev.heddle.bench.child.Fibers;
import dev.heddle.bench.child.RawContinuation;
import dev.heddle.task.Body;
import java.util.List;

/** Two runners hand a baton to and fro. Who has it may write to it, and nobody else. */
final class Baton extends Fibers {
  private static final int REPEATS = 1;

  final int roundTrips;
  private final Flag first;
  private final Flag second;
  private long handed;

  Baton(int roundTrips, Flag first, Flag second) {
    super(roundTrips, REPEATS);
    this.roundTrips = roundTrips;
    this.first = first;
    this.second = second;
  }

  @Override
  protected List<Body> bodies() {
    return List.of(this::lead, this::follow);
  }

  private void lead() throws InterruptedException {
    for (int i = 0; i < roundTrips; i++) {
      handed++;
      second.set();
      first.await();
    }
  }

  private void follow() throws InterruptedException {
    for (int i = 0; i < roundTrips; i++) {
      second.await();
      handed++;
      first.set();
    }
  }

  /** With bare continuations, on the calling thread: to hand it over is to suspend. */
  long runContinuations() {
    RawContinuation leader = new RawContinuation(this::runContinuation);
    RawContinuation follower = new RawContinuation(this::runContinuation);
    for (int i = 0; i < roundTrips; i++) {
      leader.run();
      follower.run();
    }
    return result();
  }

  private void runContinuation() {
    for (int i = 0; i < roundTrips; i++) {
      handed++;
      RawContinuation.suspend();
    }
  }

  /** Who has the baton writes to it, and is about to hand it over. */
  void hand() {
    handed++;
  }

  @Override
  protected void prepare() {
    handed = 0;
  }

  @Override
  protected long result() {
    return handed;
  }

  @Override
  protected void check(long result) {
    checkEqual("how often the baton was handed over", 2L * roundTrips, result);
  }
}
