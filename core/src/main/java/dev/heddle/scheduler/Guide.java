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

  /** Something was thrown that nobody waits for, in a runtime without a handler for that. */
  void uncaught(Thread thrower, Throwable e);
}
