package dev.heddle.bench.savina.philosopher;

import dev.heddle.Heddle;
import dev.heddle.bench.savina.philosopher.Dinner.Signal;
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
final class ProcessPhilosophers {

  /** Each philosopher has one, and sends it again and again. */
  private record Hungry(Pid from, int number) {}

  /** Likewise. */
  private record Done(int number) {}

  private ProcessPhilosophers() {}

  static LongSupplier setUp(Heddle heddle, Dinner work) {
    Processes processes = heddle.processes();
    return () -> {
      Pid arbitrator = processes.spawn(new Arbitrator(processes, work));
      for (int i = 0; i < work.philosophers; i++) {
        Pid philosopher = processes.spawn(new Philosopher(processes, work, arbitrator, i));
        processes.send(philosopher, Signal.START);
      }
      return work.finish.await();
    };
  }

  private static final class Arbitrator implements Process {
    private final Processes processes;
    private final Dinner work;
    private final Forks forks;
    private int left;

    Arbitrator(Processes processes, Dinner work) {
      this.processes = processes;
      this.work = work;
      this.forks = new Forks(work.philosophers);
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        switch (event.data()) {
          case Hungry(Pid from, int number) ->
              processes.send(from, forks.take(number) ? Signal.EAT : Signal.DENIED);
          case Done(int number) -> forks.putBack(number);
          case Signal _ -> {
            if (++left == work.philosophers) {
              out.complete(null);
              work.finish.arrive(forks.meals());
            }
          }
          case null, default -> {}
        }
      }
    }
  }

  private static final class Philosopher implements Process {
    private final Processes processes;
    private final Dinner work;
    private final Pid arbitrator;
    private final int number;
    private final Done done;
    private @Nullable Hungry hungry;
    private int meals;

    Philosopher(Processes processes, Dinner work, Pid arbitrator, int number) {
      this.processes = processes;
      this.work = work;
      this.arbitrator = arbitrator;
      this.number = number;
      this.done = new Done(number);
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      hungry = new Hungry(context.self(), number);
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() == Signal.EAT) {
          meals++;
          processes.send(arbitrator, done);
        }
        Hungry mine = hungry;
        if (meals < work.rounds && mine != null) {
          processes.send(arbitrator, mine);
        } else {
          processes.send(arbitrator, Signal.EXIT);
          out.complete(null);
          work.finish.arrive(meals);
        }
      }
    }
  }
}
