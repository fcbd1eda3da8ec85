package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * Something that a worker can be given to run: all that the scheduler knows of tasks, and of
 * whatever else is scheduled.
 *
 * <p>An abstract class and not an interface, because the deque's hot path calls {@link #carryOut}
 * and a call through a class is cheaper where many kinds of work meet.
 */
public abstract class Work {
  /** The {@link #recordedKind} of what is run once, from its start to its end. */
  protected static final String TASK = "task";

  /**
   * Runs this item on the calling runner, once. May block: then the runner parks, and may go on
   * under another worker. Must not throw; whatever goes wrong belongs into the item's own outcome.
   *
   * @return what the worker shall run next ({@code BYPASS}), or null
   */
  protected abstract @Nullable Work carryOut();

  /**
   * Ends this item without running it, because the runtime has ended. Whoever waits for it is told
   * {@code reason}. Must not throw.
   */
  protected abstract void abandon(RuntimeException reason);

  /**
   * Owner of the deque in which this is the newest item: tries to take it back now, to run it in
   * place. Behind this stands a full fence or a CAS, so that a volatile read behind that comes
   * after what is stored here. A thief may still be faster; where one was seen to be, this is not
   * called.
   */
  protected void announceTakeBack() {}

  // ---- for who looks in, and for recordings

  /** The number of its PID, if it is a process; 0: it is none. */
  protected long processNumber() {
    return 0;
  }

  /** The class that somebody has written to have this run. */
  protected Class<?> recordedType() {
    return getClass();
  }

  /** What it is, in a word. */
  protected String recordedKind() {
    return TASK;
  }

  /** What it is called. */
  protected String recordedName() {
    return ClassName.of(recordedType());
  }

  /** By which it is known again, among those of its kind; of few, two may have the same one. */
  protected long recordedNumber() {
    return System.identityHashCode(this);
  }
}
