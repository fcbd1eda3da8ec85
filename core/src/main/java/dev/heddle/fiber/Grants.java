package dev.heddle.fiber;

import org.jspecify.annotations.Nullable;

/**
 * Places that were granted under a guard, to be woken after it was left. Of one thread, and made
 * before the guard is entered. Keeps them by their links, which no queue needs any more.
 */
final class Grants {
  private @Nullable Place first;
  private @Nullable Place last;

  void add(Place place) {
    if (last == null) {
      first = place;
    } else {
      last.next = place;
    }
    last = place;
  }

  /** Lets all of them go on, in order. */
  void wake() {
    Place place = first;
    while (place != null) {
      Place next = place.next;
      place.next = null;
      place.waiter().wake();
      place = next;
    }
  }
}
