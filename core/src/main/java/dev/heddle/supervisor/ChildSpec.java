package dev.heddle.supervisor;

import dev.heddle.process.Behaviour;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessBody;
import dev.heddle.process.ProcessOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A child, as a supervisor is to have it. Begin with {@link #process}, {@link #behaviour}, {@link
 * #body} or {@link #supervisor}.
 *
 * @param id its name at its supervisor, which no other child there has
 * @param factory what makes it
 * @param options how it is spawned; without a name, it is called by its id
 * @param restart whether it is started again when it has ended
 * @param stopTimeout how long it has to end after its {@link dev.heddle.process.Cancel}; then it is
 *     killed. Zero: it is killed at once, and gets no cancel. {@link #NO_LIMIT}: it is waited for
 */
public record ChildSpec(
    String id,
    ChildFactory factory,
    ProcessOptions options,
    Restart restart,
    Duration stopTimeout) {
  /** For {@link #stopTimeout}: however long it takes. */
  public static final Duration NO_LIMIT = Duration.ofSeconds(Long.MAX_VALUE);

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

  public ChildSpec {
    if (id.isBlank()) {
      throw new IllegalArgumentException(
          "a child's id needs a visible character, not '" + id + "'");
    }
    Objects.requireNonNull(factory, "factory");
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(restart, "restart");
    Times.checkNotNegative("the stop timeout of '" + id + "'", stopTimeout);
  }

  /** A state machine, {@linkplain Restart#PERMANENT permanent}, with five seconds to stop. */
  public static ChildSpec process(String id, Supplier<? extends Process> supplier) {
    return of(id, new ChildFactory.OfProcess(supplier), STOP_TIMEOUT);
  }

  /**
   * A process of handlers, {@linkplain Restart#PERMANENT permanent}, with five seconds to stop. The
   * behaviour is made anew for each start, so that no state outlives a crash: {@code () -> new
   * Account().open()}.
   */
  public static ChildSpec behaviour(String id, Supplier<Behaviour> supplier) {
    return of(id, new ChildFactory.OfBehaviour(supplier), STOP_TIMEOUT);
  }

  /**
   * A process that is a fiber, {@linkplain Restart#PERMANENT permanent}, with five seconds to stop.
   * Its body is run anew for each start, so what it keeps between messages belongs into its local
   * variables.
   */
  public static ChildSpec body(String id, ProcessBody body) {
    Objects.requireNonNull(body, "body");
    return of(id, new ChildFactory.OfBody(() -> body), STOP_TIMEOUT);
  }

  /**
   * Another supervisor, {@linkplain Restart#PERMANENT permanent}. It is waited for when it stops,
   * because each of its children has a limit.
   */
  public static ChildSpec supervisor(String id, SupervisorSpec spec) {
    return of(id, new ChildFactory.OfSupervisor(spec), NO_LIMIT);
  }

  private static ChildSpec of(String id, ChildFactory factory, Duration stopTimeout) {
    return new ChildSpec(id, factory, ProcessOptions.DEFAULT, Restart.PERMANENT, stopTimeout);
  }

  /** With other options. */
  public ChildSpec withOptions(ProcessOptions options) {
    return new ChildSpec(id, factory, options, restart, stopTimeout);
  }

  /** With another answer to whether it is started again. */
  public ChildSpec withRestart(Restart restart) {
    return new ChildSpec(id, factory, options, restart, stopTimeout);
  }

  /** With another time to stop. */
  public ChildSpec withStopTimeout(Duration stopTimeout) {
    return new ChildSpec(id, factory, options, restart, stopTimeout);
  }

  /** In a line; of another supervisor without its children. */
  @Override
  public String toString() {
    String what =
        switch (factory) {
          case ChildFactory.OfProcess _ -> "process";
          case ChildFactory.OfBehaviour _ -> "behaviour";
          case ChildFactory.OfBody _ -> "fiber";
          case ChildFactory.OfSupervisor nested -> "supervisor, " + nested.spec();
        };
    return "%s: %s, %s, stops within %s".formatted(id, what, restart, Times.of(stopTimeout));
  }
}
