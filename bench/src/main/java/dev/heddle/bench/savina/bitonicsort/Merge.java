package dev.heddle.bench.savina.bitonicsort;

import dev.heddle.bench.savina.stage.Stage;

/** Sorts bitonic sequences, by layers. */
final class Merge<R> extends Composite<R> {
  private final int length;
  private final int size;
  private final R next;

  /**
   * @param length of each sequence
   * @param size how many numbers there are in all of them
   */
  Merge(int length, int size, R next) {
    this.length = length;
    this.size = size;
    this.next = next;
  }

  @Override
  R build(Stage<R> stage) {
    R inlet = next;
    boolean last = length == size;
    for (int i = length / 2; i >= 1; i /= 2) {
      inlet = stage.spawn(new Step<>(length / i, size / length * i, i, last, inlet));
    }
    return inlet;
  }
}
