package dev.heddle.bench.memory;

import dev.heddle.Heddle;
import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.actor.Finish;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.Processes;
import dev.heddle.process.SendTimer;
import dev.heddle.process.StepOutput;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Timers of a process of Heddle, which would send it a message in an hour. */
final class SendTimerCrowd implements Crowd {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Object END = "end";
  private static final Object LATE = "late";

  /** So many in a step, so that no step takes long. */
  private static final int BATCH = 1_000;

  private final Processes processes;
  private final SendTimer[] timers;
  private final Finish finish = new Finish();
  private final Pid owner;

  SendTimerCrowd(Heddle heddle, int count) {
    processes = heddle.processes();
    timers = new SendTimer[count];
    owner = processes.spawn(new Owner());
  }

  @Override
  public void gather() {
    finish.expect(timers.length / BATCH);
    for (int i = 0; i < timers.length; i += BATCH) {
      processes.send(owner, i);
    }
    finish.await();
  }

  @Override
  public void dismiss() {
    finish.expect(1);
    processes.send(owner, END);
    long cancelled = finish.await();
    if (cancelled != timers.length) {
      throw new BenchmarkFailure(
          "wrong result: %d of %d timers were there".formatted(cancelled, timers.length));
    }
  }

  private final class Owner implements Process {
    private @Nullable ProcessContext context;

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      this.context = context;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Integer from) {
          set(from);
        } else {
          finish.arrive(cancelAll());
          out.complete();
        }
      }
    }

    private void set(int from) {
      ProcessContext mine = context;
      if (mine != null) {
        for (int i = from; i < from + BATCH; i++) {
          timers[i] = mine.sendAfter(HOUR, mine.self(), LATE);
        }
        finish.arrive();
      }
    }

    private long cancelAll() {
      long cancelled = 0;
      for (SendTimer timer : timers) {
        cancelled += timer.cancel() ? 1 : 0;
      }
      return cancelled;
    }
  }
}
