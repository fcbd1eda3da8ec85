package dev.heddle.bench.savina.pingpong;

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
final class ProcessPingPong {

  /** The pinger has one, and sends it again and again. */
  private record Ping(Pid from) {}

  private ProcessPingPong() {}

  static LongSupplier setUp(Heddle heddle, PingPong work) {
    Processes processes = heddle.processes();
    return () -> {
      Pid pong = processes.spawn(new Ponger(processes));
      Pid ping = processes.spawn(new Pinger(processes, work, pong));
      processes.send(ping, PingPong.PONG);
      return work.finish.await();
    };
  }

  private static final class Pinger implements Process {
    private final Processes processes;
    private final PingPong work;
    private final Pid pong;
    private @Nullable Object ping;
    private int sent;

    Pinger(Processes processes, PingPong work, Pid pong) {
      this.processes = processes;
      this.work = work;
      this.pong = pong;
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      ping = new Ping(context.self());
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() == PingPong.PONG) {
          next(out);
        }
      }
    }

    private void next(StepOutput out) {
      Object mine = ping;
      if (sent < work.roundTrips && mine != null) {
        sent++;
        processes.send(pong, mine);
      } else {
        processes.send(pong, PingPong.STOP);
        out.complete(null);
        work.finish.arrive(sent);
      }
    }
  }

  private static final class Ponger implements Process {
    private final Processes processes;

    Ponger(Processes processes) {
      this.processes = processes;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Ping(Pid from)) {
          processes.send(from, PingPong.PONG);
        } else {
          out.complete(null);
        }
      }
    }
  }
}
