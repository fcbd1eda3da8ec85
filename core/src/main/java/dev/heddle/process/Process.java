package dev.heddle.process;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An isolated state machine with a {@link Pid} and a mailbox. The runtime calls {@link #step} again
 * and again, each time with what has arrived; the process changes its own state, sends messages,
 * writes commands to the output, and returns. Between two steps it costs no thread and no stack.
 *
 * <pre>{@code
 * final class Counter implements Process {
 *   private long sum;
 *
 *   public void step(Events events, StepOutput out) {
 *     for (Event event : events) {
 *       switch (event) {
 *         case Message message -> sum += (int) message.data();
 *         case Cancel _ -> out.complete(sum);
 *         default -> {}
 *       }
 *     }
 *   }
 * }
 *
 * Pid counter = heddle.processes().spawn(new Counter());
 * heddle.processes().send(counter, 1);
 * }</pre>
 *
 * <p><b>One at a time.</b> No two of {@link #init}, {@link #step} and {@link #close} of one process
 * ever run at the same time, and each sees all that the ones before have written, on whichever
 * thread they ran. So a process needs no locks for its own fields. What it sends should not be
 * changed afterwards: receiver and sender may run at the same time.
 *
 * <p><b>Failing.</b> What {@code step} throws, a {@link StackOverflowError} too, ends this process
 * and no other: {@link #close} is called, a {@link ProcessCrash} goes to the runtime's
 * uncaught-exception handler, and what is left in the mailbox becomes {@linkplain DeadLetter dead
 * letters}.
 *
 * <p><b>Blocking.</b> A step may block, as any task: on the virtual engine that costs no worker,
 * but this process gets nothing else done meanwhile. A command ({@link Command}) lets it go on.
 *
 * <p>In a file that imports {@code dev.heddle.process.*}, import this one by its name too, because
 * {@code java.lang.Process} is there without being asked for.
 */
@FunctionalInterface
// Nullness annotations, which callers need not have; and the name, of which the comment tells.
@SuppressWarnings({"exports", "AvoidCommonTypeNames"})
public interface Process {
  /** The entry point that is called if none is named. */
  String MAIN = "main";

  /** The entry points there are; to ask for another one fails the spawn. */
  default Set<String> methods() {
    return Processes.MAIN_ONLY;
  }

  /**
   * Prepares this process, before its first step. Called by whoever spawns it, on that thread; if
   * it throws, the spawn fails with a {@link SpawnException}, and {@link #close} is called.
   *
   * @param context what a process can do besides changing itself; valid for its whole life
   * @param method which of the {@link #methods} to start with
   * @param input what was given to the spawn
   */
  default void init(ProcessContext context, String method, @Nullable Object input)
      throws Exception {}

  /**
   * Goes on by one step. The first one comes without events, as a start.
   *
   * @param events what has arrived since the last step, oldest first, at most some dozen; only
   *     valid during this call, while each event may be kept
   * @param out what to do next; only valid during this call. Left alone, it means: wait for
   *     messages, or for the commands under way
   * @throws Exception to crash
   */
  void step(Events events, StepOutput out) throws Exception;

  /**
   * Lets go of what the process holds. Called exactly once, after the last step or a failed init,
   * whatever happened; what it throws is reported and changes nothing. A spawn that is refused
   * because of an unknown method or a closed runtime never began, and calls neither.
   */
  default void close() {}
}
