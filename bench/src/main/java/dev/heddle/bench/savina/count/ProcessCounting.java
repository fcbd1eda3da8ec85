package dev.heddle.bench.savina.count;

import dev.heddle.Heddle;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.function.LongSupplier;

/** On Heddle. */
final class ProcessCounting {

  /** Asks for the number. */
  private record Retrieve(Pid from) {}

  private ProcessCounting() {}

  static LongSupplier setUp(Heddle heddle, Counting work) {
    Processes processes = heddle.processes();
    return () -> {
      Pid counter = processes.spawn(new Counter(processes));
      Pid producer = processes.spawn(new Producer(processes, work, counter));
      processes.send(producer, Counting.GO);
      return work.finish.await();
    };
  }

  private static final class Producer implements Process {
    private final Processes processes;
    private final Counting work;
    private final Pid counter;

    Producer(Processes processes, Counting work, Pid counter) {
      this.processes = processes;
      this.work = work;
      this.counter = counter;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Integer count) {
          out.complete(null);
          work.finish.arrive(count);
        } else if (event.data() == Counting.GO) {
          produce(out.context().self());
        }
      }
    }

    private void produce(Pid self) {
      for (int i = 0; i < work.messages; i++) {
        processes.send(counter, Counting.INCREMENT);
      }
      processes.send(counter, new Retrieve(self));
    }
  }

  private static final class Counter implements Process {
    private final Processes processes;
    private int count;

    Counter(Processes processes) {
      this.processes = processes;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        Object data = event.data();
        if (data == Counting.INCREMENT) {
          count++;
        } else if (data instanceof Retrieve(Pid from)) {
          processes.send(from, count);
          out.complete(null);
        }
      }
    }
  }
}
