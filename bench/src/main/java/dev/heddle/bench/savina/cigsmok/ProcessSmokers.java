package dev.heddle.bench.savina.cigsmok;

import dev.heddle.Heddle;
import dev.heddle.bench.savina.Lehmer;
import dev.heddle.bench.savina.cigsmok.Smoking.Signal;
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
final class ProcessSmokers {
  private record Smoke(int draws) {}

  private ProcessSmokers() {}

  static LongSupplier setUp(Heddle heddle, Smoking work) {
    Processes processes = heddle.processes();
    return () -> {
      Pid arbiter = processes.spawn(new Arbiter(processes, work));
      processes.send(arbiter, Signal.START);
      return work.finish.await();
    };
  }

  private static final class Arbiter implements Process {
    private final Processes processes;
    private final Smoking work;
    private final Smoking.Choices choices;
    private final Pid[] smokers;

    Arbiter(Processes processes, Smoking work) {
      this.processes = processes;
      this.work = work;
      this.choices = work.new Choices();
      this.smokers = new Pid[work.smokers];
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      for (int i = 0; i < smokers.length; i++) {
        smokers[i] = processes.spawn(new Smoker(processes, work, context.self()));
      }
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (!(event.data() instanceof Signal)) {
          continue;
        }
        if (choices.next()) {
          processes.send(smokers[choices.smoker()], new Smoke(choices.draws()));
        } else {
          for (Pid smoker : smokers) {
            processes.send(smoker, Signal.EXIT);
          }
          out.complete(null);
          work.finish.arrive();
        }
      }
    }
  }

  private static final class Smoker implements Process {
    private final Processes processes;
    private final Smoking work;
    private final Pid arbiter;
    private long sum;

    Smoker(Processes processes, Smoking work, Pid arbiter) {
      this.processes = processes;
      this.work = work;
      this.arbiter = arbiter;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Smoke(int draws)) {
          processes.send(arbiter, Signal.STARTED);
          sum += Lehmer.busy(draws);
        } else {
          out.complete(null);
          work.finish.arrive(sum);
        }
      }
    }
  }
}
