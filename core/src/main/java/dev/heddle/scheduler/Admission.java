package dev.heddle.scheduler;

import java.util.concurrent.atomic.LongAdder;

/**
 * Who is just giving work to a runtime from outside. A shutdown refuses newcomers first and then
 * waits until nobody is inside here: from then on nothing more comes from outside.
 *
 * <p>{@link #enter()} is an atomic increment, and comes before the look whether the runtime
 * refuses; {@link #isVacant()} comes after it does. So a newcomer either sees the refusal or is
 * seen.
 *
 * <p>Two counters that only grow, spread over cells, because many threads enter at once. {@code
 * isVacant} reads {@code left} first: if {@code entered} is the same afterwards, then everybody had
 * left at the moment in between, as {@code left <= entered} at all times.
 */
final class Admission {
  private final LongAdder entered = new LongAdder();
  private final LongAdder left = new LongAdder();

  void enter() {
    entered.increment();
  }

  void leave() {
    Memory.count(left, 1);
  }

  boolean isVacant() {
    long out = left.sum();
    return entered.sum() == out;
  }
}
