package dev.heddle.sim;

/**
 * How a simulation explores: by which chance it decides who goes next, and where somebody comes in
 * between.
 */
public sealed interface Strategy {
  /**
   * Any of those who can go on, with equal chances; at one point in {@code interval} somebody else
   * may come in between.
   *
   * @param interval from 1, which is always
   */
  record Random(int interval) implements Strategy {
    /**
     * @throws IllegalArgumentException if {@code interval} is less than 1
     */
    public Random {
      if (interval < 1) {
        throw new IllegalArgumentException("interval: " + interval + ", must be at least 1");
      }
    }
  }

  /**
   * By priorities: each worker and each thread outside gets one by chance, and the highest that can
   * go on does, until it waits; at {@code changes} moments, chosen by chance among the first {@code
   * length} steps and points, early ones more likely, whoever runs falls behind all others. It
   * finds a bug that needs {@code changes + 1} things to happen in a certain order with a chance of
   * at least {@code 1 / (actors * (length * log(length))^changes)} a run, however rare that order
   * is otherwise. (After Burckhardt and others, "A randomized scheduler with probabilistic
   * guarantees of finding bugs", 2010, where moments have equal chances, and the logarithm is
   * missing: better for programs that have about {@code length} of them, worse for shorter ones.)
   */
  record Priorities(int changes, int length) implements Strategy {
    /**
     * @throws IllegalArgumentException if one of them is negative, or there are changes and no
     *     length
     */
    public Priorities {
      if (changes < 0 || length < Math.min(1, changes)) {
        throw new IllegalArgumentException(
            "changes: %d, length: %d, must not be negative, and a change needs a length"
                .formatted(changes, length));
      }
    }
  }

  /** The one that suits most: {@link Random} and {@link Priorities} in turns, by the seed. */
  record Mixed() implements Strategy {}

  /** {@link Random}, with somebody coming in between at every other point. */
  static Strategy random() {
    return new Random(2);
  }

  /** {@link Priorities} with two changes in the first thousand. */
  static Strategy priorities() {
    return new Priorities(2, 1_000);
  }

  /** {@link Mixed}. */
  static Strategy mixed() {
    return new Mixed();
  }
}
