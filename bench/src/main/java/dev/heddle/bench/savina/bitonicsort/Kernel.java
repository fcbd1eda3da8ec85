package dev.heddle.bench.savina.bitonicsort;

import dev.heddle.bench.savina.stage.Stage;

/** The network: merges of sequences of two, of four, and so on. */
final class Kernel<R> extends Composite<R> {
  private final int size;
  private final R next;

  Kernel(int size, R next) {
    this.size = size;
    this.next = next;
  }

  @Override
  R build(Stage<R> stage) {
    R inlet = next;
    for (int length = size; length >= 2; length /= 2) {
      inlet = stage.spawn(new Merge<>(length, size, inlet));
    }
    return inlet;
  }
}
