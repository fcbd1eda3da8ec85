package dev.heddle.supervisor;

import dev.heddle.process.Pid;
import java.time.Duration;

/** What supervisors tell each other and themselves. */
sealed interface Note {
  /** A supervisor tells the one above that all its first children have been started. */
  record Started(Pid who) implements Note {}

  /** The time of a child to stop, or to end after a kill, is up. */
  record StopDue(Child child, Pid pid) implements Note {}

  /** A child has waited long enough for its restart. */
  record RestartDue(Child child, long turn) implements Note {}

  /** Several children have waited long enough for their restart. */
  record RestartsDue(long turn) implements Note {}

  /** The supervisor has to end: whoever lives is killed at once, and has {@code grace} to go. */
  record Hurry(Duration grace) implements Note {}
}
