package dev.heddle.bench.savina.bndbuffer;

import dev.heddle.Heddle;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** On Heddle. */
final class ProcessBoundedBuffer {
  private enum Signal {
    PRODUCE,
    PRODUCER_ENDS,
    CONSUMER_STOPS
  }

  private record Item(double data, Pid producer) {}

  /** Each consumer has one, and sends it again and again. */
  private record Available(Pid consumer) {}

  private ProcessBoundedBuffer() {}

  static LongSupplier setUp(Heddle heddle, BoundedBuffer work) {
    Processes processes = heddle.processes();
    return () -> {
      Pid buffer = processes.spawn(new Buffer(processes, work));
      for (int i = 0; i < work.pairs; i++) {
        processes.spawn(new Consumer(processes, work, buffer));
        Pid producer = processes.spawn(new Producer(processes, work, buffer));
        processes.send(producer, Signal.PRODUCE);
      }
      return work.finish.await();
    };
  }

  private static final class Buffer implements Process {
    private final Processes processes;
    private final BoundedBuffer work;
    private final Queue<Item> items = new ArrayDeque<>();
    private final Queue<Pid> producers = new ArrayDeque<>();
    private final Queue<Pid> consumers = new ArrayDeque<>();
    private int ended;

    Buffer(Processes processes, BoundedBuffer work) {
      this.processes = processes;
      this.work = work;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        switch (event.data()) {
          case Item item -> take(item);
          case Available(Pid consumer) -> give(consumer);
          case Signal _ -> ended++;
          case null, default -> {}
        }
      }
      if (ended == work.pairs && consumers.size() == work.pairs) {
        consumers.forEach(consumer -> processes.send(consumer, Signal.CONSUMER_STOPS));
        out.complete(null);
      }
    }

    /** Each producer that may go on can bring one more. */
    private void take(Item item) {
      Pid consumer = consumers.poll();
      if (consumer == null) {
        items.add(item);
      } else {
        processes.send(consumer, item);
      }
      if (items.size() >= BoundedBuffer.CAPACITY - work.pairs) {
        producers.add(item.producer());
      } else {
        processes.send(item.producer(), Signal.PRODUCE);
      }
    }

    private void give(Pid consumer) {
      Item item = items.poll();
      if (item == null) {
        consumers.add(consumer);
        return;
      }
      processes.send(consumer, item);
      Pid producer = producers.poll();
      if (producer != null) {
        processes.send(producer, Signal.PRODUCE);
      }
    }
  }

  private static final class Producer implements Process {
    private final Processes processes;
    private final BoundedBuffer work;
    private final Pid buffer;
    private double last;
    private int made;

    Producer(Processes processes, BoundedBuffer work, Pid buffer) {
      this.processes = processes;
      this.work = work;
      this.buffer = buffer;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() != Signal.PRODUCE) {
          continue;
        }
        if (made < work.items) {
          made++;
          last = BoundedBuffer.process(last);
          processes.send(buffer, new Item(last, out.context().self()));
        } else {
          processes.send(buffer, Signal.PRODUCER_ENDS);
          out.complete(null);
          work.finish.arrive();
        }
      }
    }
  }

  private static final class Consumer implements Process {
    private final Processes processes;
    private final BoundedBuffer work;
    private final Pid buffer;
    private @Nullable Available available;
    private double used;

    Consumer(Processes processes, BoundedBuffer work, Pid buffer) {
      this.processes = processes;
      this.work = work;
      this.buffer = buffer;
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      available = new Available(context.self());
      processes.send(buffer, available);
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        Available mine = available;
        if (event.data() instanceof Item(double data, _) && mine != null) {
          used = BoundedBuffer.process(used + data);
          processes.send(buffer, mine);
        } else {
          out.complete(null);
          work.finish.arrive(Math.round(used));
        }
      }
    }
  }
}
