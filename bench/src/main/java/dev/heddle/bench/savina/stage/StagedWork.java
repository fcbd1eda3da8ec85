package dev.heddle.bench.savina.stage;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/** Work that begins with one actor, which makes the others. One of them arrives at the finish. */
public abstract class StagedWork extends Workload {
  private final Finish finish = new Finish();

  /** As in {@link Workload}. */
  protected StagedWork(double units, int repeats) {
    super(units, repeats);
  }

  /** The first actor of a run. */
  protected abstract <R> Actor<R> opening();

  /** Where the run's result is to arrive. */
  public final Finish finish() {
    return finish;
  }

  @Override
  protected void prepare() {
    finish.expect(1);
  }

  /** Stops everything if the result is another one, or did not come once. */
  protected final void checkResult(String what, long expected, long result) {
    checkEqual(what, expected, result);
    checkEqual("the number of results to come", 0, finish.left());
  }
}
