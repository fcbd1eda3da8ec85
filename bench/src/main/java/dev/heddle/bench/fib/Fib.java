package dev.heddle.bench.fib;

import dev.heddle.bench.child.Workload;

/** The Fibonacci number of {@code n}, by the definition, a spawn for each addition. */
final class Fib extends Workload {
  private static final int REPEATS = 3;

  final int n;
  private final long expected;

  Fib(int n) {
    super(number(n + 1) - 1.0, REPEATS); // as many additions as the recursion makes
    this.n = n;
    this.expected = number(n);
  }

  static long number(int n) {
    long now = 0;
    long next = 1;
    for (int i = 0; i < n; i++) {
      long sum = now + next;
      now = next;
      next = sum;
    }
    return now;
  }

  /** By the definition, with plain calls. */
  static int call(int n) {
    return n < 2 ? n : call(n - 1) + call(n - 2);
  }

  @Override
  protected void check(long result) {
    checkEqual("fib(" + n + ")", expected, result);
  }
}
