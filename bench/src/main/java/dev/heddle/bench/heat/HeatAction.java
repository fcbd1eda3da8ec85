package dev.heddle.bench.heat;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;

/** On a ForkJoinPool. */
@SuppressWarnings("serial") // nobody serializes it
final class HeatAction extends RecursiveAction {
  private final Heat heat;
  private final int from;
  private final int to;

  private HeatAction(Heat heat, int from, int to) {
    this.heat = heat;
    this.from = from;
    this.to = to;
  }

  static long run(ForkJoinPool pool, Heat heat) {
    return pool.invoke(
        ForkJoinTask.adapt(
            () -> {
              for (int i = 0; i < heat.steps; i++) {
                new HeatAction(heat, 1, heat.rows - 1).compute();
                heat.advance();
              }
              return heat.steps;
            }));
  }

  @Override
  protected void compute() {
    if (to - from <= Heat.CUT_OFF) {
      heat.stepLeaf(from, to);
    } else {
      int middle = (from + to) >>> 1;
      HeatAction upper = new HeatAction(heat, from, middle);
      upper.fork();
      new HeatAction(heat, middle, to).compute();
      upper.join();
    }
  }
}
