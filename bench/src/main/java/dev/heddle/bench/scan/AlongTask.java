package dev.heddle.bench.scan;

import dev.heddle.task.Task;
import org.jspecify.annotations.Nullable;

/** On Heddle: the pass along a part, if it is known by then what stands before it. */
final class AlongTask extends Task {
  private final Scan scan;
  private final int node;
  private final int from;
  private final int to;
  private long before;
  private long end;
  private boolean passed;

  /** Written after {@code before}, read before it. */
  private volatile boolean known;

  private AlongTask(Scan scan, int node, int from, int to) {
    this.scan = scan;
    this.node = node;
    this.from = from;
    this.to = to;
  }

  /** Passes along a part behind {@code before}; returns the last of its sums. */
  static long pass(Scan scan, int node, int from, int to, long before) {
    if (to - from <= Scan.CUT_OFF) {
      return scan.sumLeaf(from, to, before);
    }
    int middle = (from + to) >>> 1;
    AlongTask right = new AlongTask(scan, 2 * node + 1, middle, to);
    right.spawn();
    right.before = pass(scan, 2 * node, from, middle, before);
    right.known = true;
    right.join();
    return right.end();
  }

  @Override
  protected @Nullable Task execute() {
    if (known) {
      end = pass(scan, node, from, to, before);
      passed = true;
    } else {
      new UpTask(scan, node, from, to).execute(); // stolen: its sum is of use already
    }
    return null;
  }

  /** The last of its sums; they are all there then. */
  private long end() {
    if (!passed) {
      new DownTask(scan, node, from, to, before).execute();
      end = scan.end(node, before);
    }
    return end;
  }
}
