package dev.heddle.verify;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Dekker's pattern: each side announces itself, then looks for the other. With a full fence between
 * the two, at least one side sees the other; a worker that goes to sleep relies on it.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Both missed each other.")
@Outcome(
    id = {"0, 1", "1, 0", "1, 1"},
    expect = Expect.ACCEPTABLE,
    desc = "One saw the other.")
@State
public class StoreLoadFence {
  private int left;
  private int right;

  @Actor
  void left(II_Result r) {
    left = 1;
    VarHandle.fullFence();
    r.r1 = right;
  }

  @Actor
  void right(II_Result r) {
    right = 1;
    VarHandle.fullFence();
    r.r2 = left;
  }
}
