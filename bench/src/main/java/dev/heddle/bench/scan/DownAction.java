package dev.heddle.bench.scan;

import java.util.concurrent.RecursiveAction;

/** On a ForkJoinPool: the pass that goes down. */
@SuppressWarnings("serial") // nobody serializes it
final class DownAction extends RecursiveAction {
  private final Scan scan;
  private final int node;
  private final int from;
  private final int to;
  private final long before;

  DownAction(Scan scan, int node, int from, int to, long before) {
    this.scan = scan;
    this.node = node;
    this.from = from;
    this.to = to;
    this.before = before;
  }

  @Override
  protected void compute() {
    if (to - from <= Scan.CUT_OFF) {
      scan.sumLeaf(from, to, before);
    } else {
      int middle = (from + to) >>> 1;
      DownAction right =
          new DownAction(scan, 2 * node + 1, middle, to, scan.beforeRight(node, before));
      right.fork();
      new DownAction(scan, 2 * node, from, middle, before).compute(); // as in UpAction
      right.join();
    }
  }
}
