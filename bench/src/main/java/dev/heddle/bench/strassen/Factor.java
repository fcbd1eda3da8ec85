package dev.heddle.bench.strassen;

import org.jspecify.annotations.Nullable;

/**
 * What is multiplied: a block, or the sum or difference of two, which is computed when it is needed
 * and by who needs it.
 *
 * @param first the block
 * @param sign of the second
 * @param second the block that is added, or null
 */
record Factor(Block first, int sign, @Nullable Block second) {

  static Factor of(Block block) {
    return new Factor(block, 0, null);
  }

  static Factor sum(Block first, Block second) {
    return new Factor(first, 1, second);
  }

  static Factor difference(Block first, Block second) {
    return new Factor(first, -1, second);
  }

  /** As one block. */
  Block compute() {
    return second == null ? first : first.plus(sign, second);
  }
}
