package dev.heddle.scheduler;

import java.lang.ref.Cleaner;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Failures of what somebody could still join, and nobody has. Each is told exactly once: at the
 * join; or, if whatever failed can be joined by nobody any more because it is garbage, or when the
 * runtime closes, to the uncaught-exception handler. Costs something only for what fails. In a
 * simulation, garbage or not, only at the end.
 */
public final class UntoldFailures {
  /** One thread for all runtimes, from the first failure on that nobody waited for. */
  private static final class Watch {
    static final Cleaner CLEANER = Cleaner.create();
  }

  private final Scheduler scheduler;
  private final Set<Untold> untold = ConcurrentHashMap.newKeySet();
  private final AtomicInteger numbers = new AtomicInteger();
  private volatile boolean over;

  UntoldFailures(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** A failure that waits to be told. */
  public static final class Untold {
    private final UntoldFailures all;
    private final Throwable failure;
    private final int number;
    private final AtomicBoolean told = new AtomicBoolean();

    private Untold(UntoldFailures all, Throwable failure) {
      this.all = all;
      this.failure = failure;
      this.number = all.numbers.incrementAndGet();
    }

    /** Its number, so that a set of them has the same order in every run of a simulation. */
    @Override
    public int hashCode() {
      return number;
    }

    /** Identity. */
    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    /** Somebody is told now, by a join. */
    public void joined() {
      told.set(true);
      all.untold.remove(this);
    }

    private void report() {
      if (told.compareAndSet(false, true)) {
        all.untold.remove(this);
        all.scheduler.uncaught(failure);
      }
    }
  }

  /**
   * {@code owner} has failed while nobody waited for it.
   *
   * @return what its join has to call; after the runtime was closed its report tells more, and it
   *     is not told to the handler
   */
  public Untold add(Object owner, Throwable failure) {
    Untold one = new Untold(this, failure);
    if (!over) {
      untold.add(one);
      if (scheduler.world == null) { // in a world nothing may depend on the collector
        Watch.CLEANER.register(owner, one::report);
      }
    }
    return one;
  }

  /** The runtime closes, or its simulation ends: everything that has failed by now is told. */
  public void reportAll() {
    over = true;
    untold.forEach(Untold::report);
  }
}
