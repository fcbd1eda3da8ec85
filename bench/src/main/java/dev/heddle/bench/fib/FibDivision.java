package dev.heddle.bench.fib;

import dev.heddle.Heddle;
import dev.heddle.task.Parallel;
import dev.heddle.task.Task;
import org.jspecify.annotations.Nullable;

/** On Heddle, as a method that spawns only what others could make use of. */
final class FibDivision extends Task {
  private final int n;
  private int result;

  private FibDivision(int n) {
    this.n = n;
  }

  static long run(Heddle heddle, int n) {
    return heddle.invoke(() -> fib(n));
  }

  private static int fib(int n) {
    if (n < 2) {
      return n;
    }
    if (!Parallel.isWorthwhile()) {
      return fib(n - 1) + fib(n - 2);
    }
    FibDivision a = new FibDivision(n - 1);
    a.spawn();
    int b = fib(n - 2);
    a.join();
    return a.result + b;
  }

  @Override
  protected @Nullable Task execute() {
    result = fib(n);
    return null;
  }
}
