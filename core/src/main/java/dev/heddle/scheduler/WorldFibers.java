package dev.heddle.scheduler;

import dev.heddle.metrics.FiberState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The fibers and threads of a {@link World} by what mounts them, in the order of their coming, and
 * what there is to tell of them: in words that are the same in every run.
 */
final class WorldFibers {
  /** Of what {@code toString} gives by default, that which is different in every JVM. */
  private static final Pattern VARYING =
      Pattern.compile("(\\$\\$Lambda[^ ,;)@\\]]*)|(@[0-9a-f]{3,})(?![0-9a-z])");

  private final Map<Runnable, Thread> known = new LinkedHashMap<>();

  void know(Runnable continuation, Thread fiber) {
    known.put(continuation, fiber);
  }

  void forget(Runnable continuation) {
    known.remove(continuation);
  }

  @Nullable Thread of(@Nullable Runnable continuation) {
    return continuation == null ? null : known.get(continuation);
  }

  Collection<Thread> all() {
    return known.values();
  }

  String nameOf(Object continuation) {
    Thread fiber = known.get(continuation);
    return fiber == null || fiber.getName().isEmpty() ? "a virtual thread" : fiber.getName();
  }

  /** Those that wait, without a time. */
  List<Thread> waiting() {
    List<Thread> waiting = new ArrayList<>();
    for (Thread fiber : known.values()) {
      if (fiber.getState() == Thread.State.WAITING) {
        waiting.add(fiber);
      }
    }
    return waiting;
  }

  /**
   * What {@code fiber} does after it has given the thread back.
   *
   * @param by the scheduler that mounted it; null: none
   */
  static String outcome(Thread fiber, @Nullable Scheduler by) {
    Thread.State state = fiber.getState();
    if (state == Thread.State.TERMINATED || (by != null && by.stateOf(fiber) == FiberState.IDLE)) {
      return "ends";
    }
    return switch (state) {
      case WAITING, TIMED_WAITING, BLOCKED -> {
        Object blocker = Holders.blocker(fiber);
        yield blocker == null ? "waits" : "waits for " + described(blocker);
      }
      default -> "yields";
    };
  }

  /** Who waits for what, deadlocks first; and all that lives in {@code runtimes}. */
  List<String> describeWaits(List<Scheduler> runtimes) {
    List<String> lines = new ArrayList<>();
    for (Scheduler runtime : runtimes) {
      for (List<String> ring : runtime.dump().deadlocks()) {
        lines.add(
            "each waits for what the next one holds: "
                + String.join(" -> ", ring)
                + " -> "
                + ring.getFirst());
      }
    }
    for (Thread fiber : known.values()) {
      Object blocker = fiber.getState() == Thread.State.TERMINATED ? null : Holders.blocker(fiber);
      if (blocker != null) {
        lines.add(fiber.getName() + " waits for " + described(blocker));
      }
    }
    for (Scheduler runtime : runtimes) {
      runtime.describeResidents().forEach(each -> lines.add(described(each)));
    }
    return lines;
  }

  /** As {@link #describeWaits}, and who else keeps {@code runtime} from its end. */
  List<String> describeUnfinished(Scheduler runtime, List<Scheduler> runtimes) {
    List<String> lines = describeWaits(runtimes);
    for (Thread busy : runtime.busyThreads()) {
      if (Holders.blocker(busy) == null) {
        String does =
            switch (runtime.stateOf(busy)) {
              case RUNNING -> " is at work";
              case QUEUED -> " can go on, and nobody goes on with it";
              case WAITING -> " waits for a time";
              default -> " has not ended";
            };
        lines.add(runtime.nameOf(busy) + does);
      }
    }
    return lines;
  }

  /** {@code thing} in words that are the same in every run. */
  static String described(Object thing) {
    String text = String.valueOf(thing);
    return text.indexOf('@') < 0 && text.indexOf('$') < 0
        ? text
        : VARYING.matcher(text).replaceAll("");
  }
}
