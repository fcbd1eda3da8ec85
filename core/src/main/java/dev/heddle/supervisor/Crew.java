package dev.heddle.supervisor;

import dev.heddle.process.Exit;
import dev.heddle.process.Pid;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.ProcessOptions;
import dev.heddle.supervisor.Child.Pressure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The children of a supervisor: starts and stops each, and decides nothing. */
final class Crew {
  /** How long what was killed has to end its step. */
  static final Duration GRACE = Duration.ofSeconds(1);

  /**
   * What was below a child, a supervisor, when that has crashed. It ends by its link; before that
   * the child is not gone.
   *
   * @param child the child
   * @param supervisor the orphan itself, if it is a supervisor
   */
  private record Orphan(Child child, @Nullable Supervisor supervisor) {}

  private static final System.Logger LOG = System.getLogger("dev.heddle");

  private final ProcessContext context;

  /** In their order. */
  private final LinkedHashMap<String, Child> byId = new LinkedHashMap<>();

  private final Map<Pid, Child> living = new HashMap<>();
  private final Map<Pid, Orphan> orphans = new HashMap<>();
  private long orders;

  Crew(ProcessContext context) {
    this.context = context;
  }

  // ---- who there is

  Child add(ChildSpec spec) {
    Child child = new Child(spec, orders++);
    byId.put(spec.id(), child);
    return child;
  }

  void forget(Child child) {
    byId.remove(child.id(), child);
  }

  @Nullable Child find(String id) {
    return byId.get(id);
  }

  @Nullable Child find(Pid pid) {
    return living.get(pid);
  }

  Iterable<Child> all() {
    return byId.values();
  }

  List<ChildStatus> list() {
    return byId.values().stream().map(Child::status).toList();
  }

  /** Those that live, from the last one back to {@code from}. */
  Deque<Child> toStop(long from) {
    Deque<Child> plan = new ArrayDeque<>();
    for (Child child : byId.sequencedValues().reversed()) {
      if (child.order < from) {
        break;
      }
      if (child.isAlive()) {
        plan.add(child);
      }
    }
    return plan;
  }

  /** Those that shall live and do not, from {@code from} on. */
  Deque<Child> toStart(long from) {
    Deque<Child> plan = new ArrayDeque<>();
    for (Child child : byId.values()) {
      if (child.order >= from && child.wanted && !child.isAlive()) {
        plan.add(child);
      }
    }
    return plan;
  }

  int alive() {
    return living.size();
  }

  // ---- starting

  /** Starts a child; whatever this throws, it could not be started. */
  void start(Child child) {
    ChildSpec spec = child.spec;
    ProcessOptions options = spec.options();
    if (options.name().isEmpty()) {
      options = options.withName(spec.id());
    }
    options = options.supervised(child.starts());
    Supervisor nested = null;
    Pid pid =
        switch (spec.factory()) {
          case ChildFactory.OfProcess made -> context.spawn(made.supplier().get(), options);
          case ChildFactory.OfBehaviour made -> context.spawn(made.supplier().get(), options);
          case ChildFactory.OfBody made -> context.spawn(made.supplier().get(), options);
          case ChildFactory.OfSupervisor made -> {
            nested = Supervisor.below(made.spec(), spec.id());
            yield context.spawn(nested, options);
          }
        };
    child.nested = nested;
    child.begin(pid, child.isSupervisor() ? ChildState.STARTING : ChildState.RUNNING);
    living.put(pid, child);
    context.link(pid); // if it has ended meanwhile, that is told now
  }

  // ---- the end of a child

  boolean isChild(Pid pid) {
    return living.containsKey(pid);
  }

  /** A child has ended; returned if it is gone with all that was below it, else null. */
  @Nullable Child ended(Pid pid, Exit exit) {
    Child child = Objects.requireNonNull(living.remove(pid));
    child.lastExit = exit;
    adopt(child, child.nested);
    return ifGone(child);
  }

  /** What is monitored has ended; returns the child that is gone now, or null. */
  @Nullable Child orphanEnded(Pid pid) {
    Orphan orphan = orphans.remove(pid);
    if (orphan == null) {
      return null;
    }
    orphan.child().orphans--;
    adopt(orphan.child(), orphan.supervisor());
    return ifGone(orphan.child());
  }

  private void adopt(Child child, @Nullable Supervisor ended) {
    if (ended != null) {
      ended
          .leftBehind()
          .forEach(
              (pid, supervisor) -> {
                orphans.put(pid, new Orphan(child, supervisor.orElse(null)));
                child.orphans++;
                context.monitor(pid);
              });
    }
  }

