package dev.heddle.scheduler;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where fibers run that become ready after their runtime has ended. The JDK cannot move a virtual
 * thread to another scheduler, and one whose scheduler refuses it is stranded for good: so it is
 * mounted on a plain thread here, under no worker, and goes on to its end. Threads are made as
 * needed and leave after a second without work.
 */
final class LateFibers {
  private static final ExecutorService THREADS =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          1,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread thread = new Thread(null, task, "heddle-late-fibers", 0, false);
            thread.setDaemon(true);
            return thread;
          });

  private LateFibers() {}

  /** Runs what is in {@code ready}, on other threads; in {@code world}, if it lives in one. */
  static void run(ReadyQueue ready, @Nullable World world) {
    if (world != null) {
      Runnable fiber;
      while ((fiber = ready.poll()) != null) {
        world.execute(fiber);
      }
    } else if (!ready.isEmpty()) {
      THREADS.execute(
          () -> {
            Runnable fiber;
            while ((fiber = ready.poll()) != null) {
              fiber.run();
            }
          });
    }
  }
}
