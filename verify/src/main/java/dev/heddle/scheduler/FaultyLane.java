package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A copy of {@link SharedLane} into which one fault can be built. */
final class FaultyLane implements WorkLane {
  /** What is wrong. */
  enum Fault {
    NONE,
    /** Who adds looks whether a place is the last, and then links to it, without a CAS. */
    LINKED_WITHOUT_CLAIM,
    /** Who takes moves the head on by a write, without a CAS. */
    TAKEN_WITHOUT_CLAIM,
    /** A place that is gone looks as if it were the last. */
    GONE_LOOKS_LAST
  }

  private static final VarHandle HEAD;
  private static final VarHandle TAIL;
  private static final VarHandle NEXT;

  static {
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      HEAD = here.findVarHandle(FaultyLane.class, "head", Place.class);
      TAIL = here.findVarHandle(FaultyLane.class, "tail", Place.class);
      NEXT = here.findVarHandle(Place.class, "next", Place.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final class Place {
    final @Nullable Work item;
    volatile @Nullable Place next;

    Place(@Nullable Work item) {
      this.item = item;
    }
  }

  private final Fault fault;
  private volatile Place head = new Place(null);
  private volatile Place tail = head;

  FaultyLane(Fault fault) {
    this.fault = fault;
  }

  @Override
  public void add(Work item) {
    Place place = new Place(item);
    Place seen = tail;
    Place last = seen;
    while (true) {
      Place next = last.next;
      if (next == null) {
        if (linked(last, place)) {
          TAIL.compareAndSet(this, seen, place);
          return;
        }
      } else {
        Place now = tail;
        last = now != seen ? now : next == last ? head : next;
        seen = now;
      }
    }
  }

  private boolean linked(Place last, Place place) {
    if (fault == Fault.LINKED_WITHOUT_CLAIM) {
      last.next = place;
      return true;
    }
    return NEXT.compareAndSet(last, (Place) null, place);
  }

  @Override
  public @Nullable Work poll() {
    while (true) {
      Place first = head;
      Place next = first.next;
      if (next == null) {
        return null;
      }
      if (next != first && movedOn(first, next)) {
        leave(first);
        return next.item;
      }
    }
  }

  private void leave(Place first) {
    if (fault == Fault.GONE_LOOKS_LAST) {
      first.next = null;
    } else if (fault != Fault.TAKEN_WITHOUT_CLAIM) { // the head may come back to it
      first.next = first;
    }
  }

  private boolean movedOn(Place first, Place next) {
    if (fault == Fault.TAKEN_WITHOUT_CLAIM) {
      head = next;
      return true;
    }
    return HEAD.compareAndSet(this, first, next);
  }
}
