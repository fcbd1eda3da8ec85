package dev.heddle.process;

import org.jspecify.annotations.Nullable;

/** How a process has ended. */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public sealed interface Exit {
  /**
   * It has said that it is complete.
   *
   * @param result what it said
   */
  record Completed(@Nullable Object result) implements Exit {}

  /**
   * It has failed.
   *
   * @param error what it has thrown or said
   */
  record Failed(Throwable error) implements Exit {}

  /** Whether it was no normal end: it has failed, or others have ended it. */
  default boolean isCrash() {
    return !(this instanceof Completed);
  }

  /**
   * Somebody else has ended it.
   *
   * @param reason why
   */
  record Killed(String reason) implements Exit {}

  /**
   * The crash of a process that it was linked to has taken it along.
   *
   * @param by whose
   * @param cause how that one has ended
   */
  record Taken(Pid by, Exit cause) implements Exit {}

  /** It had ended long ago, or never was: nobody knows. */
  record Unknown() implements Exit {}
}
