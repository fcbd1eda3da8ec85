package dev.heddle.bench.fib;

import dev.heddle.Heddle;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;

/** On Heddle, as a plain method with a scope and a lambda. */
final class FibScope {
  private FibScope() {}

  static long run(Heddle heddle, int n) {
    return heddle.invoke(() -> fib(n));
  }

  private static int fib(int n) {
    if (n < 2) {
      return n;
    }
    try (Scope scope = Scope.open()) {
      Job<Integer> a = scope.spawn(() -> fib(n - 1));
      int b = fib(n - 2);
      return a.join() + b;
    }
  }
}
