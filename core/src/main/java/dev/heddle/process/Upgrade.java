package dev.heddle.process;

/**
 * Makes the next implementation of a process out of the one it has: see {@link Processes#upgrade}.
 */
@FunctionalInterface
public interface Upgrade {
  /**
   * Called between two steps of the process, on a worker. PID, mailbox, commands under way, ports,
   * links, monitors and names stay as they are; {@link Process#init} is not called.
   *
   * @param current the implementation so far. It is not closed: what it holds is the next one's
   * @param context as its {@code init} was given
   * @return the implementation from now on, whose first event is an {@link Upgraded}
   * @throws Exception to fail: then the process crashes, and {@code current} is closed
   */
  Process apply(Process current, ProcessContext context) throws Exception;
}
