package dev.heddle.bench.savina.fib;

import dev.heddle.bench.actor.ActorThreads;
import java.util.function.LongSupplier;

/** On virtual threads, which are joined. */
final class ThreadFibonacci implements Runnable {
  private final int n;
  private long result = 1;

  private ThreadFibonacci(int n) {
    this.n = n;
  }

  static LongSupplier setUp(ActorThreads threads, Fibonacci work) {
    return () -> {
      Thread.startVirtualThread(
          () -> {
            ThreadFibonacci all = new ThreadFibonacci(work.number);
            all.run();
            work.finish().arrive(all.result);
          });
      return work.finish().await();
    };
  }

  @Override
  public void run() {
    if (n <= 2) {
      return;
    }
    ThreadFibonacci first = new ThreadFibonacci(n - 1);
    ThreadFibonacci second = new ThreadFibonacci(n - 2);
    Thread one = Thread.startVirtualThread(first);
    Thread other = Thread.startVirtualThread(second);
    try {
      one.join();
      other.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
    result = first.result + second.result;
  }
}
