package dev.heddle.bench.ring;

import dev.heddle.Heddle;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.function.LongSupplier;

/** On Heddle, by PIDs: the receiver gets its turn. */
final class PidRing {
  private PidRing() {}

  static LongSupplier setUp(Heddle heddle, Ring ring) {
    Processes processes = heddle.processes();
    Pid[] pids = new Pid[ring.members];
    for (int i = 0; i < ring.members; i++) {
      pids[i] = processes.spawn(new Member(ring, processes, pids, i));
    }
    return () -> {
      processes.send(pids[0], ring.hops);
      return ring.finish.await();
    };
  }

  private static final class Member implements Process {
    private final Ring ring;
    private final Processes processes;
    private final Pid[] pids;
    private final int number;
    private final int next;

    Member(Ring ring, Processes processes, Pid[] pids, int number) {
      this.ring = ring;
      this.processes = processes;
      this.pids = pids;
      this.number = number;
      this.next = ring.after(number);
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Integer hops) {
          receive(hops);
        }
      }
    }

    private void receive(int hops) {
      if (hops == 0) {
        ring.finish.arrive(number);
      } else {
        processes.send(pids[next], hops - 1);
      }
    }
  }
}
