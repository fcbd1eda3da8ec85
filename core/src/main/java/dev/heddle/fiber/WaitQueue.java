package dev.heddle.fiber;

import org.jspecify.annotations.Nullable;

/**
 * Waiters in the order of their coming. A doubly linked list, so that one who gives up leaves in
 * constant time. Guarded by the guard of the primitive that it belongs to, all of it.
 */
final class WaitQueue {
  private @Nullable Place first;
  private @Nullable Place last;
  private int size;

  /** Puts {@code place}, which is in no queue, at the end. */
  void add(Place place) {
    place.queue = this;
    place.previous = last;
    if (last == null) {
      first = place;
    } else {
      last.next = place;
    }
    last = place;
    size++;
  }

  /** Takes {@code place} out; does nothing if it is not in here any more. */
  void remove(Place place) {
    if (place.queue != this) {
      return;
    }
    Place before = place.previous;
    Place after = place.next;
    if (before == null) {
      first = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.previous = before;
    }
    place.queue = null;
    place.previous = null;
    place.next = null;
    size--;
  }

  /**
   * Takes out and claims the first who still waits. Who has given up, or was granted in another
   * queue, is taken out on the way.
   *
   * @return the place that was granted, whose waiter is to be woken after the guard was left; null
   *     if nobody waits
   */
  @Nullable Place grantFirst() {
    Place place;
    while ((place = first) != null) {
      remove(place);
      if (place.waiter().claim(place)) {
        return place;
      }
    }
    return null;
  }

  /** As {@link #grantFirst}, of all who still wait, in the order of their coming. */
  void grantAll(Grants grants) {
    Place place;
    while ((place = grantFirst()) != null) {
      grants.add(place);
    }
  }

  /** Who came first, without taking it out; it may have given up. */
  @Nullable Place first() {
    return first;
  }

  boolean isEmpty() {
    return first == null;
  }

  /** How many stand here, those included that have given up and not left yet. */
  int size() {
    return size;
  }
}
