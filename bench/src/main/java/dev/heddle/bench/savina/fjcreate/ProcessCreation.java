package dev.heddle.bench.savina.fjcreate;

import dev.heddle.Heddle;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Process;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.function.LongSupplier;

/** On Heddle. */
final class ProcessCreation {
  private ProcessCreation() {}

  static LongSupplier setUp(Heddle heddle, Creation work) {
    Processes processes = heddle.processes();
    return () -> {
      for (int i = 0; i < work.actors; i++) {
        processes.send(processes.spawn(new Created(work)), Creation.MESSAGE);
      }
      return work.finish.await();
    };
  }

  private static final class Created implements Process {
    private final Creation work;

    Created(Creation work) {
      this.work = work;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() == Creation.MESSAGE) {
          out.complete(null);
          work.handle();
        }
      }
    }
  }
}
