package dev.heddle.sim;

import org.jspecify.annotations.Nullable;

/**
 * Something went wrong in a simulation. Its message says what, with which seed, how to see it
 * again, and what happened last; its cause is what was thrown, if something was.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class SimulationFailure extends AssertionError {
  private static final long serialVersionUID = 1;

  /** What went wrong. */
  public enum Kind {
    /** The program threw, or something was thrown that nobody waited for. */
    EXCEPTION,
    /** An assertion of the program's failed. */
    ASSERTION,
    /**
     * Nobody can go on, and no timer is pending; or a {@code close()} has waited for that in vain.
     */
    DEADLOCK,
    /** A {@code close()} has lost its patience with something that is at work, or sleeps. */
    FORCED_CLOSE,
    /** The run has more steps than it may have. */
    LIVELOCK,
    /** An invariant of the configuration's does not hold. */
    INVARIANT,
    /** Messages or processes are missing, or a process sleeps with a message unread. */
    ACCOUNTING,
    /** A step does not end: something waits without one of the waits that can be simulated. */
    ENDLESS_STEP
  }

  private final Kind kind;
  private final long seed;

  SimulationFailure(Kind kind, long seed, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.seed = seed;
  }

  /** What went wrong. */
  public Kind kind() {
    return kind;
  }

  /** With which it can be seen again. */
  public long seed() {
    return seed;
  }
}
