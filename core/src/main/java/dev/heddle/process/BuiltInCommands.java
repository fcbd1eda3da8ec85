package dev.heddle.process;

import dev.heddle.fiber.Fiber;
import dev.heddle.internal.FiberAccess;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Memory;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Timer;
import dev.heddle.scheduler.Work;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Carries out the commands of {@link Command}. */
final class BuiltInCommands {
  private static final BiConsumer<Command.Ask, PendingCommand> LATE = BuiltInCommands::late;

  private final Processes processes;
  private final Scheduler scheduler;

  BuiltInCommands(Processes processes, Scheduler scheduler) {
    this.processes = processes;
    this.scheduler = scheduler;
  }

  void handle(Command command, PendingCommand reply) {
    switch (command) {
      case Command.Sleep sleep -> sleep(sleep.time(), reply);
      case Command.Task task -> scheduler.spawn(new CommandTask(task.body(), reply));
      case Command.Fiber fiber -> start(fiber.body(), reply);
      case Command.Ask ask -> ask(ask, reply);
      case Command.Spawn spawn ->
          reply.complete(processes.spawn(spawn.process(), spawn.options(), reply.process()));
    }
  }

  private void sleep(Duration time, PendingCommand reply) {
    schedule(
        time,
        reply,
        new Timer() {
          @Override
          protected void fire() {
            reply.tryComplete(null);
          }
        });
  }

  private void schedule(Duration time, PendingCommand reply, Timer timer) {
    long nanos = Math.max(0, TimeUnit.NANOSECONDS.convert(time)); // as many as fit
    long now = Clock.nanos();
    long deadline = now + Math.min(nanos, Long.MAX_VALUE / 2);
    reply.timedBy(timer);
    assert Moment.passes("a command has a timer");
    scheduler.schedule(timer, deadline);
    assert Moment.passes("a command's timer is scheduled");
    reply.timerScheduled();
  }

  private void start(Callable<? extends @Nullable Object> body, PendingCommand reply) {
    Callable<@Nullable Void> told =
        () -> {
          try {
            reply.tryComplete(body.call());
          } catch (InterruptedException e) {
            if (!reply.isCancelled()) { // else it was interrupted because of that
              reply.tryFail(e);
            }
          } catch (Throwable e) {
            reply.tryFail(e);
          }
          return null;
        };
    Fiber<@Nullable Void> fiber = FiberAccess.get().start("", told, scheduler);
    reply.onCancel(fiber::interrupt);
  }

  private void ask(Command.Ask ask, PendingCommand reply) {
    processes.post().request(ask.target(), new Request(ask.message(), reply), ask.timeout());
    assert Moment.passes("a command has asked");
    schedule(
        ask.timeout(),
        reply,
        new Timer() {
          @Override
          protected void fire() {
            Memory.insist(LATE, ask, reply);
          }
        });
  }

  private static void late(Command.Ask ask, PendingCommand reply) {
    reply.giveUp(
        new TimeoutException(
            "%s has not replied within %s".formatted(ask.target(), ask.timeout())));
  }

  /** A task that a process has asked for. */
  private static final class CommandTask extends Work {
    private final Callable<? extends @Nullable Object> body;
    private final PendingCommand reply;

    CommandTask(Callable<? extends @Nullable Object> body, PendingCommand reply) {
      this.body = body;
      this.reply = reply;
    }

    @Override
    protected @Nullable Work carryOut() {
      if (!reply.isCancelled()) {
        try {
          reply.tryComplete(body.call());
        } catch (Throwable e) {
          reply.tryFail(e);
        }
      }
      return null;
    }

    @Override
    protected void abandon(RuntimeException reason) {
      reply.tryFail(reason);
    }
  }
}
