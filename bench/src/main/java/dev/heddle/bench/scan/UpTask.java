package dev.heddle.bench.scan;

import dev.heddle.task.Task;
import org.jspecify.annotations.Nullable;

/** On Heddle: the pass that goes up. */
final class UpTask extends Task {
  private final Scan scan;
  private final int node;
  private final int from;
  private final int to;

  UpTask(Scan scan, int node, int from, int to) {
    this.scan = scan;
    this.node = node;
    this.from = from;
    this.to = to;
  }

  @Override
  protected @Nullable Task execute() {
    if (to - from <= Scan.CUT_OFF) {
      scan.addLeaf(node, from, to);
    } else {
      int middle = (from + to) >>> 1;
      UpTask right = new UpTask(scan, 2 * node + 1, middle, to);
      right.spawn();
      new UpTask(scan, 2 * node, from, middle).execute(); // first, as it stands first in memory
      right.join();
      scan.addChildren(node);
    }
    return null;
  }
}
