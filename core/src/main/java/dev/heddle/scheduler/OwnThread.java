package dev.heddle.scheduler;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Work with a thread of its own, so that thread-locals, name and identity are its own too: what a
 * fiber is to the scheduler. On the virtual engine that is a virtual thread, on the platform engine
 * a platform thread that waits for a baton like any runner.
 *
 * <p>It is its thread's uncaught-exception handler. That is how it is found from its thread, at no
 * cost in memory; a map would take some 40 bytes a fiber.
 *
 * <p>In the queues it stands as a slip like any other new work; its thread is started by the worker
 * that claims it. From then on it is known to its engine alone, as whatever is blocked or ready.
 */
public abstract class OwnThread extends Slip implements Runnable, UncaughtExceptionHandler {
  /** Made beforehand, so it has no stack that would tell anything. */
  @SuppressWarnings("StaticAssignmentOfThrowable")
  private static final RejectedExecutionException NO_MEMORY =
      new RejectedExecutionException(
          "its thread could not be started, and there was no memory to say why");

  private final Scheduler scheduler;
  private final Thread thread;
  private final long created = Clock.nanos();

  /** The links of {@link OwnThreads}, which guards them. */
  @Nullable OwnThread before;

  @Nullable OwnThread after;
  boolean listed;

  /**
   * @param name the thread's name; empty: none, which saves its making
   */
  @SuppressWarnings("this-escape") // into a thread that is not started before this is complete
  protected OwnThread(Scheduler scheduler, String name) {
    this.scheduler = scheduler;
    this.thread = scheduler.engine.newThread(name.isEmpty() ? scheduler.fiberName() : name, this);
    thread.setUncaughtExceptionHandler(this);
  }

  /** Does the work; called by its thread, and by nobody else. Must not throw. */
  @Override
  public abstract void run();

  /** Whether it has ended as far as anybody can tell, though its thread may not be gone yet. */
  protected boolean hasEnded() {
    return false;
  }

  @Override
  public void uncaughtException(Thread thrower, Throwable e) {
    scheduler.uncaught(e);
  }

  /** The thread, started or not. */
  public final Thread thread() {
    return thread;
  }

  /** The thread's name, or, if it has none, one made of the runtime's name and a number. */
  public final String name() {
    String given = thread.getName();
    return given.isEmpty() ? scheduler.name() + "-fiber-" + thread.threadId() : given;
  }

  /** The scheduler that this was made for. */
  public final Scheduler scheduler() {
    return scheduler;
  }

  /** When it was made, by {@link Clock#nanos()}. */
  public final long created() {
    return created;
  }

  @Override
  protected String recordedKind() {
    return "fiber";
  }

  @Override
  protected String recordedName() {
    return name();
  }

  @Override
  protected long recordedNumber() {
    return thread.threadId();
  }

  @Override
  protected final @Nullable Object claim() {
    try {
      assert Memory.suffices("a thread of its own");
      return scheduler.engine.mount(thread);
    } catch (Throwable e) {
      abandon(couldNotStart(e));
      return null;
    }
  }

  private static RejectedExecutionException couldNotStart(Throwable why) {
    try {
      assert Memory.suffices("why it could not be started");
      return new RejectedExecutionException("its thread could not be started", why);
    } catch (OutOfMemoryError _) {
      return NO_MEMORY;
    }
  }
}
