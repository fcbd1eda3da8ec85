package dev.heddle.bench.fib;

import dev.heddle.bench.child.Surplus;
import java.io.Serial;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** On a ForkJoinPool, as a method that forks only what others could make use of. */
final class FibDivisionAction extends RecursiveAction {
  @Serial private static final long serialVersionUID = 1L;

  private final int n;
  private int result;

  private FibDivisionAction(int n) {
    this.n = n;
  }

  static long run(ForkJoinPool pool, int n) {
    FibDivisionAction root = new FibDivisionAction(n);
    pool.invoke(root);
    return root.result;
  }

  private static int fib(int n) {
    if (n < 2) {
      return n;
    }
    if (Surplus.isThere()) {
      return fib(n - 1) + fib(n - 2);
    }
    FibDivisionAction a = new FibDivisionAction(n - 1);
    a.fork();
    int b = fib(n - 2);
    a.join();
    return a.result + b;
  }

  @Override
  protected void compute() {
    result = fib(n);
  }
}
