package dev.heddle.junit;

import dev.heddle.sim.Strategy;

/** A {@link Strategy} that an annotation can name. */
public enum Exploration {
  /** {@link Strategy#mixed()}. */
  MIXED,

  /** {@link Strategy#random()}. */
  RANDOM,

  /** {@link Strategy#priorities()}. */
  PRIORITIES;

  /** What it names. */
  public Strategy strategy() {
    return switch (this) {
      case MIXED -> Strategy.mixed();
      case RANDOM -> Strategy.random();
      case PRIORITIES -> Strategy.priorities();
    };
  }
}
