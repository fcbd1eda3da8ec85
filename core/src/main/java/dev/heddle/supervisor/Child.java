package dev.heddle.supervisor;

import dev.heddle.process.Exit;
import dev.heddle.process.Message;
import dev.heddle.process.Pid;
import dev.heddle.process.SendTimer;
import dev.heddle.scheduler.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What a supervisor knows of a child. Only for its own steps. */
final class Child {
  /** What was done to end it. */
  enum Pressure {
    NONE,
    CANCELLED,

    /** A supervisor: it was told to kill its children. */
    HURRIED,
    KILLED
  }

  /** Who waits for a child to stop, or to start. */
  private record Waiter(Message message, boolean forStart) {}

  final ChildSpec spec;

  /** Grows from one child to the next. */
  final long order;

  private final List<Waiter> waiters = new ArrayList<>(0);

  @Nullable Pid pid;

  /** The process itself, if it is a supervisor. */
  @Nullable Supervisor nested;

  /** How many of those below it have outlived it. */
  int orphans;

  ChildState state = ChildState.STOPPED;
  Pressure pressure = Pressure.NONE;

  /** Whether it shall run: neither stopped on request nor ended for good. */
  boolean wanted = true;

  /** Whether it has ever been in {@code RUNNING}. */
  boolean hasRun;

  /** Whether it is to be forgotten as soon as it has stopped. */
  boolean leaving;

  /** Whether it had to be killed because its time was up. */
  boolean late;

  /** What of it, and below it, did not stop in time. */
  final List<StopReport.Late> unstopped = new ArrayList<>(0);

  @Nullable Exit lastExit;

  /** For its stop, or its restart. */
  private @Nullable SendTimer timer;

  /** Which of its waits for a restart counts. */
  long turn;

  private int starts;
  private long startedAt;

  /** How many restarts there were since it last lived quietly. */
  private int crashesInRow;

  Child(ChildSpec spec, long order) {
    this.spec = spec;
    this.order = order;
  }

  String id() {
    return spec.id();
  }

  boolean isAlive() {
    return pid != null;
  }

  boolean isSupervisor() {
    return spec.factory() instanceof ChildFactory.OfSupervisor;
  }

  /** How often it was started so far. */
  int starts() {
    return starts;
  }

  /** How often it was started again. */
  int restarts() {
    return Math.max(0, starts - 1);
  }

  // ---- its life

  void begin(Pid process, ChildState begun) {
    pid = process;
    state = begun;
    pressure = Pressure.NONE;
    late = false;
    unstopped.clear();
    starts++;
    startedAt = Clock.nanos();
    time(null);
  }

  /** It has ended, as {@code lastExit} says, and nothing is left of it. */
  void end() {
    pid = null;
    nested = null;
    orphans = 0;
    time(null);
  }

  /** How long to wait before it is started again; it has just ended, or could not be started. */
  Duration nextDelay(Backoff backoff, boolean lived, RandomGenerator random) {
    if (lived && Clock.nanos() - startedAt >= Times.nanos(backoff.quiet())) {
      crashesInRow = 0;
    }
    return backoff.delay(crashesInRow++, random);
  }

  /** Replaces its timer. */
  void time(@Nullable SendTimer next) {
    SendTimer before = timer;
    timer = next;
    if (before != null) {
      before.cancel();
    }
  }

  boolean isTimed() {
    return timer != null;
  }

  // ---- who waits

  void awaitStop(Message message) {
    waiters.add(new Waiter(message, false));
  }

  void awaitStart(Message message) {
    waiters.add(new Waiter(message, true));
  }

  boolean isAwaitedToStart() {
    return waiters.stream().anyMatch(Waiter::forStart);
  }

  void answerStop(Object answer) {
    answer(false, answer);
  }

  void answerStart(Object answer) {
    answer(true, answer);
  }

  private void answer(boolean starts, Object answer) {
    waiters.removeIf(
        waiter -> {
          boolean meant = waiter.forStart() == starts;
          if (meant) {
            Supervisor.reply(waiter.message(), answer);
          }
          return meant;
        });
  }

  ChildStatus status() {
    return new ChildStatus(id(), pid, state, spec.restart(), restarts(), lastExit, isSupervisor());
  }

  @Override
  public String toString() {
    return "the child '" + id() + "'";
  }
}
