package dev.heddle.observe.page;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;

/**
 * The threads that the server's exchanges run on, from the first byte of a request to the last of
 * its answer: virtual ones of the JDK's own scheduler, so that no worker of a runtime is needed. It
 * takes a bounded number of them, and interrupts the thread of one that takes too long, which
 * closes its connection: a channel that a thread is blocked in is closed by an interrupt.
 */
final class Exchanges implements Executor, AutoCloseable {
  private static final Duration TICK = Duration.ofMillis(100);
  private static final ScopedValue<UnderWay> CURRENT = ScopedValue.newInstance();

  private final Limits limits;
  private final Set<UnderWay> underWay = ConcurrentHashMap.newKeySet();
  // Started by the server's dispatcher, a platform thread, so their scheduler is the JDK's.
  private final ThreadFactory threads = Thread.ofVirtual().name("heddle-page-", 0).factory();
  private final Thread clock;

  private static final class UnderWay {
    private final Thread thread;
    private volatile long deadline;

    UnderWay(ThreadFactory threads, Runnable exchange, long deadline) {
      this.deadline = deadline;
      this.thread = threads.newThread(() -> ScopedValue.where(CURRENT, this).run(exchange));
    }
  }

  Exchanges(Limits limits) {
    this.limits = limits;
    this.clock = Thread.ofPlatform().daemon().name("heddle-page-clock").start(this::keepTime);
  }

  /**
   * Runs an exchange.
   *
   * @throws RejectedExecutionException if there are too many; the server then drops the connection
   */
  @Override
  public void execute(Runnable exchange) {
    if (underWay.size() >= limits.exchanges()) {
      throw new RejectedExecutionException("too many requests at once");
    }
    UnderWay[] self = new UnderWay[1];
    UnderWay mine =
        new UnderWay(
            threads,
            () -> {
              try {
                exchange.run();
              } finally {
                underWay.remove(self[0]);
              }
            },
            System.nanoTime() + limits.arrival().toNanos());
    self[0] = mine;
    underWay.add(mine);
    mine.thread.start();
  }

  /** The request has arrived, or a piece of its answer has been read: time for the next. */
  void goesOn() {
    CURRENT.get().deadline = System.nanoTime() + limits.answer().toNanos();
  }

  /** It is at rest for a while, of its own will. */
  void waits(Duration time) {
    CURRENT.get().deadline = System.nanoTime() + time.plus(limits.answer()).toNanos();
  }

  private void keepTime() {
    try {
      while (true) {
        Thread.sleep(TICK);
        long now = System.nanoTime();
        underWay.stream()
            .filter(one -> now - one.deadline > 0)
            .forEach(one -> one.thread.interrupt());
      }
    } catch (InterruptedException _) {
      // Closed.
    }
  }

  int count() {
    return underWay.size();
  }

  /** Ends all of them. */
  @Override
  public void close() {
    clock.interrupt();
    underWay.forEach(one -> one.thread.interrupt());
  }
}
