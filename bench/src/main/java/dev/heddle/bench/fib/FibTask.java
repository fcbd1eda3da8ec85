package dev.heddle.bench.fib;

import dev.heddle.Heddle;
import dev.heddle.task.Task;
import org.jspecify.annotations.Nullable;

/** On Heddle, as its fast form: a task of its own, the result in a field. */
final class FibTask extends Task {
  private final int n;
  private int result;

  private FibTask(int n) {
    this.n = n;
  }

  static long run(Heddle heddle, int n) {
    FibTask root = new FibTask(n);
    heddle.invoke(root);
    return root.result;
  }

  @Override
  protected @Nullable Task execute() {
    if (n < 2) {
      result = n;
    } else {
      FibTask a = new FibTask(n - 1);
      a.spawn();
      FibTask b = new FibTask(n - 2);
      b.execute();
      a.join();
      result = a.result + b.result;
    }
    return null;
  }
}
