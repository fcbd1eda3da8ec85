package dev.heddle.bench.memory;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.actor.PekkoDispatcher;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Cancellable;

/**
 * Timers that are set from outside, to do the same thing in an hour.
 *
 * @param <T> what stands for one
 */
final class TimerCrowd<T> implements Crowd {
  private static final int HOURS = 1;

  private final Object[] timers;
  private final Supplier<T> set;
  private final Predicate<T> cancel;

  private TimerCrowd(int count, Supplier<T> set, Predicate<T> cancel) {
    this.timers = new Object[count];
    this.set = set;
    this.cancel = cancel;
  }

  static Crowd of(ScheduledExecutorService executor, int count) {
    Runnable never = TimerCrowd::never;
    return new TimerCrowd<Future<?>>(
        count, () -> executor.schedule(never, HOURS, TimeUnit.HOURS), timer -> timer.cancel(false));
  }

  /** On a system that {@link PekkoDispatcher} has started. */
  static Crowd of(ActorSystem system, int count) {
    return new TimerCrowd<Cancellable>(
        count,
        () ->
            system
                .scheduler()
                .scheduleOnce(Duration.ofHours(HOURS), TimerCrowd::never, system.dispatcher()),
        Cancellable::cancel);
  }

  private static void never() {
    throw new IllegalStateException("an hour is over");
  }

  @Override
  public void gather() {
    for (int i = 0; i < timers.length; i++) {
      timers[i] = set.get();
    }
  }

  @Override
  @SuppressWarnings("unchecked") // nothing else was put in
  public void dismiss() {
    for (int i = 0; i < timers.length; i++) {
      if (!cancel.test((T) timers[i])) {
        throw new BenchmarkFailure("wrong result: a timer was not there any more");
      }
      timers[i] = null;
    }
  }
}
