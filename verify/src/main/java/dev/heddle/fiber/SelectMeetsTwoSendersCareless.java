package dev.heddle.fiber;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link SelectMeetsTwoSenders}, where the select is claimed without a CAS. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The first.")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The second.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Both or none.")
@State
public class SelectMeetsTwoSendersCareless {
  private final CarelessWait wait = new CarelessWait();
  private int sentToOne;
  private int sentToOther;

  @Actor
  void first() {
    sentToOne = wait.claim() ? 1 : 0;
  }

  @Actor
  void second() {
    sentToOther = wait.claim() ? 1 : 0;
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = sentToOne;
    r.r2 = sentToOther;
  }
}
