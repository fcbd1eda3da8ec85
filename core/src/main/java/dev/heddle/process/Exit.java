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

  /**
   * Somebody else has ended it.
   *
   * @param reason why
   */
  record Killed(String reason) implements Exit {}
}
