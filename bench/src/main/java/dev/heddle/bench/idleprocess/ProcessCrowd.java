package dev.heddle.bench.idleprocess;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.memory.Crowd;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;

/** On Heddle. */
final class ProcessCrowd implements Crowd {
  private static final Object END = "end";

  private final Processes processes;
  private final Pid[] pids;
  private final Finish finish = new Finish();

  ProcessCrowd(Processes processes, int count) {
    this.processes = processes;
    this.pids = new Pid[count];
  }

  @Override
  public void gather() {
    finish.expect(pids.length);
    for (int i = 0; i < pids.length; i++) {
      pids[i] = processes.spawn(new Idler(finish));
    }
    finish.await();
  }

  @Override
  public void dismiss() {
    finish.expect(pids.length);
    for (Pid pid : pids) {
      processes.send(pid, END);
    }
    finish.await();
  }

  /** 16 bytes. */
  private static final class Idler implements Process {
    private final Finish finish;

    Idler(Finish finish) {
      this.finish = finish;
    }

    @Override
    public void step(Events events, StepOutput out) {
      finish.arrive();
      if (!events.isEmpty()) {
        out.complete();
      }
    }
  }
}
