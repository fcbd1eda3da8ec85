package dev.heddle.process;

import org.jspecify.annotations.Nullable;

/**
 * Where the outcome of one command goes. All methods may be called from any thread. The process
 * sees all that was done before the outcome was given.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public sealed interface CommandReply permits PendingCommand {
  /** The process that has yielded the command. */
  Pid process();

  /** The tag that it gave the command. */
  long tag();

  /**
   * The command is done. If its process has ended, the result becomes a dead letter.
   *
   * @throws IllegalStateException if the command has an outcome already
   */
  void complete(@Nullable Object result);

  /** As {@link #complete}, with an error. */
  void fail(Throwable error);

  /**
   * Has {@code action} called if the process ends before the command does, at once if it has; at
   * most once, and not after an outcome was given. It is called on whatever thread ends the
   * process: it must be quick and must not throw. A second one replaces the first.
   */
  void onCancel(Runnable action);

  /** Whether the process has ended, so that nobody waits for an outcome. */
  boolean isCancelled();
}
