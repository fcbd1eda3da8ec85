package dev.heddle.bench.savina.stage;

import dev.heddle.Heddle;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Message;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.Processes;
import dev.heddle.process.StepOutput;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** On Heddle: a process. */
public final class ProcessStage implements Process, Stage<Pid> {
  private final Processes processes;
  private final Actor<Pid> actor;
  private @Nullable Pid self;
  private boolean started;
  private boolean stopped;

  private ProcessStage(Processes processes, Actor<Pid> actor) {
    this.processes = processes;
    this.actor = actor;
  }

  /** For a contest. */
  public static LongSupplier setUp(Heddle heddle, StagedWork work) {
    Processes processes = heddle.processes();
    return () -> {
      processes.spawn(new ProcessStage(processes, work.opening()));
      return work.finish().await();
    };
  }

  @Override
  public void init(ProcessContext context, String method, @Nullable Object input) {
    self = context.self();
  }

  @Override
  public void step(Events events, StepOutput out) {
    if (!started) {
      started = true;
      actor.start(this);
    }
    for (Event event : events) {
      if (!stopped && event instanceof Message message) {
        actor.receive(Objects.requireNonNull(message.data()), this);
      }
    }
    if (stopped) {
      out.complete();
    }
  }

  @Override
  public Pid address() {
    return Objects.requireNonNull(self);
  }

  @Override
  public Pid spawn(Actor<Pid> other) {
    return processes.spawn(new ProcessStage(processes, other));
  }

  @Override
  public void send(Pid to, Object message) {
    processes.send(to, message);
  }

  @Override
  public void stop() {
    stopped = true;
  }
}
