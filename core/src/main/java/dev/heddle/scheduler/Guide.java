package dev.heddle.scheduler;

import java.util.List;

/** Decides in a {@link World} what is left to chance elsewhere. Called by the world's thread. */
public interface Guide {
  /** Which of those who can act does so now: an index. */
  int next(List<Actor> able);

  /** Whether somebody else comes in between, here, at a point where {@code running} has come. */
  boolean comesBetween(Actor running, List<Actor> able);

  /** A number, any. */
  long chance();

  /** How long a step takes, in nanoseconds. */
  long cost(Step step);

  /** Whether others act during the time that a step takes. If not, steps take turns in time. */
  boolean isParallel();

  /** A step was made. */
  void made(Step step);

  /** Whether {@code fault} happens here and now. */
  boolean injects(String fault);

  /** Something worth a line in the log happened. */
  void note(String line);

  /** Whether a runtime that is closed may end by force what has not ended in time. */
  boolean allowsForce();

  /**
   * If it may not: a runtime that is closed has waited for {@code nanos} in vain, and is about to
   * end by force what has not ended.
   *
   * @param stuck whether nobody but who closes it can go on, and no timer is pending
   * @param waits who waits for what, a line each
   */
  void forces(String runtime, long nanos, boolean stuck, List<String> waits);

  /** Something was thrown that nobody waits for, in a runtime without a handler for that. */
  void uncaught(Thread thrower, Throwable e);
}
