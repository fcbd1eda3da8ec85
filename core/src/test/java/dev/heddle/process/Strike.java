package dev.heddle.process;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Kills a process at one {@link Moment} of whatever goes on in a runtime, on the thread that the
 * moment happens to. If the victim is not in a step, or is not a fiber that runs, it has ended when
 * the moment is over.
 */
final class Strike implements Moment.Witness, AutoCloseable {
  private final ProcessCell victim;
  private final int moment;
  private final AtomicInteger moments = new AtomicInteger();
  private final AtomicBoolean striking = new AtomicBoolean();
  private volatile String where = "nowhere";

  /**
   * @param moment counted from 1
   */
  Strike(Pid victim, int moment) {
    this.victim = ProcessTestCase.cell(victim);
    this.moment = moment;
    Moment.tell(this);
  }

  @Override
  public void see(String now, @Nullable ProcessCell ending) {
    if (ending == null && !striking.get() && moments.incrementAndGet() == moment) {
      striking.set(true);
      where = now;
      victim.processes().kill(victim.self());
      boolean _ = victim.endByForce();
    }
  }

  /** Whether there was such a moment. */
  boolean hasStruck() {
    return striking.get();
  }

  @Override
  public void close() {
    Moment.tell(null);
  }

  @Override
  public String toString() {
    return "the kill at moment %d: %s".formatted(moment, where);
  }
}
