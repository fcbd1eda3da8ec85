package dev.heddle.bench.savina.quicksort;

import java.util.Arrays;

/** What is done with an array. Arrays that are handed in stay as they are, but for a small one. */
final class Sorting {
  /** Fewer than so many are not divided any more. */
  static final int THRESHOLD = 2048;

  final long[] less;
  final long[] equal;
  final long[] greater;

  private Sorting(long[] less, long[] equal, long[] greater) {
    this.less = less;
    this.equal = equal;
    this.greater = greater;
  }

  /** Whether {@code values} are few, and sorts them if so. */
  static boolean small(long[] values) {
    if (values.length >= THRESHOLD) {
      return false;
    }
    Arrays.sort(values);
    return true;
  }

  /** In three parts, by the value in the middle. */
  static Sorting divide(long[] values) {
    long pivot = values[values.length / 2];
    int less = 0;
    int greater = 0;
    for (long value : values) {
      if (value < pivot) {
        less++;
      } else if (value > pivot) {
        greater++;
      }
    }
    long[] low = new long[less];
    long[] high = new long[greater];
    long[] middle = new long[values.length - less - greater];
    Arrays.fill(middle, pivot);
    less = 0;
    greater = 0;
    for (long value : values) {
      if (value < pivot) {
        low[less++] = value;
      } else if (value > pivot) {
        high[greater++] = value;
      }
    }
    return new Sorting(low, middle, high);
  }

  /** All in order, if the others are. */
  long[] join(long[] sortedLess, long[] sortedGreater) {
    long[] all = Arrays.copyOf(sortedLess, less.length + equal.length + greater.length);
    System.arraycopy(equal, 0, all, less.length, equal.length);
    System.arraycopy(sortedGreater, 0, all, less.length + equal.length, greater.length);
    return all;
  }
}
