package dev.heddle.junit.planted;

import dev.heddle.fiber.Fiber;
import dev.heddle.sim.Fault;
import dev.heddle.sim.SimulationFailure.Kind;
import java.util.List;

/**
 * A small program with a bug that shows in some orders of events only, and its twin without.
 *
 * <p>Each has a main method, so that {@code ./heddle sim dev.heddle.junit.planted.NAME --seed S}
 * shows the bug.
 */
abstract class Planted {
  private final Kind kind;

  Planted(Kind kind) {
    this.kind = kind;
  }

  /** As what it is found. */
  Kind kind() {
    return kind;
  }

  /** All there are. */
  static List<Planted> all() {
    return List.of(
        new LostWakeUp(),
        new MissedNotify(),
        new DoubleCompletion(),
        new ForgottenUnlock(),
        new AbBaDeadlock(),
        new UnfairHandOff(),
        new MessageReordering(),
        new RestartStorm(),
        new BrokenBarrier(),
        new TimerRace(),
        new LostUpdate(),
        new WaitWithoutLoop(),
        new LeakedPermit());
  }

  /** The program: with its bug, or {@code mended}. */
  abstract void run(boolean mended) throws Exception;

  /** What has to be done to it for the bug to show. */
  Fault[] faults() {
    return new Fault[0];
  }

  /** Waits for all: who closes a runtime instead gives up after a time, and no deadlock is seen. */
  static void join(List<Fiber<?>> fibers) {
    fibers.forEach(Fiber::join);
  }

  static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  @Override
  public String toString() {
    return getClass().getSimpleName();
  }
}
