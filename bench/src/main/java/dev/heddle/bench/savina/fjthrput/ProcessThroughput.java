package dev.heddle.bench.savina.fjthrput;

import dev.heddle.Heddle;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.function.LongSupplier;

/** On Heddle. */
final class ProcessThroughput {
  private ProcessThroughput() {}

  static LongSupplier setUp(Heddle heddle, Throughput work) {
    Processes processes = heddle.processes();
    return () -> {
      Pid[] pids = new Pid[work.actors];
      for (int i = 0; i < work.actors; i++) {
        pids[i] = processes.spawn(new Receiver(work));
      }
      for (int i = 0; i < work.messages; i++) {
        for (Pid pid : pids) {
          processes.send(pid, Throughput.MESSAGE);
        }
      }
      return work.finish.await();
    };
  }

  private static final class Receiver implements Process {
    private final Throughput work;
    private final Throughput.Share share;

    Receiver(Throughput work) {
      this.work = work;
      this.share = new Throughput.Share(work.messages);
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() == Throughput.MESSAGE && share.add()) {
          out.complete(null);
          work.finish.arrive(share.result());
        }
      }
    }
  }
}
