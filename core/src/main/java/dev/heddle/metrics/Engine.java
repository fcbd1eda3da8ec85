package dev.heddle.metrics;

/** What a runtime's tasks run on. */
public enum Engine {
  /**
   * Virtual threads whose scheduler is Heddle. A task that blocks anywhere parks its own fiber
   * only. Needs the JVM flag {@code --add-opens java.base/java.lang=ALL-UNNAMED}.
   */
  VIRTUAL,
  /**
   * Platform threads that pass a worker on at Heddle's own waits. Slower to switch; a wait that
   * Heddle does not see (a lock of {@code java.util.concurrent}, a socket, {@code Thread.sleep})
   * holds the worker until the watchdog adds a spare one.
   */
  PLATFORM
}
