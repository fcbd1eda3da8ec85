package dev.heddle.bench.heat;

import dev.heddle.Heddle;
import dev.heddle.task.Task;
import org.jspecify.annotations.Nullable;

/** On Heddle. */
final class HeatTask extends Task {
  private final Heat heat;
  private final int from;
  private final int to;

  private HeatTask(Heat heat, int from, int to) {
    this.heat = heat;
    this.from = from;
    this.to = to;
  }

  static long run(Heddle heddle, Heat heat) {
    return heddle.invoke(
        () -> {
          for (int i = 0; i < heat.steps; i++) {
            new HeatTask(heat, 1, heat.rows - 1).execute();
            heat.advance();
          }
          return heat.steps;
        });
  }

  @Override
  protected @Nullable Task execute() {
    if (to - from <= Heat.CUT_OFF) {
      heat.stepLeaf(from, to);
    } else {
      int middle = (from + to) >>> 1;
      HeatTask upper = new HeatTask(heat, from, middle);
      upper.spawn();
      new HeatTask(heat, middle, to).execute();
      upper.join();
    }
    return null;
  }
}
