package dev.heddle.process;

import org.jspecify.annotations.Nullable;

/** What a process can do besides changing itself. Given to {@link Process#init}. */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public sealed interface ProcessContext permits ProcessCell {
  /** This process. */
  Pid self();

  /** Who spawned this process; null if that was no process. */
  @Nullable Pid parent();

  /** All processes of the runtime. */
  Processes processes();

  /** As {@link Processes#send(Pid, Object)}. */
  default void send(Pid target, Object message) {
    processes().send(target, message);
  }

  /** As {@link Processes#spawn(Process)}, with this process as the parent. */
  default Pid spawn(Process process) {
    return spawn(process, ProcessOptions.DEFAULT);
  }

  /** As {@link Processes#spawn(Process, ProcessOptions)}, with this process as the parent. */
  Pid spawn(Process process, ProcessOptions options);

  /**
   * Makes a port to this process. It counts one reference, for whoever it is given to first. To be
   * called in {@code init} or in a step.
   */
  Port openPort();
}
