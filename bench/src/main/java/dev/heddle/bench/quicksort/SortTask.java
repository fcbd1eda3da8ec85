package dev.heddle.bench.quicksort;

import dev.heddle.Heddle;
import dev.heddle.task.Task;
import org.jspecify.annotations.Nullable;

/** On Heddle. */
final class SortTask extends Task {
  private final int[] numbers;
  private final int from;
  private final int to;

  private SortTask(int[] numbers, int from, int to) {
    this.numbers = numbers;
    this.from = from;
    this.to = to;
  }

  static long run(Heddle heddle, int[] numbers) {
    heddle.invoke(new SortTask(numbers, 0, numbers.length));
    return numbers.length;
  }

  @Override
  protected @Nullable Task execute() {
    if (to - from <= Sorting.CUT_OFF) {
      Sorting.sortLeaf(numbers, from, to);
    } else {
      int middle = Sorting.partition(numbers, from, to);
      SortTask smaller = new SortTask(numbers, from, middle);
      smaller.spawn();
      new SortTask(numbers, middle, to).execute();
      smaller.join();
    }
    return null;
  }
}
