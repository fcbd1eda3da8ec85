package dev.heddle.supervisor;

import dev.heddle.process.Exit;
import dev.heddle.process.Message;
import dev.heddle.process.Pid;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.StepOutput;
import dev.heddle.scheduler.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * What a supervisor does next. Nothing here waits: each event changes the state, and {@link
 * #settle} then makes one turn after the other, until it needs an event to go on.
 *
 * <p>What several children have to do in order is a phase and a plan: who is next to be stopped or
 * started. Phases lead from one to the next like this:
 *
 * <pre>
 *   STARTING --> UP --> STOPPING_SOME --> WAITING --> STARTING_SOME --> UP
 *   any of them --> ENDING --> OVER
 * </pre>
 *
 * where a crash among those that are being restarted leads back to {@code STOPPING_SOME}. {@code
 * ONE_FOR_ONE} knows {@code STARTING}, {@code UP} and {@code ENDING} only: its restarts concern one
 * child each, which goes into {@code due}, at once or by a timer.
 */
final class Supervision {
  private enum Phase {
    STARTING,
    UP,
    STOPPING_SOME,
    WAITING,
    STARTING_SOME,
    ENDING,
    OVER
  }

  private static final System.Logger LOG = System.getLogger("dev.heddle");

  /** How many turns a step makes before others have theirs. */
  private static final int TURNS_IN_ROW = 64;

  private final SupervisorSpec spec;
  private final ProcessContext context;
  private final Crew crew;
  private final ChildRequests requests;
  private final Runnable onStart;
  private final SplittableRandom random;
  private final RestartHistory history;

  private Phase phase = Phase.STARTING;

  /** Who is next in this phase. */
  private Deque<Child> plan;

  /** From which child on this phase concerns all. */
  private long from;

  /** How long to be in {@code WAITING}. */
  private Duration groupDelay = Duration.ZERO;

  /** Which of these waits counts. */
  private long groupTurn;

  /** Whether all first children have been started. */
  private boolean started;

  /** Single children to be started as soon as there is no plan. */
  private final Deque<Child> due = new ArrayDeque<>();

  private final List<Message> awaitingEnd = new ArrayList<>(0);
  private final List<StopReport.Late> late = new ArrayList<>(0);
  private @Nullable SupervisorException failure;

  Supervision(SupervisorSpec spec, ProcessContext context, Runnable onStart) {
    this.spec = spec;
    this.context = context;
    this.onStart = onStart;
    this.crew = new Crew(context);
    this.requests = new ChildRequests(this, crew);
    this.history = new RestartHistory(spec.limit());
    this.random =
        spec.backoff().seed().isPresent()
            ? new SplittableRandom(spec.backoff().seed().getAsLong())
            : new SplittableRandom(Clock.seed());
    spec.children().forEach(crew::add);
    this.plan = crew.toStart(0);
  }

  Crew crew() {
    return crew;
  }

  ChildRequests requests() {
    return requests;
  }

  boolean isStarted() {
    return started;
  }

  boolean isEnding() {
    return phase == Phase.ENDING;
  }

  boolean isOver() {
    return phase == Phase.OVER;
  }

  // ---- turns

  /** Goes on as far as it can without another event; true: others shall have their turn first. */
  boolean settle() {
    for (int turn = 0; turn < TURNS_IN_ROW; turn++) {
      if (!turn()) {
        return false;
      }
    }
    return true;
  }

  /** Does one thing; false if there is nothing to be done now. */
  private boolean turn() {
    if ((phase == Phase.UP || phase == Phase.STARTING) && !due.isEmpty()) {
      Child child = due.remove();
      if (child.wanted && !child.isAlive()) {
        start(child);
      }
      return true;
    }
    return switch (phase) {
      case STARTING, STARTING_SOME -> startNext();
      case STOPPING_SOME, ENDING -> stopNext();
      case UP -> requests.carryOutNext();
      case WAITING, OVER -> false;
    };
  }

  private boolean startNext() {
    Child child = plan.peek();
    if (child == null) {
      phase = Phase.UP;
      if (!started) {
        started = true;
        onStart.run();
      }
      return true;
    }
    if (child.state == ChildState.STARTING) {
      return false;
    }
    if (child.wanted && !child.isAlive()) {
      start(child);
    } else {
      plan.remove();
    }
    return true;
  }

  private boolean stopNext() {
    Child child = plan.peek();
    if (child == null) {
      allStopped();
      return phase == Phase.STARTING_SOME;
    }
    if (!child.isAlive()) {
      plan.remove();
      return true;
    }
    crew.stop(child);
    return false;
  }

  private void allStopped() {
    if (phase == Phase.ENDING) {
      phase = Phase.OVER;
    } else if (groupDelay.isZero()) {
      startSome();
    } else {
      phase = Phase.WAITING;
      context.sendAfter(groupDelay, context.self(), new Note.RestartsDue(++groupTurn));
    }
  }

  private void startSome() {
    phase = Phase.STARTING_SOME;
    plan = crew.toStart(from);
  }

  // ---- what has come

  void take(Note note) {
    switch (note) {
      case Note.Started(Pid who) -> {
        Child child = crew.find(who);
        if (child != null && child.state == ChildState.STARTING) {
          running(child, who);
        }
      }
      case Note.StopDue(Child child, Pid pid) -> {
        if (pid.equals(child.pid) && crew.overdue(child, pid) && phase == Phase.ENDING) {
          crew.giveUp(child, pid);
          late.addAll(child.unstopped);
        }
      }
      case Note.RestartDue(Child child, long turn) -> {
        if (turn == child.turn && child.state == ChildState.RESTARTING) {
          child.time(null);
          due.add(child);
        }
      }
      case Note.RestartsDue(long turn) -> {
        if (turn == groupTurn && phase == Phase.WAITING) {
          startSome();
        }
      }
      case Note.Hurry(Duration grace) -> {
        stop();
        plan.forEach(child -> crew.force(child, grace));
      }
    }
  }

  /** Single children: start it as soon as there is no plan. */
  void startSoon(Child child) {
    child.state = ChildState.RESTARTING;
    due.add(child);
  }

  // ---- starting

  private void start(Child child) {
    try {
      crew.start(child);
    } catch (Throwable e) {
      notStarted(child, e);
      return;
    }
    Pid pid = child.pid;
    if (pid != null && child.state == ChildState.RUNNING) {
      running(child, pid);
    }
  }

  private void running(Child child, Pid pid) {
    child.state = ChildState.RUNNING;
    child.hasRun = true;
    child.answerStart(pid);
  }

  private void notStarted(Child child, Throwable error) {
    child.state = ChildState.STOPPED;
    String text = "%s of %s could not be started: %s".formatted(child, name(), error);
    if (!started) {
      beginEnd(new SupervisorException(text, error));
    } else if (child.isAwaitedToStart()) {
      child.wanted = false;
      if (!child.hasRun) {
        crew.forget(child);
      }
      child.answerStart(new SupervisorException(text, error));
    } else {
      LOG.log(System.Logger.Level.WARNING, text);
      again(child, new Exit.Failed(error), false);
    }
  }

  // ---- the end of a child

  /** A process that was linked to this one has ended. */
  void exited(Pid pid, Exit exit) {
    if (crew.isChild(pid)) {
      gone(crew.ended(pid, exit));
    } else if (pid.equals(context.parent())) {
      stop();
    }
  }

  /** A process that was below a child has ended. */
  void orphanEnded(Pid pid) {
    gone(crew.orphanEnded(pid));
  }

  private void gone(@Nullable Child child) {
    Exit exit = child == null ? null : child.lastExit;
    if (child == null || exit == null) {
      return;
    }
    if (phase == Phase.ENDING) {
      late.addAll(child.unstopped);
      stopped(child);
    } else if (child.state == ChildState.STOPPING) {
      stopped(child);
    } else if (child.state == ChildState.STARTING) {
      notStarted(child, exit instanceof Exit.Failed failed ? failed.error() : unstarted(exit));
    } else if (child.spec.restart().after(exit)) {
      again(child, exit, true);
    } else {
      child.wanted = false;
      child.state = ChildState.ENDED;
      if (child.spec.restart() == Restart.TEMPORARY) {
        crew.forget(child);
      }
    }
  }

  private static SupervisorException unstarted(Exit exit) {
    return new SupervisorException("it has ended before its children were started: " + exit);
  }

  /** A child does not live any more, because it was not to, or nobody wants it to any more. */
  void stopped(Child child) {
    child.state = ChildState.STOPPED;
    child.answerStop(new StopReport(child.unstopped));
    boolean temporary = child.spec.restart() == Restart.TEMPORARY && !child.isAwaitedToStart();
    if (child.leaving || temporary) {
      child.wanted = false;
      crew.forget(child);
    }
    if (!child.wanted || phase == Phase.ENDING) {
      child.answerStart(
          new SupervisorException("%s of %s was stopped meanwhile".formatted(child, name())));
    } else {
      startSoon(child);
    }
  }

  /** A child has to be started again, if that is not too often. */
  private void again(Child child, Exit exit, boolean lived) {
    child.state = ChildState.RESTARTING;
    if (phase == Phase.STOPPING_SOME && child.order >= from) {
      return; // it would have been stopped, and is started with the others
    }
    if (!history.add()) {
      beginEnd(tooMany(child, exit));
      return;
    }
    Duration delay = child.nextDelay(spec.backoff(), lived, random);
    switch (spec.strategy()) {
      case ONE_FOR_ONE -> restart(child, delay);
      case ONE_FOR_ALL -> restartFrom(0, delay);
      case REST_FOR_ONE -> restartFrom(child.order, delay);
    }
  }

  private SupervisorException tooMany(Child child, Exit exit) {
    return new SupervisorException(
        "%s gives up: it takes %s, and now %s has ended again: %s"
            .formatted(name(), spec.limit(), child, exit),
        exit instanceof Exit.Failed failed ? failed.error() : null);
  }

  private void restart(Child child, Duration delay) {
    if (delay.isZero()) {
      due.add(child);
    } else {
      child.time(
          context.sendAfter(delay, context.self(), new Note.RestartDue(child, ++child.turn)));
    }
  }

  private void restartFrom(long order, Duration delay) {
    boolean more = phase == Phase.STOPPING_SOME || phase == Phase.WAITING;
    groupDelay = more && groupDelay.compareTo(delay) > 0 ? groupDelay : delay;
    from = more || phase == Phase.STARTING_SOME ? Math.min(from, order) : order;
    groupTurn++;
    phase = Phase.STOPPING_SOME;
    plan = crew.toStop(from);
  }

  // ---- the end

  /** Stops all, and then itself. */
  void stop() {
    beginEnd(null);
  }

  /** As {@link #stop()}, within {@code timeout}, and answers {@code message} then. */
  void stop(Message message, Duration timeout) {
    awaitingEnd.add(message);
    stop();
    if (!Times.isEndless(timeout)) {
      context.sendAfter(timeout, context.self(), new Note.Hurry(Crew.GRACE));
    }
  }

  private void beginEnd(@Nullable SupervisorException why) {
    if (phase == Phase.ENDING || phase == Phase.OVER) {
      return;
    }
    phase = Phase.ENDING;
    failure = why;
    due.clear();
    requests.refuseAll();
    for (Child child : crew.all()) {
      if (!child.isAlive()) {
        child.time(null);
        child.answerStart(isStopping());
      }
    }
    plan = crew.toStop(0);
  }

  SupervisorException isStopping() {
    return new SupervisorException(name() + " is stopping");
  }

  /** Why it has not started, or ends. */
  SupervisorException whyOver() {
    SupervisorException why = failure;
    return why == null
        ? new SupervisorException(name() + " was stopped before it had started")
        : why;
  }

  /** All have been stopped: says so. */
  void end(StepOutput out) {
    StopReport report = new StopReport(late);
    awaitingEnd.forEach(message -> Supervisor.reply(message, report));
    SupervisorException why = failure;
    if (why == null) {
      out.complete(report);
    } else {
      out.fail(why);
    }
  }

  String name() {
    return spec.name().isEmpty()
        ? "the supervisor " + context.self()
        : "the supervisor '%s' (%s)".formatted(spec.name(), context.self());
  }

  @Override
  public String toString() {
    return "%s, %d children alive, %d restarts so far"
        .formatted(phase, crew.alive(), history.all());
  }
}
