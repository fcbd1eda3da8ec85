package dev.heddle.verify;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link StoreLoadFence} without its fences: both sides may miss each other, even on x86. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Both missed each other.")
@Outcome(
    id = {"0, 1", "1, 0", "1, 1"},
    expect = Expect.ACCEPTABLE,
    desc = "One saw the other.")
@State
public class StoreLoadWithoutFence {
  private int left;
  private int right;

  @Actor
  void left(II_Result r) {
    left = 1;
    r.r1 = right;
  }

  @Actor
  void right(II_Result r) {
    right = 1;
    r.r2 = left;
  }
}