  private static @Nullable Child ifGone(Child child) {
    Pid pid = child.pid;
    if (child.orphans > 0 || pid == null) {
      return null;
    }
    if (child.late) {
      child.unstopped.add(new StopReport.Late(child.id(), pid, true));
    }
    if (child.isSupervisor()
        && child.lastExit instanceof Exit.Completed completed
        && completed.result() instanceof StopReport below) {
      below.late().forEach(each -> child.unstopped.add(each.under(child.id())));
    }
    child.end();
    return child;
  }

  /**
   * For the supervisor above, when this one has ended: who has not, as far as is known, with those
   * that this one was waiting for in turn; and each itself, if it is a supervisor.
   */
  Map<Pid, Optional<Supervisor>> leftBehind() {
    Map<Pid, Optional<Supervisor>> left = new HashMap<>();
    living.forEach((pid, child) -> left.put(pid, Optional.ofNullable(child.nested)));
    orphans.forEach((pid, orphan) -> left.put(pid, Optional.ofNullable(orphan.supervisor())));
    return left;
  }

  // ---- stopping

  /** Asks a living child to end, and sees to it that it does. */
  void stop(Child child) {
    Pid pid = child.pid;
    if (pid == null) {
      return;
    }
    if (child.state != ChildState.STOPPING) {
      child.state = ChildState.STOPPING;
      Duration timeout = child.spec.stopTimeout();
      if (timeout.isZero()) {
        kill(child, pid);
      } else {
        child.pressure = Pressure.CANCELLED;
        context.processes().cancel(pid);
        limit(child, pid, timeout);
      }
    } else if (child.pressure == Pressure.KILLED && !child.isTimed()) {
      limit(child, pid, GRACE);
    }
  }

  /** Has a living child end now. */
  void force(Child child, Duration grace) {
    Pid pid = child.pid;
    if (pid == null || child.pressure == Pressure.KILLED || child.pressure == Pressure.HURRIED) {
      return;
    }
    child.state = ChildState.STOPPING;
    if (child.orphans > 0) {
      child.pressure = Pressure.KILLED;
      forceOrphans(child, grace);
      limit(child, pid, grace);
    } else if (child.isSupervisor()) {
      child.pressure = Pressure.HURRIED;
      hurry(pid, grace);
      limit(child, pid, grace);
    } else {
      tooLate(child, pid);
    }
  }

  /** Has a supervisor end a little before {@code grace} is over. */
  private void hurry(Pid supervisor, Duration grace) {
    Duration less = grace.multipliedBy(3).dividedBy(4);
    context.processes().sendUrgent(supervisor, new Note.Hurry(less));
  }

  private void forceOrphans(Child child, Duration grace) {
    orphans.forEach(
        (pid, orphan) -> {
          if (orphan.child() == child) {
            if (orphan.supervisor() == null) {
              context.processes().kill(pid);
            } else {
              hurry(pid, grace);
            }
          }
        });
  }

  /**
   * The time of a child is up.
   *
   * @return whether it was killed before, so that nothing more can be done
   */
  boolean overdue(Child child, Pid pid) {
    child.time(null);
    switch (child.pressure) {
      case NONE, CANCELLED -> force(child, GRACE);
      case HURRIED -> tooLate(child, pid);
      case KILLED -> {
        LOG.log(
            System.Logger.Level.WARNING,
            "%s (%s) of the supervisor %s was killed, and is still in its step"
                .formatted(child, pid, context.self()));
        return true;
      }
    }
    return false;
  }

  private void tooLate(Child child, Pid pid) {
    child.late = true;
    LOG.log(
        System.Logger.Level.WARNING,
        "%s (%s) of the supervisor %s has not stopped in time, and is killed"
            .formatted(child, pid, context.self()));
    kill(child, pid);
  }

  private void kill(Child child, Pid pid) {
    child.pressure = Pressure.KILLED;
    context.processes().kill(pid);
    limit(child, pid, GRACE);
  }

  /** Does not wait any longer for a child that was killed. */
  void giveUp(Child child, Pid pid) {
    living.remove(pid);
    orphans.values().removeIf(orphan -> orphan.child() == child);
    child.unstopped.add(new StopReport.Late(child.id(), pid, false));
    child.lastExit = new Exit.Killed("it is still in its step");
    child.end();
    child.state = ChildState.STOPPED;
  }

  private void limit(Child child, Pid pid, Duration time) {
    child.time(
        Times.isEndless(time)
            ? null
            : context.sendAfter(time, context.self(), new Note.StopDue(child, pid)));
  }
}
