package dev.heddle.sim;

import dev.heddle.metrics.Rule;
import dev.heddle.scheduler.Step;

/**
 * How long the scheduler's own doings take in a simulation with parallel time: what one asks for
 * who wants to know how a program would scale, and not what can go wrong in it. Workers then act at
 * the same time, and each step of a worker keeps that worker busy. What the program itself does
 * takes as long as it says by {@link Simulation#spend}.
 *
 * @param choice nanoseconds to choose an item and begin it
 * @param victim nanoseconds to look into the queues of one other worker
 * @param resumption nanoseconds more to go on with a fiber or process that waited
 * @param sleep nanoseconds to lie down
 * @param wakeUp nanoseconds from being woken to being awake
 */
public record Costs(long choice, long victim, long resumption, long sleep, long wakeUp) {
  /** About what is measured on a common processor. */
  public static final Costs COMMON = new Costs(20, 25, 150, 1_000, 5_000);

  /**
   * @throws IllegalArgumentException if one is negative
   */
  public Costs {
    if (Math.min(Math.min(choice, victim), Math.min(resumption, Math.min(sleep, wakeUp))) < 0) {
      throw new IllegalArgumentException(
          "costs: %d, %d, %d, %d, %d, must not be negative"
              .formatted(choice, victim, resumption, sleep, wakeUp));
    }
  }

  long of(Step step) {
    long cost = choice + step.victims() * victim;
    if (step.rule() == Rule.READY) {
      cost += resumption;
    }
    return switch (step.kind()) {
      case WAKE -> cost + wakeUp;
      case LIE_DOWN -> cost + sleep;
      default -> cost;
    };
  }
}
