package dev.heddle.scheduler;

import dev.heddle.metrics.FiberInfo;
import dev.heddle.metrics.RuntimeDump;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at every fiber once. Each is right at the moment of its own look, not all at the same. */
final class Dump {
  private final Scheduler scheduler;
  private final Holders holders;

  Dump(Scheduler scheduler) {
    this.scheduler = scheduler;
    holders = new Holders(scheduler);
  }

  RuntimeDump take() {
    List<FiberInfo> fibers = new ArrayList<>();
    for (OwnThread own : scheduler.ownThreads()) {
      if (!own.hasEnded()) {
        fibers.add(look(own));
      }
    }
    List<Thread> runners = scheduler.engine.busyRunners();
    runners.sort(Comparator.comparingLong(Thread::threadId));
    for (Thread runner : runners) {
      fibers.add(look(runner, runner.getName(), null));
    }
    return new RuntimeDump(
        scheduler.name(), fibers, holders.rings(), scheduler.describeResidents());
  }

  FiberInfo look(OwnThread own) {
    return look(own.thread(), own.name(), Duration.ofNanos(Clock.nanos() - own.created()));
  }

  FiberInfo look(Thread thread, String name, @Nullable Duration age) {
    Object blocker = Holders.blocker(thread);
    return new FiberInfo(
        name,
        scheduler.stateOf(thread),
        age,
        blocker == null ? null : InWords.of(blocker),
        holders.look(thread, blocker),
        List.of(thread.getStackTrace()));
  }
}
