package dev.heddle.bench.quicksort;

import java.io.Serial;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** On a ForkJoinPool. */
final class SortAction extends RecursiveAction {
  @Serial private static final long serialVersionUID = 1L;

  private final int[] numbers;
  private final int from;
  private final int to;

  private SortAction(int[] numbers, int from, int to) {
    this.numbers = numbers;
    this.from = from;
    this.to = to;
  }

  static long run(ForkJoinPool pool, int[] numbers) {
    pool.invoke(new SortAction(numbers, 0, numbers.length));
    return numbers.length;
  }

  @Override
  protected void compute() {
    if (to - from <= Sorting.CUT_OFF) {
      Sorting.sortLeaf(numbers, from, to);
    } else {
      int middle = Sorting.partition(numbers, from, to);
      SortAction smaller = new SortAction(numbers, from, middle);
      smaller.fork();
      new SortAction(numbers, middle, to).compute();
      smaller.join();
    }
  }
}
