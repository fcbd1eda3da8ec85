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

  /** The pinger has two, and sends them again and again. */
  private record Ping(Pid from, Integer bit) {}

  private ProcessPingPong() {}

  static LongSupplier setUp(Heddle heddle, PingPong work) {
    Processes processes = heddle.processes();
    return () -> {
      Pid pong = processes.spawn(new Ponger(processes));
      Pid ping = processes.spawn(new Pinger(processes, work, pong));
      processes.send(ping, PingPong.GO);
      return work.finish.await();
    };
  }

  private static final class Pinger implements Process {
    private final Processes processes;
    private final PingPong work;
    private final Pid pong;
    private Ping @Nullable [] pings;
    private int sent;
    private int answered;

    Pinger(Processes processes, PingPong work, Pid pong) {
      this.processes = processes;
      this.work = work;
      this.pong = pong;
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      pings = new Ping[] {new Ping(context.self(), 0), new Ping(context.self(), 1)};
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Integer bit && bit == (answered & 1)) {
          answered++;
        }
        next(out);
      }
    }

    private void next(StepOutput out) {
      Ping[] mine = pings;
      if (sent < work.roundTrips && mine != null) {
        processes.send(pong, mine[sent & 1]);
        sent++;
      } else {
        processes.send(pong, PingPong.STOP);
        out.complete(null);
        work.finish.arrive(answered);
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
        if (event.data() instanceof Ping(Pid from, Integer bit)) {
          processes.send(from, bit);
        } else {
          out.complete(null);
        }
      }
    }
  }
}
