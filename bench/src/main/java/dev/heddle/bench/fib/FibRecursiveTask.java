package dev.heddle.bench.fib;

import java.io.Serial;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** On a ForkJoinPool, as the Javadoc of RecursiveTask has it. */
final class FibRecursiveTask extends RecursiveTask<Integer> {
  @Serial private static final long serialVersionUID = 1L;

  private final int n;

  private FibRecursiveTask(int n) {
    this.n = n;
  }

  static long run(ForkJoinPool pool, int n) {
    return pool.invoke(new FibRecursiveTask(n));
  }

  @Override
  protected Integer compute() {
    if (n <= 1) {
      return n;
    }
    FibRecursiveTask a = new FibRecursiveTask(n - 1);
    a.fork();
    FibRecursiveTask b = new FibRecursiveTask(n - 2);
    return b.compute() + a.join();
  }
}
