package dev.heddle.bench.memory;

import dev.heddle.Heddle;
import dev.heddle.bench.actor.Finish;
import dev.heddle.fiber.Signal;
import dev.heddle.task.Body;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Fibers of Heddle or virtual threads that wait for the same event. All of them share a body. */
final class WaitingCrowd implements Crowd {
  private final @Nullable Thread[] threads;
  private final AtomicInteger begun = new AtomicInteger();
  private final Finish finish = new Finish();
  private final Body await;
  private final Runnable release;
  private final Consumer<Waiter> start;

  private WaitingCrowd(int count, Body await, Runnable release, Consumer<Waiter> start) {
    this.threads = new @Nullable Thread[count];
    this.await = await;
    this.release = release;
    this.start = start;
  }

  static Crowd fibers(Heddle heddle, int count) {
    Signal signal = Signal.manual();
    return new WaitingCrowd(count, signal::await, signal::signal, waiter -> heddle.fiber(waiter));
  }

  static Crowd virtualThreads(int count) {
    CountDownLatch latch = new CountDownLatch(1);
    return new WaitingCrowd(count, latch::await, latch::countDown, Thread::startVirtualThread);
  }

  @Override
  public void gather() throws InterruptedException {
    finish.expect(threads.length);
    Waiter waiter = new Waiter();
    for (int i = 0; i < threads.length; i++) {
      start.accept(waiter);
    }
    for (int i = 0; i < threads.length; i++) {
      while (!waits(i)) {
        Thread.sleep(1);
      }
    }
  }

  private boolean waits(int number) {
    Thread thread = threads[number];
    return thread != null && thread.getState() == Thread.State.WAITING;
  }

  @Override
  public void dismiss() {
    release.run();
    finish.await();
  }

  private final class Waiter implements Runnable, Body {
    @Override
    public void run() {
      threads[begun.getAndIncrement()] = Thread.currentThread();
      try {
        await.run();
        finish.arrive();
      } catch (Exception e) {
        throw new IllegalStateException(e); // it does not arrive, so the watchdog will tell
      }
    }
  }
}
