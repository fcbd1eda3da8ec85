package dev.heddle.bench.quicksort;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.child.Workload;
import java.util.Arrays;
import java.util.SplittableRandom;

/** An array of random numbers that is to be sorted in place. */
final class Sorting extends Workload {
  /** Not split any further. */
  static final int CUT_OFF = 256;

  private static final int REPEATS = 1;
  private static final long SEED = 20_260_101;

  final int[] numbers;
  private final int[] unsorted;
  private final int[] sorted;

  Sorting(int length) {
    super(length, REPEATS);
    unsorted = new SplittableRandom(SEED).ints(length).toArray();
    numbers = unsorted.clone();
    sorted = unsorted.clone();
    Arrays.sort(sorted);
  }

  /** Sorts a part that is not split. */
  static void sortLeaf(int[] a, int from, int to) {
    Arrays.sort(a, from, to);
  }

  /**
   * Moves the smaller numbers of {@code [from, to)} in front of the larger ones.
   *
   * @return where the larger ones begin; neither side is empty
   */
  static int partition(int[] a, int from, int to) {
    int pivot = median(a[from], a[(from + to) >>> 1], a[to - 1]);
    int i = from - 1;
    int j = to;
    while (true) {
      do {
        i++;
      } while (a[i] < pivot);
      do {
        j--;
      } while (a[j] > pivot);
      if (i >= j) {
        return j + 1; // not to: the pivot is no single largest number
      }
      int swapped = a[i];
      a[i] = a[j];
      a[j] = swapped;
    }
  }

  private static int median(int a, int b, int c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }

  /** All of it, by plain calls. */
  long run() {
    sort(0, numbers.length);
    return numbers.length;
  }

  private void sort(int from, int to) {
    if (to - from <= CUT_OFF) {
      sortLeaf(numbers, from, to);
    } else {
      int middle = partition(numbers, from, to);
      sort(from, middle);
      sort(middle, to);
    }
  }

  @Override
  protected void prepare() {
    System.arraycopy(unsorted, 0, numbers, 0, numbers.length);
  }

  @Override
  protected void check(long result) {
    int wrong = Arrays.mismatch(sorted, numbers);
    if (wrong >= 0) {
      throw new BenchmarkFailure("wrong result: not sorted at " + wrong);
    }
  }
}
