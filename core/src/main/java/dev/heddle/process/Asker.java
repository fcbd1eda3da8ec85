package dev.heddle.process;

import org.jspecify.annotations.Nullable;

/** Who waits for the reply to a {@link Request}. */
sealed interface Asker permits PendingCommand, AskingThread {
  /** The process that was asked answers; too late: a dead letter. */
  void answer(@Nullable Object result);

  /** Nobody will answer; does nothing if there is an answer. */
  void giveUp(Throwable why);
}
