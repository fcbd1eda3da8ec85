package dev.heddle.bench.savina.quicksort;

import dev.heddle.bench.actor.ActorThreads;
import java.util.function.LongSupplier;

/** On virtual threads, which are joined. */
final class ThreadQuickSort implements Runnable {
  private long[] values;

  private ThreadQuickSort(long[] values) {
    this.values = values;
  }

  static LongSupplier setUp(ActorThreads threads, QuickSort work) {
    return () -> {
      Thread.startVirtualThread(
          () -> {
            ThreadQuickSort all = new ThreadQuickSort(work.values);
            all.run();
            work.done(all.values);
          });
      return work.finish().await();
    };
  }

  @Override
  public void run() {
    if (Sorting.small(values)) {
      return;
    }
    Sorting parts = Sorting.divide(values);
    ThreadQuickSort less = new ThreadQuickSort(parts.less);
    ThreadQuickSort greater = new ThreadQuickSort(parts.greater);
    Thread first = Thread.startVirtualThread(less);
    Thread second = Thread.startVirtualThread(greater);
    try {
      first.join();
      second.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
    values = parts.join(less.values, greater.values);
  }
}
