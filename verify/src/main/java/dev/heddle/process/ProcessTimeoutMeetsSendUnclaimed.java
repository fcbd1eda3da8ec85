package dev.heddle.process;

import dev.heddle.verify.BrokenOnPurpose;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link ProcessTimeoutMeetsSend} with a fiber that looks, and then goes on without a CAS. */
@BrokenOnPurpose
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Each message once, one owner, one entry.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A lost wake-up, two owners, or not one entry.")
@State
public class ProcessTimeoutMeetsSendUnclaimed {
  private final ProcessRace race =
      ProcessRace.faulty(FaultyProcess.Fault.TIMEOUT_WITHOUT_CAS).idle();

  @Actor
  void fiber() {
    race.timeOut();
  }

  @Actor
  void sender() {
    race.send(0, 1);
    race.takeEntry();
  }

  @Arbiter
  void verdict(II_Result r) {
    race.verdict(r);
  }
}
