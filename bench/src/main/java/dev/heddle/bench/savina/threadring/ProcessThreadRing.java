package dev.heddle.bench.savina.threadring;

import dev.heddle.Heddle;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Port;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** On Heddle, by ports: each has but one to send to. */
final class ProcessThreadRing {
  private ProcessThreadRing() {}

  static LongSupplier setUp(Heddle heddle, ThreadRing work) {
    Processes processes = heddle.processes();
    return () -> {
      Port[] ports = new Port[work.actors];
      for (int i = 0; i < work.actors; i++) {
        processes.spawn(new Member(work, ports, i));
      }
      ports[0].send(new ThreadRing.Ping(work.hops));
      return work.finish.await();
    };
  }

  private static final class Member implements Process {
    private final ThreadRing work;
    private final Port[] ports;
    private final int number;
    private final int next;
    private int pings;

    Member(ThreadRing work, Port[] ports, int number) {
      this.work = work;
      this.ports = ports;
      this.number = number;
      this.next = work.after(number);
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      ports[number] = context.openPort();
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof ThreadRing.Ping ping) {
          pings++;
          ports[next].send(work.next(ping));
        } else if (event.data() instanceof ThreadRing.Exit(int left)) {
          end(left, out);
        }
      }
    }

    private void end(int left, StepOutput out) {
      if (left > 0) {
        ports[next].send(new ThreadRing.Exit(left - 1));
      }
      out.complete(null);
      work.finish.arrive(pings);
    }
  }
}
