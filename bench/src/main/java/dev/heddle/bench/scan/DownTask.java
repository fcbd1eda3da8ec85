package dev.heddle.bench.scan;

import dev.heddle.task.Task;
import org.jspecify.annotations.Nullable;

/** On Heddle: the pass that goes down. */
final class DownTask extends Task {
  private final Scan scan;
  private final int node;
  private final int from;
  private final int to;
  private final long before;

  DownTask(Scan scan, int node, int from, int to, long before) {
    this.scan = scan;
    this.node = node;
    this.from = from;
    this.to = to;
    this.before = before;
  }

  @Override
  protected @Nullable Task execute() {
    if (to - from <= Scan.CUT_OFF) {
      scan.sumLeaf(from, to, before);
    } else {
      int middle = (from + to) >>> 1;
      DownTask right = new DownTask(scan, 2 * node + 1, middle, to, scan.beforeRight(node, before));
      right.spawn();
      new DownTask(scan, 2 * node, from, middle, before).execute(); // as in UpTask
      right.join();
    }
    return null;
  }
}
