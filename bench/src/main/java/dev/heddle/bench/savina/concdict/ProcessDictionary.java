package dev.heddle.bench.savina.concdict;

import dev.heddle.Heddle;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.Map;
import java.util.function.LongSupplier;

/** On Heddle. */
final class ProcessDictionary {
  private record Read(Pid from, int key) {}

  private record Write(Pid from, int key, int value) {}

  /** A worker is done. */
  private record End() {}

  private ProcessDictionary() {}

  static LongSupplier setUp(Heddle heddle, Dictionary work) {
    Processes processes = heddle.processes();
    return () -> {
      Pid owner = processes.spawn(new Owner(processes, work));
      for (int i = 0; i < work.workers; i++) {
        Pid worker = processes.spawn(new Worker(processes, work, owner, i));
        processes.send(worker, Dictionary.GO);
      }
      return work.finish.await();
    };
  }

  private static final class Owner implements Process {
    private final Processes processes;
    private final Dictionary work;
    private final Map<Integer, Integer> map;
    private int writes;
    private int ended;

    Owner(Processes processes, Dictionary work) {
      this.processes = processes;
      this.work = work;
      this.map = work.map;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        switch (event.data()) {
          case Read(Pid from, int key) -> processes.send(from, map.getOrDefault(key, -1));
          case Write(Pid from, int key, int value) -> {
            Integer written = value;
            map.put(key, written);
            writes++;
            processes.send(from, written);
          }
          case End _ -> {
            if (++ended == work.workers) {
              out.complete(null);
              work.finish.arrive(writes);
            }
          }
          case null, default -> {}
        }
      }
    }
  }

  private static final class Worker implements Process {
    private static final End END = new End();

    private final Processes processes;
    private final Dictionary work;
    private final Pid owner;
    private final Client client;

    Worker(Processes processes, Dictionary work, Pid owner, int number) {
      this.processes = processes;
      this.work = work;
      this.owner = owner;
      this.client = new Client(work, number);
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Integer answer) {
          client.answered(answer);
        }
        next(out);
      }
    }

    private void next(StepOutput out) {
      if (client.next()) {
        Pid self = out.context().self();
        processes.send(
            owner,
            client.writes()
                ? new Write(self, client.key(), client.value())
                : new Read(self, client.key()));
      } else {
        processes.send(owner, END);
        out.complete(null);
        work.finish.arrive(client.right());
      }
    }
  }
}
