package dev.heddle.observe.trace;

import java.util.function.IntPredicate;

/** Looks for a place in what is in order. */
final class Search {
  private Search() {}

  /**
   * The first index below {@code size} from which on {@code holds}; {@code size}: there is none.
   */
  static int first(int size, IntPredicate holds) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (holds.test(middle)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
