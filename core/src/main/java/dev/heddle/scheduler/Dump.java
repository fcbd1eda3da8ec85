package dev.heddle.scheduler;

import dev.heddle.metrics.FiberInfo;
import dev.heddle.metrics.RuntimeDump;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Looks at every fiber once. Each is right at the moment of its own look, not all at the same. */
final class Dump {
  private final Scheduler scheduler;
  private final Map<Thread, Thread> holders = new LinkedHashMap<>();

  Dump(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  RuntimeDump take() {
    List<FiberInfo> fibers = new ArrayList<>();
    for (OwnThread own : scheduler.ownThreads()) {
      if (!own.hasEnded()) {
        Duration age = Duration.ofNanos(Clock.nanos() - own.created());
        fibers.add(look(own.thread(), own.name(), age));
      }
    }
    List<Thread> runners = scheduler.engine.busyRunners();
    runners.sort(Comparator.comparingLong(Thread::threadId));
    for (Thread runner : runners) {
      fibers.add(look(runner, runner.getName(), null));
    }
    return new RuntimeDump(scheduler.name(), fibers, rings(), scheduler.describeResidents());
  }

  private FiberInfo look(Thread thread, String name, @Nullable Duration age) {
    Object blocker = blocker(thread);
    Thread holder = blocker instanceof Held held ? held.holder() : null;
    if (holder == thread) {
      holder = null; // has been given it, and only lacks a worker to go on
    }
    if (holder != null) {
      holders.put(thread, holder);
    }
    return new FiberInfo(
        name,
        scheduler.stateOf(thread),
        age,
        blocker == null ? null : blocker.toString(),
        holder == null ? null : scheduler.nameOf(holder),
        List.of(thread.getStackTrace()));
  }

  /** What {@code thread} waits for. */
  static @Nullable Object blocker(Thread thread) {
    Object blocker = LockSupport.getBlocker(thread);
    return blocker instanceof ParkTimer timer ? timer.blocker() : blocker;
  }

  private List<List<String>> rings() {
    List<List<String>> rings = new ArrayList<>();
    Set<Thread> seen = new HashSet<>();
    for (Thread start : holders.keySet()) {
      List<Thread> path = new ArrayList<>();
      Thread at = start;
      while (at != null && seen.add(at)) {
        path.add(at);
        at = holders.get(at);
      }
      int begin = at == null ? -1 : path.indexOf(at);
      if (begin >= 0) {
        rings.add(path.subList(begin, path.size()).stream().map(scheduler::nameOf).toList());
      }
    }
    return rings;
  }
}
