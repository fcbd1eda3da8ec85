package dev.heddle.scheduler;

import dev.heddle.verify.Linearizability;
import java.util.BitSet;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@link TimerWheel}: timers are added, cancelled and fired by any thread. */
@Tag("lincheck")
class TimerLinearizabilityTest {
  private static final int TIMERS = 3;
  private static final long NOW = 1 << 24;

  /** What is asked of a wheel, real or broken. Its timers are due at once or in the far future. */
  interface Wheel {
    void add(Timer timer, long deadline);

    boolean cancel(Timer timer);

    int fireDue();

    int fireAll();
  }

  private static final class NumberedTimer extends Timer {
    @Override
    protected void fire() {}
  }

  /** The operations on three timers: two that are due, and one that is not. */
  public abstract static class Operations {
    private final Wheel wheel;
    private final Timer[] timers = new Timer[TIMERS];

    Operations(Wheel wheel) {
      this.wheel = wheel;
      for (int i = 0; i < TIMERS; i++) {
        timers[i] = new NumberedTimer();
      }
    }

    @Operation(runOnce = true)
    public void addFirst() {
      wheel.add(timers[0], 1);
    }

    @Operation(runOnce = true)
    public void addSecond() {
      wheel.add(timers[1], 1);
    }

    @Operation(runOnce = true)
    public void addLater() {
      wheel.add(timers[2], 2 * NOW);
    }

    @Operation
    public boolean cancel(@Param(gen = IntGen.class, conf = "0:2") int number) {
      return wheel.cancel(timers[number]);
    }

    @Operation
    public int fireDue() {
      return wheel.fireDue();
    }

    @Operation
    public int fireAll() {
      return wheel.fireAll();
    }
  }

  private static final class RealWheel implements Wheel {
    private final TimerWheel wheel = new TimerWheel(0);

    @Override
    public void add(Timer timer, long deadline) {
      boolean _ = wheel.add(timer, deadline);
    }

    @Override
    public boolean cancel(Timer timer) {
      return timer.takeBack();
    }

    /** The wheel does not wait for its lock here, and says 0 instead. */
    @Override
    public int fireDue() {
      int fired = wheel.fireDue(NOW);
      while (fired == 0 && wheel.isDue(NOW)) {
        Thread.onSpinWait();
        fired = wheel.fireDue(NOW);
      }
      return fired;
    }

    @Override
    public int fireAll() {
      return wheel.fireAll();
    }
  }

  /** Broken on purpose: a list without a lock. */
  private static final class UnlockedWheel implements Wheel {
    private @Nullable Timer first;

    @Override
    public void add(Timer timer, long deadline) {
      timer.set(deadline, 0);
      timer.next = first;
      first = timer;
    }

    @Override
    public boolean cancel(Timer timer) {
      Timer before = null;
      for (Timer each = first; each != null; each = each.next) {
        if (each == timer) {
          remove(before, each);
          return true;
        }
        before = each;
      }
      return false;
    }

    private void remove(@Nullable Timer before, Timer timer) {
      if (before == null) {
        first = timer.next;
      } else {
        before.next = timer.next;
      }
    }

    @Override
    public int fireDue() {
      int fired = 0;
      Timer before = null;
      for (Timer each = first; each != null; each = each.next) {
        if (each.when() <= NOW) {
          remove(before, each);
          each.fire();
          fired++;
        } else {
          before = each;
        }
      }
      return fired;
    }

    @Override
    public int fireAll() {
      Timer all = first;
      first = null;
      int fired = 0;
      for (Timer each = all; each != null; each = each.next) {
        each.fire();
        fired++;
      }
      return fired;
    }
  }

  /** The real one. */
  public static final class Real extends Operations {
    public Real() {
      super(new RealWheel());
    }
  }

  /** The one without a lock. */
  public static final class Unlocked extends Operations {
    public Unlocked() {
      super(new UnlockedWheel());
    }
  }

  /** A set of those that wait. */
  public static final class Specification {
    private final BitSet waiting = new BitSet();

    public void addFirst() {
      waiting.set(0);
    }

    public void addSecond() {
      waiting.set(1);
    }

    public void addLater() {
      waiting.set(2);
    }

    public boolean cancel(int number) {
      boolean waits = waiting.get(number);
      waiting.clear(number);
      return waits;
    }

    public int fireDue() {
      return fire(2);
    }

    public int fireAll() {
      return fire(TIMERS);
    }

    private int fire(int below) {
      int fired = waiting.get(0, below).cardinality();
      waiting.clear(0, below);
      return fired;
    }
  }

  @Test
  void aTimerFiresOrIsCancelled() {
    Linearizability.holds(Real.class, Specification.class);
  }

  @Test
  void aWheelWithoutItsLockIsCaught() {
    Linearizability.isRefuted(Unlocked.class, Specification.class);
  }
}
