package dev.heddle.process;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The commands that every runtime can carry out, for {@link StepOutput#yield}. For commands of your
 * own, any object will do: register a {@link CommandHandler} for its type with the builder.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public sealed interface Command {
  /** Completes, without a result, when {@code time} has passed. */
  static Command sleep(Duration time) {
    return new Sleep(time);
  }

  /**
   * Runs {@code body} as a task, near, on any worker, and completes with its result. If the process
   * ends before the task has begun, it does not begin.
   */
  static Command task(Callable<? extends @Nullable Object> body) {
    return new Task(body);
  }

  /**
   * Runs {@code body}, which may block, on a fiber, and completes with its result. If the process
   * ends before, the fiber is interrupted.
   */
  static Command fiber(Callable<? extends @Nullable Object> body) {
    return new Fiber(body);
  }

  /**
   * Sends {@code message} to {@code target} and completes with what it {@linkplain Message#reply
   * replies}. Fails if the target has ended or ends with the message unread, at once; or if no
   * reply has come after {@code timeout}, with a {@link java.util.concurrent.TimeoutException}.
   */
  static Command ask(Pid target, Object message, Duration timeout) {
    return new Ask(target, message, timeout);
  }

  /** Spawns {@code process}, with the yielding one as its parent, and completes with its PID. */
  static Command spawn(Process process, ProcessOptions options) {
    return new Spawn(process, options);
  }

  /** See {@link #sleep}. */
  record Sleep(Duration time) implements Command {
    public Sleep {
      Objects.requireNonNull(time, "time");
    }
  }

  /** See {@link #task}. */
  record Task(Callable<? extends @Nullable Object> body) implements Command {
    public Task {
      Objects.requireNonNull(body, "body");
    }
  }

  /** See {@link #fiber}. */
  record Fiber(Callable<? extends @Nullable Object> body) implements Command {
    public Fiber {
      Objects.requireNonNull(body, "body");
    }
  }

  /** See {@link #ask}. */
  record Ask(Pid target, Object message, Duration timeout) implements Command {
    public Ask {
      Objects.requireNonNull(target, "target");
      Objects.requireNonNull(message, "message");
      Objects.requireNonNull(timeout, "timeout");
    }
  }

  /** See {@link #spawn}. */
  record Spawn(Process process, ProcessOptions options) implements Command {
    public Spawn {
      Objects.requireNonNull(process, "process");
      Objects.requireNonNull(options, "options");
    }
  }
}
