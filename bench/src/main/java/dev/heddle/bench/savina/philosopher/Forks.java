package dev.heddle.bench.savina.philosopher;

/** Which forks are in use. A philosopher needs the one with his number, and the next one. */
final class Forks {
  private final boolean[] taken;
  private int meals;

  Forks(int philosophers) {
    taken = new boolean[philosophers];
  }

  /**
   * Somebody is hungry.
   *
   * @return whether he has his forks now
   */
  boolean take(int philosopher) {
    int right = (philosopher + 1) % taken.length;
    if (taken[philosopher] || taken[right]) {
      return false;
    }
    taken[philosopher] = true;
    taken[right] = true;
    return true;
  }

  /** Somebody has eaten. It counts if he had his forks. */
  void putBack(int philosopher) {
    int right = (philosopher + 1) % taken.length;
    if (taken[philosopher] && taken[right]) {
      meals++;
    }
    taken[philosopher] = false;
    taken[right] = false;
  }

  /** How often somebody has eaten. */
  int meals() {
    return meals;
  }
}
