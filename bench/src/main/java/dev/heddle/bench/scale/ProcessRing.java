package dev.heddle.bench.scale;

import dev.heddle.Heddle;
import dev.heddle.process.Event;
import dev.heddle.process.Pid;
import dev.heddle.process.Processes;
import dev.heddle.sim.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Processes in a ring. Each is given a message, and all these go round for a while at once. */
record ProcessRing(int members, int hops) implements ScaleProgram {
  @Override
  public String title() {
    return "ring of processes";
  }

  @Override
  public long items() {
    return (long) members * hops;
  }

  @Override
  public Duration path() {
    return WORK.multipliedBy(hops);
  }

  @Override
  public void run(Heddle heddle) throws InterruptedException {
    Processes processes = heddle.processes();
    CountDownLatch ended = new CountDownLatch(members);
    List<Pid> ring = new ArrayList<>();
    for (int i = 0; i < members; i++) {
      int next = (i + 1) % members;
      ring.add(
          processes.spawn(
              (events, out) -> {
                for (Event event : events) {
                  if (event.data() instanceof Integer left) {
                    Simulation.spend(WORK);
                    if (left == 1) {
                      ended.countDown();
                    } else {
                      processes.send(ring.get(next), left - 1);
                    }
                  }
                }
              }));
    }
    ring.forEach(pid -> processes.send(pid, hops));
    ended.await();
  }
}
