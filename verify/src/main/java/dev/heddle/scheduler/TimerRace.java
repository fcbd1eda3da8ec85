package dev.heddle.scheduler;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two timers, both due, and those who fire and cancel them. However they meet, each timer has one
 * end: it fires, or its cancellation succeeds.
 */
final class TimerRace {
  private static final long NOW = 1 << 24;

  private static final class CountedTimer extends Timer {
    final AtomicInteger ends = new AtomicInteger();

    @Override
    protected void fire() {
      ends.incrementAndGet();
    }
  }

  private interface Timers {
    void add(Timer timer);

    boolean remove(Timer timer);

    void fireDue();
  }

  private record Real(TimerWheel wheel) implements Timers {
    @Override
    public void add(Timer timer) {
      wheel.add(timer, 1);
    }

    @Override
    public boolean remove(Timer timer) {
      return timer.takeBack();
    }

    @Override
    public void fireDue() {
      wheel.fireDue(NOW);
    }
  }

  /** Broken on purpose: a list without a lock. */
  private static final class Unlocked implements Timers {
    private @Nullable Timer first;

    @Override
    public void add(Timer timer) {
      timer.next = first;
      first = timer;
    }

    @Override
    public boolean remove(Timer timer) {
      Timer before = null;
      for (Timer each = first; each != null; each = each.next) {
        if (each == timer && before == null) {
          first = timer.next;
          return true;
        }
        if (each == timer && before != null) {
          before.next = timer.next;
          return true;
        }
        before = each;
      }
      return false;
    }

    @Override
    public void fireDue() {
      Timer each = first;
      first = null;
      while (each != null) {
        each.fire();
        each = each.next;
      }
    }
  }

  private final Timers timers;
  private final CountedTimer one = new CountedTimer();
  private final CountedTimer other = new CountedTimer();

  private TimerRace(Timers timers) {
    this.timers = timers;
    timers.add(one);
  }

  static TimerRace real() {
    return new TimerRace(new Real(new TimerWheel(0)));
  }

  static TimerRace faulty() {
    return new TimerRace(new Unlocked());
  }

  /** Before the race: the second timer is there, too. */
  TimerRace withSecond() {
    addSecond();
    return this;
  }

  void addSecond() {
    timers.add(other);
  }

  void cancelFirst() {
    if (timers.remove(one)) {
      one.ends.incrementAndGet();
    }
  }

  void fireDue() {
    timers.fireDue();
  }

  /** Afterwards, when all that is due has been fired: how many ends each had. */
  void verdict(II_Result r) {
    fireDue();
    r.r1 = one.ends.get();
    r.r2 = other.ends.get();
  }
}
