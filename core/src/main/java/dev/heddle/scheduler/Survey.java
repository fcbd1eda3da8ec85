package dev.heddle.scheduler;

import dev.heddle.loom.Loom;
import dev.heddle.metrics.FiberCensus;
import dev.heddle.metrics.FiberInfo;
import dev.heddle.metrics.FiberLine;
import dev.heddle.metrics.FiberPage;
import dev.heddle.metrics.FiberState;
import dev.heddle.metrics.RuntimeMetrics;
import dev.heddle.metrics.WorkerMetrics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks at workers; and at fibers, and runners of tasks that wait, again and again: so it knows
 * since when one was seen to wait for the same thing at every look, at no cost for the fibers. Of
 * very many it looks at some, each time at others.
 */
public final class Survey {
  /** At how many fibers it looks at most, or little more. */
  private static final int LOOKED = 20_000;

  private static final int SHOWN = 10;

  private static final Comparator<Look> LONGEST_FIRST =
      Comparator.comparingLong(Look::waited)
          .reversed()
          .thenComparingLong(look -> look.thread().threadId());

  private final Scheduler scheduler;

  /** By the number of the thread: what was seen to wait last time. Guarded by this. */
  private Map<Long, Wait> waits = new HashMap<>();

  private int nextList;

  Survey(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /** Something that waits: for what, by identity, and since when it was seen. */
  private record Wait(int blocker, long since) {}

  /** One that was looked at. */
  private record Look(
      Thread thread,
      @Nullable OwnThread own,
      FiberState state,
      @Nullable Object blocker,
      long waited) {}

  /**
   * What it has found.
   *
   * @param fibers all together, and some of them
   * @param deadlocks among those looked at
   * @param carried the names of the fibers that workers execute, by the number of the worker
   */
  public record Findings(
      FiberCensus fibers, List<List<String>> deadlocks, Map<Integer, String> carried) {}

  // ---- workers

  /** What has been done so far. */
  public RuntimeMetrics metrics() {
    return metrics(Map.of());
  }

  /**
   * What has been done so far.
   *
   * @param carried the names of the fibers that workers execute, where they are known
   */
  public RuntimeMetrics metrics(Map<Integer, String> carried) {
    List<WorkerMetrics> workers = new ArrayList<>();
    List<Durations> runTimes = new ArrayList<>();
    for (int i = 0; i < scheduler.registered(); i++) {
      workers.add(scheduler.workerAt(i).metrics(carried.get(i)));
      runTimes.add(scheduler.workerAt(i).samples.runTimes);
    }
    return new RuntimeMetrics(
        scheduler.engineKind(),
        workers,
        scheduler.shared.size(),
        scheduler.engine.runners(),
        scheduler.engine.busyRunners().size(),
        scheduler.fibers(),
        scheduler.timers(),
        scheduler.sparesStarted(),
        Durations.total(runTimes),
        Durations.total(List.of(scheduler.queueWaits)));
  }

  /** In words: what was noted in {@code samples} last. */
  String describe(WorkerSamples samples) {
    Class<?> type = samples.type();
    if (type == null) {
      return "";
    }
    long number = samples.number();
    if (number != 0) {
      return scheduler.nameOfProcess(number);
    }
    return Loom.isContinuation(type) ? "a fiber" : ClassName.of(type);
  }

  /** How much of the workers' time each of the busiest processes took, by number. */
  public Map<Long, Long> busiest() {
    Map<Long, Long> busiest = new HashMap<>();
    for (int i = 0; i < scheduler.registered(); i++) {
      scheduler
          .workerAt(i)
          .samples
          .busy
          .forEach((number, nanos) -> busiest.merge(number, nanos, Long::sum));
    }
    return busiest;
  }

  // ---- fibers

  /** Looks once. */
  public Findings take() {
    List<Look> looks = lookRound();
    Map<FiberState, Long> states = new EnumMap<>(FiberState.class);
    for (FiberState state : FiberState.values()) {
      states.put(state, 0L);
    }
    Map<Integer, String> carried = new HashMap<>();
    Holders holders = new Holders(scheduler);
    long looked = 0;
    for (Look look : looks) {
      holders.look(look.thread, look.blocker);
      if (look.own != null) {
        looked++;
        states.merge(look.state, 1L, Long::sum);
        Worker worker = scheduler.engine.workerOf(look.thread);
        if (look.state == FiberState.RUNNING && worker != null) {
          carried.put(worker.index, look.own.name());
        }
      }
    }
    long alive = scheduler.fibers();
    if (looked > 0 && looked < alive) {
      double each = (double) alive / looked;
      states.replaceAll((_, seen) -> Math.round(seen * each));
    }
    FiberCensus census =
        new FiberCensus(
            scheduler.fibersStarted(), alive, Math.min(looked, alive), states, longest(looks));
    return new Findings(census, holders.rings(), carried);
  }

  private List<FiberLine> longest(List<Look> looks) {
    return looks.stream()
        .filter(look -> isWait(look.state))
        .sorted(LONGEST_FIRST)
        .limit(SHOWN)
        .map(this::line)
        .toList();
  }

  /**
   * Looks at all, or at some of very many, and remembers since when they wait. What they wait for
   * is described later, outside of the lock: it may be anybody's.
   */
  private synchronized List<Look> lookRound() {
    List<Look> looks = new ArrayList<>();
    int alive = scheduler.fibers();
    boolean all = alive <= LOOKED;
    // Of very many, those that this look leaves out are remembered until their turn comes.
    Map<Long, Wait> seen = all || waits.size() > 2 * alive ? new HashMap<>() : waits;
    long now = Clock.nanos();
    for (OwnThread own : scheduler.someFibers(nextList, LOOKED)) {
      if (!own.hasEnded()) {
        looks.add(look(own.thread(), own, now, seen));
      }
    }
    nextList += all ? 1 : Math.max(1, (int) ((long) OwnThreads.LISTS * looks.size() / alive));
    List<Thread> runners = scheduler.engine.busyRunners();
    runners.sort(Comparator.comparingLong(Thread::threadId)); // a simulation repeats their order
    for (Thread runner : runners) {
      if (looks.size() >= 2 * LOOKED) {
        break;
      }
      looks.add(look(runner, null, now, seen));
    }
    waits = seen;
    return looks;
  }

  private Look look(Thread thread, @Nullable OwnThread own, long now, Map<Long, Wait> seen) {
    FiberState state = scheduler.stateOf(thread);
    Object blocker = isWait(state) ? Holders.blocker(thread) : null;
    long waited = 0;
    if (isWait(state)) {
      int identity = System.identityHashCode(blocker);
      Wait before = waits.get(thread.threadId());
      Wait wait = before != null && before.blocker == identity ? before : new Wait(identity, now);
      seen.put(thread.threadId(), wait);
      waited = now - wait.since;
    } else {
      seen.remove(thread.threadId());
    }
    return new Look(thread, own, state, blocker, waited);
  }

  private static boolean isWait(FiberState state) {
    return state == FiberState.WAITING || state == FiberState.YIELDED;
  }

  private FiberLine line(Look look) {
    OwnThread own = look.own;
    String heldBy = new Holders(scheduler).look(look.thread, look.blocker);
    return new FiberLine(
        look.thread.threadId(),
        scheduler.nameOf(look.thread),
        look.state,
        own == null ? -1 : (Clock.nanos() - own.created()) / 1_000_000,
        look.waited / 1_000_000,
        look.blocker == null ? "" : InWords.of(look.blocker),
        heldBy == null ? "" : heldBy);
  }

  /**
   * Fibers, and runners of tasks that wait, whose name, state or what they wait for contains {@code
   * search}, in any case; those that have waited for longest first.
   */
  public FiberPage find(String search, int offset, int limit) {
    String wanted = search.toLowerCase(Locale.ROOT);
    List<Look> looks = lookRound();
    List<Look> matching =
        looks.stream().filter(look -> matches(look, wanted)).sorted(LONGEST_FIRST).toList();
    return new FiberPage(
        matching.stream().skip(offset).limit(limit).map(this::line).toList(),
        matching.size(),
        looks.size());
  }

  private boolean matches(Look look, String wanted) {
    return wanted.isEmpty()
        || scheduler.nameOf(look.thread).toLowerCase(Locale.ROOT).contains(wanted)
        || look.state.name().toLowerCase(Locale.ROOT).contains(wanted)
        || (look.blocker != null
            && InWords.of(look.blocker).toLowerCase(Locale.ROOT).contains(wanted));
  }

  /** The fiber, or runner with a task under way, of this number, with its stack; null: none. */
  public @Nullable FiberInfo lookAt(long id) {
    Dump dump = new Dump(scheduler);
    OwnThread own = scheduler.fiber(id);
    if (own != null) {
      return dump.look(own);
    }
    for (Thread runner : scheduler.engine.busyRunners()) {
      if (runner.threadId() == id) {
        return dump.look(runner, runner.getName(), null);
      }
    }
    return null;
  }

  /** Interrupts the fiber of this number; false if there is none. */
  public boolean interrupt(long id) {
    OwnThread own = scheduler.fiber(id);
    if (own != null) {
      own.thread().interrupt();
    }
    return own != null;
  }
}
