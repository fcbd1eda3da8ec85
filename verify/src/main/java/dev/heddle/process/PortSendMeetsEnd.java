package dev.heddle.process;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Somebody sends through a {@link Port} whose owner ends: {@code true} means that the owner took
 * the message or that it is a dead letter, {@code false} that it is neither.
 */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Sent, and accounted for.")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "Refused.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Lost, or accounted for though refused.")
@State
public class PortSendMeetsEnd {
  private final ClaimedProcess owner = new ClaimedProcess();
  private final Port port = owner.cell.openPort();
  private final ClaimedProcess.Letter letter = new ClaimedProcess.Letter();
  private boolean sent;
  private int taken;

  @Actor
  void sender() {
    sent = port.send(letter);
  }

  @Actor
  void owner() {
    taken = owner.take();
    owner.end();
  }

  @Arbiter
  void verdict(II_Result r) {
    r.r1 = sent ? 1 : 0;
    r.r2 = taken + letter.buried.get();
  }
}
