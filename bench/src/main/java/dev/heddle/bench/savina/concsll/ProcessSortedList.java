package dev.heddle.bench.savina.concsll;

import dev.heddle.Heddle;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.function.LongSupplier;

/** On Heddle. */
final class ProcessSortedList {
  private record Size(Pid from) {}

  private record Write(Pid from, int value) {}

  private record Contains(Pid from, int value) {}

  /** A worker is done. */
  private record End() {}

  private ProcessSortedList() {}

  static LongSupplier setUp(Heddle heddle, ListWork work) {
    Processes processes = heddle.processes();
    return () -> {
      Pid owner = processes.spawn(new Owner(processes, work));
      for (int i = 0; i < work.workers; i++) {
        Pid worker = processes.spawn(new Worker(processes, work, owner, i));
        processes.send(worker, ListWork.GO);
      }
      return work.finish.await();
    };
  }

  private static final class Owner implements Process {
    private final Processes processes;
    private final ListWork work;
    private final SortedList list = new SortedList();
    private int ended;

    Owner(Processes processes, ListWork work) {
      this.processes = processes;
      this.work = work;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        switch (event.data()) {
          case Size(Pid from) -> processes.send(from, list.size());
          case Write(Pid from, int value) -> {
            list.add(value);
            processes.send(from, value);
          }
          case Contains(Pid from, int value) -> processes.send(from, list.contains(value) ? 1 : 0);
          case End _ -> {
            if (++ended == work.workers) {
              out.complete(null);
              work.finish.arrive(list.checksum());
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
    private final ListWork work;
    private final Pid owner;
    private final Client client;

    Worker(Processes processes, ListWork work, Pid owner, int number) {
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
        if (client.next()) {
          processes.send(owner, question(out.context().self()));
        } else {
          processes.send(owner, END);
          out.complete(null);
          work.finish.arrive(client.right());
        }
      }
    }

    private Object question(Pid self) {
      return switch (client.kind()) {
        case SIZE -> new Size(self);
        case WRITE -> new Write(self, client.value());
        case CONTAINS -> new Contains(self, client.value());
      };
    }
  }
}
