package dev.heddle.bench.scan;

import java.util.concurrent.RecursiveAction;

/** On a ForkJoinPool: the pass that goes up. */
@SuppressWarnings("serial") // nobody serializes it
final class UpAction extends RecursiveAction {
  private final Scan scan;
  private final int node;
  private final int from;
  private final int to;

  UpAction(Scan scan, int node, int from, int to) {
    this.scan = scan;
    this.node = node;
    this.from = from;
    this.to = to;
  }

  @Override
  protected void compute() {
    if (to - from <= Scan.CUT_OFF) {
      scan.addLeaf(node, from, to);
    } else {
      int middle = (from + to) >>> 1;
      UpAction right = new UpAction(scan, 2 * node + 1, middle, to);
      right.fork();
      new UpAction(scan, 2 * node, from, middle).compute(); // first, as it stands first in memory
      right.join();
      scan.addChildren(node);
    }
  }
}
