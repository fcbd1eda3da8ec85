package dev.heddle.fiber;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * One wait for the first of several signals: one {@link Waiter} with a place at each of them.
 *
 * <p>The waiter's one outcome makes sure that one signal is taken and no more. A signal that is
 * found SET while the places are taken is not asked from its queue, but the order is the same as
 * there: first the claim, then the signal. If somebody else has taken the signal in between, the
 * claim stands for nothing; meanwhile another signal may have passed this waiter over, and be SET.
 * So it begins anew, with a new waiter.
 */
final class SignalChoice {
  private static final int NONE = -1;
  private static final int AGAIN = -2;

  private final Signal[] signals;

  SignalChoice(List<Signal> signals) {
    this.signals = signals.toArray(Signal[]::new);
  }

  /** The index of the signal that was taken; -1 if the time is up. */
  int await(long nanos) throws InterruptedException {
    GuardedWord.throwIfInterrupted();
    StackRoom.toHold();
    long start = nanos == Long.MAX_VALUE ? 0 : Clock.nanos();
    while (true) {
      for (int i = 0; i < signals.length; i++) {
        if (signals[i].take()) {
          return i;
        }
      }
      long left = nanos == Long.MAX_VALUE ? nanos : nanos - (Clock.nanos() - start);
      if (left <= 0) {
        return NONE;
      }
      int taken = awaitQueued(left);
      if (taken != AGAIN) {
        return taken;
      }
    }
  }

  private int awaitQueued(long nanos) throws InterruptedException {
    Waiter waiter = new Waiter();
    List<Place> places = new ArrayList<>(signals.length);
    for (int i = 0; i < signals.length; i++) {
      places.add(new Place(waiter));
    }
    int queued = 0;
    boolean granted = false;
    try {
      for (Place place : places) {
        Signal signal = signals[queued++];
        if (!queue(place, signal)) {
          return AGAIN;
        }
        if (waiter.granted() != null) {
          break;
        }
      }
      granted = waiter.await(this, nanos, true);
    } finally {
      if (!granted) {
        waiter.giveUp();
      }
      for (int i = 0; i < queued; i++) {
        signals[i].withdrawPlace(places.get(i));
      }
    }
    Place got = waiter.granted();
    if (got == null && Thread.interrupted()) {
      throw new InterruptedException();
    }
    return places.indexOf(got);
  }

  /** Queues, or takes what is signalled; false if somebody else took it after the claim. */
  private static boolean queue(Place place, Signal signal) {
    Waiter waiter = place.waiter();
    signal.enter();
    boolean sound = true;
    if (signal.announced()) {
      signal.queue.add(place);
    } else {
      sound = !waiter.claim(place) || signal.take();
    }
    signal.leave();
    return sound;
  }

  /** For messages. */
  @Override
  public String toString() {
    return "the first of " + List.of(signals);
  }
}
