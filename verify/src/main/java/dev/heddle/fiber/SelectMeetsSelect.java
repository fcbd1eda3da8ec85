package dev.heddle.fiber;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two selects that could send to each other both ways: one case of each happens, or none. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "They did not meet in time.")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "One sent, the other received.")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "Several cases, or one of one side only, or a place was left behind.")
@State
public class SelectMeetsSelect {
  private final Channel<Integer> one = Channel.rendezvous();
  private final Channel<Integer> other = Channel.rendezvous();
  private int byFirst;
  private int bySecond;

  @Actor
  void first() {
    happens(Select.on().send(one, 1, () -> byFirst++).receive(other, element -> byFirst++));
  }

  @Actor
  void second() {
    happens(Select.on().send(other, 1, () -> bySecond++).receive(one, element -> bySecond++));
  }

  private static void happens(Select select) {
    try {
      select.within(Duration.ofNanos(200));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = byFirst;
    r.r2 = bySecond + 10 * (one.waiting() + other.waiting());
  }
}
