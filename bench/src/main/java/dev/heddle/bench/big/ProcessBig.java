package dev.heddle.bench.big;

import dev.heddle.Heddle;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** On Heddle. */
final class ProcessBig {
  private static final Object GO = "go";
  private static final Object PONG = "pong";

  /** Each process has one, and sends it again and again. */
  private record Ping(Pid from) {}

  private ProcessBig() {}

  static LongSupplier setUp(Heddle heddle, Big big) {
    Processes processes = heddle.processes();
    Pid[] pids = new Pid[big.actors];
    for (int i = 0; i < big.actors; i++) {
      pids[i] = processes.spawn(new Member(processes, pids, new Asker(big, i)));
    }
    return () -> {
      for (Pid pid : pids) {
        processes.send(pid, GO);
      }
      return big.finish.await();
    };
  }

  private static final class Member implements Process {
    private final Processes processes;
    private final Pid[] pids;
    private final Asker asker;
    private @Nullable Ping ping;

    Member(Processes processes, Pid[] pids, Asker asker) {
      this.processes = processes;
      this.pids = pids;
      this.asker = asker;
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      ping = new Ping(context.self());
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        Object data = event.data();
        if (data instanceof Ping(Pid from)) {
          processes.send(from, PONG);
        } else if (data == GO || (data == PONG && asker.goesOn())) {
          ask();
        }
      }
    }

    private void ask() {
      Ping mine = ping;
      if (mine != null) {
        processes.send(pids[asker.next()], mine);
      }
    }
  }
}
