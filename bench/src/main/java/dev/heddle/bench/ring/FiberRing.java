package dev.heddle.bench.ring;

import dev.heddle.Heddle;
import dev.heddle.process.Inbox;
import dev.heddle.process.Pid;
import dev.heddle.process.Processes;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** On Heddle, as processes that are fibers, by PIDs. */
final class FiberRing {
  private FiberRing() {}

  static LongSupplier setUp(Heddle heddle, Ring ring) {
    Processes processes = heddle.processes();
    Pid[] pids = new Pid[ring.members];
    for (int i = 0; i < ring.members; i++) {
      int number = i;
      pids[i] = processes.spawn(inbox -> live(inbox, ring, processes, pids, number));
    }
    return () -> {
      processes.send(pids[0], ring.hops);
      return ring.finish.await();
    };
  }

  private static @Nullable Object live(
      Inbox inbox, Ring ring, Processes processes, Pid[] pids, int number)
      throws InterruptedException {
    int next = ring.after(number);
    while (true) {
      int hops = inbox.receive(Integer.class);
      if (hops == 0) {
        ring.finish.arrive(number);
      } else {
        processes.send(pids[next], hops - 1);
      }
    }
  }
}
