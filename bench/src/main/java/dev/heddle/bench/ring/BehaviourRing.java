package dev.heddle.bench.ring;

import dev.heddle.Heddle;
import dev.heddle.process.Behaviour;
import dev.heddle.process.Pid;
import dev.heddle.process.Processes;
import java.util.function.LongSupplier;

/** On Heddle, as behaviours, by PIDs. */
final class BehaviourRing {
  private BehaviourRing() {}

  static LongSupplier setUp(Heddle heddle, Ring ring) {
    Processes processes = heddle.processes();
    Pid[] pids = new Pid[ring.members];
    for (int i = 0; i < ring.members; i++) {
      int number = i;
      int next = ring.after(i);
      Behaviour member =
          Behaviour.receive(
              Integer.class,
              (self, hops) -> {
                if (hops == 0) {
                  ring.finish.arrive(number);
                } else {
                  processes.send(pids[next], hops - 1);
                }
              });
      pids[i] = processes.spawn(member.process());
    }
    return () -> {
      processes.send(pids[0], ring.hops);
      return ring.finish.await();
    };
  }
}
