package dev.heddle.bench.http;

import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** What a handler computes: a sum, forked into a few parts. */
final class Computation {
  private static final int PARTS = 4;
  private static final int PART = 2_000;

  private Computation() {}

  /** On Heddle, with a scope. */
  static long inScope() {
    try (Scope scope = Scope.open()) {
      List<Job<Long>> parts = new ArrayList<>();
      for (int i = 1; i < PARTS; i++) {
        int number = i;
        parts.add(scope.spawn(() -> part(number)));
      }
      long sum = part(0);
      for (Job<Long> job : parts) {
        sum += job.join();
      }
      return sum;
    }
  }

  /** On virtual threads, with futures. */
  static long withFutures(ExecutorService executor)
      throws InterruptedException, ExecutionException {
    List<Future<Long>> parts = new ArrayList<>();
    for (int i = 1; i < PARTS; i++) {
      int number = i;
      parts.add(executor.submit(() -> part(number)));
    }
    long sum = part(0);
    for (Future<Long> future : parts) {
      sum += future.get();
    }
    return sum;
  }

  /** What comes out. */
  static long expected() {
    long sum = 0;
    for (int i = 0; i < PARTS; i++) {
      sum += part(i);
    }
    return sum;
  }

  private static long part(int number) {
    long sum = 0;
    for (long i = (long) number * PART; i < (number + 1L) * PART; i++) {
      long mixed = i * 0x9e3779b97f4a7c15L;
      sum += mixed ^ (mixed >>> 29);
    }
    return sum;
  }
}
