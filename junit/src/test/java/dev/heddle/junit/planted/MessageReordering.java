package dev.heddle.junit.planted;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.process.Behaviour;
import dev.heddle.process.Pid;
import dev.heddle.sim.SimulationFailure.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Each message is sent by a fiber of its own, so as not to wait for a full mailbox. Messages of one
 * sender keep their order; those of several do not.
 */
final class MessageReordering extends Planted {
  MessageReordering() {
    super(Kind.ASSERTION);
  }

  static void main() throws Exception {
    new MessageReordering().run(false);
  }

  @Override
  void run(boolean mended) throws Exception {
    List<Integer> got = new ArrayList<>();
    try (Heddle heddle = Heddle.start()) {
      Pid log =
          heddle
              .processes()
              .spawn(Behaviour.receive(Integer.class, (self, number) -> got.add(number)));
      List<Fiber<Void>> senders = new ArrayList<>();
      for (int i = 1; i <= 3; i++) {
        int number = i;
        if (mended) {
          heddle.processes().send(log, number);
        } else {
          senders.add(heddle.fiber("sender-" + i, () -> heddle.processes().send(log, number)));
        }
      }
      senders.forEach(Fiber::join);
      heddle.processes().stop(log, Duration.ofSeconds(10));
    }
    check(got.equals(List.of(1, 2, 3)), "came as " + got);
  }
}
