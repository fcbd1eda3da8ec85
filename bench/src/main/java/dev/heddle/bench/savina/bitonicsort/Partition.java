package dev.heddle.bench.savina.bitonicsort;

import dev.heddle.bench.savina.stage.Stage;
import java.util.ArrayList;
import java.util.List;

/** Makes of a bitonic sequence two half as long, with the lesser numbers in one of them. */
final class Partition<R> extends Composite<R> {
  private final int order;
  private final int length;
  private final boolean up;
  private final R next;

  Partition(int order, int length, boolean up, R next) {
    this.order = order;
    this.length = length;
    this.up = up;
    this.next = next;
  }

  @Override
  R build(Stage<R> stage) {
    int half = length / 2;
    R joiner = stage.spawn(new Joiner<>(1, half, stage.spawn(new Marker<>(order, next))));
    List<R> comparers = new ArrayList<>(half);
    for (int i = 0; i < half; i++) {
      comparers.add(stage.spawn(new Comparer<>(i, up, joiner)));
    }
    return stage.spawn(new Splitter<>(1, comparers));
  }
}
