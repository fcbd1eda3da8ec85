package dev.heddle.bench.strassen;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** On a ForkJoinPool. */
@SuppressWarnings("serial") // nobody serializes it
final class StrassenAction extends RecursiveAction {
  private final Multiplication work;

  private StrassenAction(Multiplication work) {
    this.work = work;
  }

  static long run(ForkJoinPool pool, Strassen strassen) {
    pool.invoke(new StrassenAction(strassen.whole()));
    return 0;
  }

  @Override
  protected void compute() {
    if (work.isLeaf()) {
      work.multiplyLeaf();
    } else {
      Multiplication[] parts = work.parts();
      StrassenAction[] forked = new StrassenAction[Multiplication.PARTS - 1];
      for (int i = 0; i < forked.length; i++) {
        forked[i] = new StrassenAction(parts[i]);
        forked[i].fork();
      }
      new StrassenAction(parts[forked.length]).compute();
      for (int i = forked.length - 1; i >= 0; i--) {
        forked[i].join();
      }
      work.combine(parts);
    }
  }
}
