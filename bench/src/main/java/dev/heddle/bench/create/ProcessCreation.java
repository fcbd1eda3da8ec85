package dev.heddle.bench.create;

import dev.heddle.Heddle;
import dev.heddle.bench.actor.Finish;
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
final class ProcessCreation {
  private static final Integer MESSAGE = 1;

  private ProcessCreation() {}

  static LongSupplier setUp(Heddle heddle, Creation creation) {
    Processes processes = heddle.processes();
    List<Pid> creators = new ArrayList<>();
    for (int i = 0; i < creation.creators; i++) {
      creators.add(processes.spawn(new Creator(processes, creation)));
    }
    return () -> {
      creators.forEach(creator -> processes.send(creator, creation.each));
      return creation.finish.await();
    };
  }

  private static final class Creator implements Process {
    private final Processes processes;
    private final Creation creation;

    Creator(Processes processes, Creation creation) {
      this.processes = processes;
      this.creation = creation;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Integer count) {
          create(count);
        }
      }
    }

    private void create(int count) {
      for (int i = 0; i < count; i++) {
        processes.send(processes.spawn(new Created(creation.finish)), MESSAGE);
      }
    }
  }

  private static final class Created implements Process {
    private final Finish finish;

    Created(Finish finish) {
      this.finish = finish;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Integer message) {
          finish.arrive(message);
          out.complete();
        }
      }
    }
  }
}
