package dev.heddle;

import dev.heddle.scheduler.OwnThread;
import dev.heddle.scheduler.Scheduler;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;

/** Makes threads that run on a runtime's workers, for whoever starts threads by a factory. */
final class HeddleThreads implements ThreadFactory {
  private final Scheduler scheduler;

  HeddleThreads(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  @Override
  public Thread newThread(Runnable body) {
    if (scheduler.isClosed() && !scheduler.isInside()) {
      throw new RejectedExecutionException(
          "the runtime '" + scheduler.name() + "' is closed and makes no more threads");
    }
    return new Made(scheduler, Objects.requireNonNull(body, "body")).thread();
  }

  /** For messages. */
  @Override
  public String toString() {
    return "thread factory of the runtime '" + scheduler.name() + "'";
  }

  /**
   * A thread that somebody else starts, whenever they like. Until then the scheduler does not know
   * it, so that one that is never started keeps nothing waiting. As soon as it runs it makes itself
   * known.
   *
   * <p>Between {@code Thread.start} and the first line of {@link #run} a close of the runtime sees
   * the thread in a ready queue, or its worker at work.
   */
  private static final class Made extends OwnThread {
    private final Runnable body;

    Made(Scheduler scheduler, Runnable body) {
      super(scheduler, "");
      this.body = body;
    }

    @Override
    public void run() {
      try {
        scheduler().began(this);
        body.run();
      } catch (Throwable e) {
        tell(e);
      } finally {
        scheduler().ended(this);
      }
    }

    /** As Java does: the thread's own handler; if it has none, the runtime's. */
    private void tell(Throwable e) {
      UncaughtExceptionHandler handler = thread().getUncaughtExceptionHandler();
      if (handler == null || handler instanceof ThreadGroup) {
        scheduler().reportUncaught(e);
        return;
      }
      try {
        handler.uncaughtException(thread(), e);
      } catch (Throwable fromHandler) {
        e.addSuppressed(fromHandler);
        scheduler().reportUncaught(e);
      }
    }

    @Override
    protected void abandon(RuntimeException reason) {}
  }
}
