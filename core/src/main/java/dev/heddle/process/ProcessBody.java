package dev.heddle.process;

import org.jspecify.annotations.Nullable;

/**
 * A process written as ordinary blocking Java, on a fiber of its own: it waits for messages with
 * {@link Inbox#receive()}, and may sleep, lock and do I/O in between. In all else it is a process
 * as any other: PID, mailbox, links, names, accounting.
 *
 * <pre>{@code
 * Pid echo = heddle.processes().spawn(inbox -> {
 *   while (true) {
 *     String text = inbox.receive(String.class);
 *     inbox.reply(text.toUpperCase());
 *   }
 * });
 * }</pre>
 *
 * <p><b>The end.</b> A {@link Cancel} makes the receive that comes to it throw a {@link
 * ProcessCancelledException}, which is best let through: it then counts as a normal end. A kill
 * interrupts the fiber, and makes every further receive throw it.
 *
 * <p><b>Cost.</b> A fiber each, some 800 bytes; a message costs a switch of fibers.
 */
@FunctionalInterface
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public interface ProcessBody {
  /**
   * Is the life of the process.
   *
   * @return its result
   * @throws Exception to crash
   */
  @Nullable Object run(Inbox inbox) throws Exception;
}
