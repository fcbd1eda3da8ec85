package dev.heddle.observe.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * When each task, fiber and process began to run, also where that is not shown: so that an arrow
 * leads to what really came of its cause, or nowhere.
 */
final class Starts {
  /** Who it is that starts: a kind, the runtime unless the number is one of the JVM, a number. */
  record Who(String kind, String runtime, long number) {
    static Who task(String runtime, long number) {
      return new Who("task", runtime, number);
    }

    static Who process(String runtime, long number) {
      return new Who("process", runtime, number);
    }

    /** A process in those of its steps that were given something. */
    static Who receiver(String runtime, long number) {
      return new Who("receiver", runtime, number);
    }

    static Who fiber(long thread) {
      return new Who("fiber", "", thread);
    }
  }

  private record Start(long at, Supplier<@Nullable Slice> slice) {}

  private final Map<Who, List<Start>> all = new HashMap<>();

  void add(Who who, long at, Supplier<@Nullable Slice> slice) {
    all.computeIfAbsent(who, _ -> new ArrayList<>(1)).add(new Start(at, slice));
  }

  /** After the last add. */
  void order() {
    all.values().forEach(starts -> starts.sort(Comparator.comparingLong(Start::at)));
  }

  /** What {@code who} did first from {@code time} on; null: nothing, or it is not shown. */
  @Nullable Slice after(Who who, long time) {
    List<Start> starts = all.getOrDefault(who, List.of());
    int next = Search.first(starts.size(), i -> starts.get(i).at() >= time);
    return next == starts.size() ? null : starts.get(next).slice().get();
  }
}
