package dev.heddle.bench.inflow;

import dev.heddle.Heddle;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** On Heddle. */
final class ProcessInflow {
  private static final Object GO = "go";

  private ProcessInflow() {}

  static LongSupplier setUp(Heddle heddle, Inflow inflow) {
    Processes processes = heddle.processes();
    Pid counter = processes.spawn(new Counter(inflow));
    List<Pid> producers = new ArrayList<>();
    for (int i = 0; i < inflow.producers; i++) {
      producers.add(processes.spawn(new Producer(processes, counter, inflow.each)));
    }
    return () -> {
      producers.forEach(producer -> processes.send(producer, GO));
      return inflow.finish.await();
    };
  }

  private static final class Producer implements Process {
    private final Processes processes;
    private final Pid counter;
    private final int each;

    Producer(Processes processes, Pid counter, int each) {
      this.processes = processes;
      this.counter = counter;
      this.each = each;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() == GO) {
          produce();
        }
      }
    }

    private void produce() {
      for (int i = 0; i < each; i++) {
        processes.send(counter, Inflow.number(i));
      }
    }
  }

  private static final class Counter implements Process {
    private final Total total;

    Counter(Inflow inflow) {
      this.total = new Total(inflow);
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Integer number) {
          total.add(number);
        }
      }
    }
  }
}
