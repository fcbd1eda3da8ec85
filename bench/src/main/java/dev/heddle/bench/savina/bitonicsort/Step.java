package dev.heddle.bench.savina.bitonicsort;

import dev.heddle.bench.savina.stage.Stage;
import java.util.ArrayList;
import java.util.List;

/** A layer of the network. */
final class Step<R> extends Composite<R> {
  private final int length;
  private final int sequences;
  private final int together;
  private final boolean last;
  private final R next;

  /**
   * @param length of each sequence
   * @param sequences how many there are
   * @param together how many of them are sorted in the same direction, before others in the other
   * @param last whether all are sorted in the same direction
   */
  Step(int length, int sequences, int together, boolean last, R next) {
    this.length = length;
    this.sequences = sequences;
    this.together = together;
    this.last = last;
    this.next = next;
  }

  @Override
  R build(Stage<R> stage) {
    R forward = last ? next : stage.spawn(new Relay<>(next));
    R joiner = stage.spawn(new Joiner<>(length, sequences, forward));
    List<R> parts = new ArrayList<>(sequences);
    for (int i = 0; i < sequences; i++) {
      boolean up = last || i / together % 2 == 0;
      parts.add(
          length > 2
              ? stage.spawn(new Partition<>(i, length, up, joiner))
              : stage.spawn(new Comparer<>(i, up, joiner)));
    }
    return stage.spawn(new Splitter<>(length, parts));
  }
}
