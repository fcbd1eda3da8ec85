package dev.heddle.bench.savina.logmap;

import dev.heddle.Heddle;
import dev.heddle.bench.savina.logmap.LogisticMap.Signal;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Port;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * On Heddle. A series and its computer talk by ports, as one waits for the other's answer. A series
 * puts aside what comes while it waits for a term.
 */
final class ProcessLogisticMap {
  private record Compute(Port from, double term) {}

  private record Term(double term) {}

  private ProcessLogisticMap() {}

  static LongSupplier setUp(Heddle heddle, LogisticMap work) {
    Processes processes = heddle.processes();
    return () -> {
      processes.send(processes.spawn(new Master(processes, work)), Signal.START);
      return work.finish.await();
    };
  }

  private static final class Master implements Process {
    private final Processes processes;
    private final LogisticMap work;
    private final Pid[] computers;
    private final Pid[] series;
    private int received;
    private long sum;

    Master(Processes processes, LogisticMap work) {
      this.processes = processes;
      this.work = work;
      this.computers = new Pid[work.series];
      this.series = new Pid[work.series];
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      Port[] ports = new Port[work.series];
      for (int i = 0; i < work.series; i++) {
        computers[i] = processes.spawn(new Computer(work, ports, i));
        series[i] = processes.spawn(new Series(processes, work, context.self(), ports[i], i));
      }
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() == Signal.START) {
          for (int i = 0; i < work.terms; i++) {
            tell(series, Signal.NEXT);
          }
          tell(series, Signal.GET);
        } else if (event.data() instanceof Term(double term)) {
          sum += LogisticMap.digits(term);
          if (++received == work.series) {
            tell(computers, Signal.STOP);
            tell(series, Signal.STOP);
            out.complete(null);
            work.finish.arrive(sum);
          }
        }
      }
    }

    private void tell(Pid[] all, Signal signal) {
      for (Pid each : all) {
        processes.send(each, signal);
      }
    }
  }

  private static final class Series implements Process {
    private final Processes processes;
    private final LogisticMap work;
    private final Pid master;
    private final Port computer;
    private final Queue<Signal> aside = new ArrayDeque<>();
    private @Nullable Port port;
    private double term;
    private int made;
    private boolean waits;

    Series(Processes processes, LogisticMap work, Pid master, Port computer, int number) {
      this.processes = processes;
      this.work = work;
      this.master = master;
      this.computer = computer;
      this.term = LogisticMap.start(number);
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      port = context.openPort();
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Term(double next)) {
          term = next;
          made++;
          waits = false;
        } else if (event.data() instanceof Signal signal) {
          aside.add(signal);
        }
        while (!waits && !aside.isEmpty()) {
          handle(aside.remove(), out);
        }
      }
    }

    private void handle(Signal signal, StepOutput out) {
      Port mine = port;
      if (signal == Signal.NEXT && mine != null) {
        computer.send(new Compute(mine, term));
        waits = true;
      } else if (signal == Signal.GET) {
        processes.send(master, new Term(term + made));
      } else {
        out.complete(null);
        work.finish.arrive();
      }
    }
  }

  private static final class Computer implements Process {
    private final LogisticMap work;
    private final Port[] ports;
    private final int number;
    private final double rate;

    Computer(LogisticMap work, Port[] ports, int number) {
      this.work = work;
      this.ports = ports;
      this.number = number;
      this.rate = LogisticMap.rate(number);
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      ports[number] = context.openPort();
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Compute(Port from, double term)) {
          from.send(new Term(LogisticMap.next(term, rate)));
        } else {
          out.complete(null);
          work.finish.arrive();
        }
      }
    }
  }
}
