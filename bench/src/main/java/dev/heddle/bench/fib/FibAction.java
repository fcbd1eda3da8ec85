package dev.heddle.bench.fib;

import java.io.Serial;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** On a ForkJoinPool, as its fast form: an action with the result in a field. */
final class FibAction extends RecursiveAction {
  @Serial private static final long serialVersionUID = 1L;

  private final int n;
  private int result;

  private FibAction(int n) {
    this.n = n;
  }

  static long run(ForkJoinPool pool, int n) {
    FibAction root = new FibAction(n);
    pool.invoke(root);
    return root.result;
  }

  @Override
  protected void compute() {
    if (n < 2) {
      result = n;
    } else {
      FibAction a = new FibAction(n - 1);
      a.fork();
      FibAction b = new FibAction(n - 2);
      b.compute();
      a.join();
      result = a.result + b.result;
    }
  }
}
