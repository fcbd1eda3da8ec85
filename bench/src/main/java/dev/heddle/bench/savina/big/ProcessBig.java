package dev.heddle.bench.savina.big;

import dev.heddle.Heddle;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** On Heddle. */
final class ProcessBig {

  /** Each process has one, and sends it again and again. */
  private record Ping(Pid from) {}

  private ProcessBig() {}

  static LongSupplier setUp(Heddle heddle, Big work) {
    Processes processes = heddle.processes();
    return () -> {
      Pid[] pids = new Pid[work.actors];
      Pid sink = processes.spawn(new Sink(processes, pids));
      for (int i = 0; i < work.actors; i++) {
        pids[i] = processes.spawn(new Member(processes, work, pids, sink, i));
      }
      for (Pid pid : pids) {
        processes.send(pid, Big.GO);
      }
      return work.finish.await();
    };
  }

  private static final class Sink implements Process {
    private final Processes processes;
    private final Pid[] pids;
    private int done;

    Sink(Processes processes, Pid[] pids) {
      this.processes = processes;
      this.pids = pids;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() == Big.DONE && ++done == pids.length) {
          for (Pid pid : pids) {
            processes.send(pid, Big.EXIT);
          }
          out.complete(null);
        }
      }
    }
  }

  private static final class Member implements Process {
    private final Processes processes;
    private final Big work;
    private final Pid[] pids;
    private final Pid sink;
    private final Asker asker;
    private final Big.Pong pong;
    private @Nullable Ping ping;

    Member(Processes processes, Big work, Pid[] pids, Pid sink, int number) {
      this.processes = processes;
      this.work = work;
      this.pids = pids;
      this.sink = sink;
      this.asker = new Asker(work, number);
      this.pong = new Big.Pong(number);
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        Object data = event.data();
        if (data instanceof Ping(Pid from)) {
          processes.send(from, pong);
        } else if (data instanceof Big.Pong(int number)) {
          asker.answered(number);
          ask(ping);
        } else if (data == Big.GO) {
          ping = new Ping(out.context().self());
          ask(ping);
        } else if (data == Big.EXIT) {
          out.complete(null);
          work.finish.arrive(asker.sum());
        }
      }
    }

    private void ask(@Nullable Ping mine) {
      if (mine != null && asker.goesOn()) {
        processes.send(pids[asker.next()], mine);
      } else {
        processes.send(sink, Big.DONE);
      }
    }
  }
}
