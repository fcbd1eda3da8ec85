package dev.heddle.metrics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All fibers and processes of a runtime and what they wait for, for finding out why nothing goes
 * on. Its text is made for reading.
 *
 * @param runtime the runtime's name
 * @param fibers all fibers that have not ended, and all runners with a task under way
 * @param deadlocks rings of fibers of which each waits for what the next one holds, by name; only
 *     what Heddle's own locks tell
 * @param processes a line for each process, of which those that only wait for messages come last; a
 *     thousand at most, and a line that tells how many there are more
 */
public record RuntimeDump(
    String runtime, List<FiberInfo> fibers, List<List<String>> deadlocks, List<String> processes) {
  public RuntimeDump {
    processes = List.copyOf(processes);
    fibers = List.copyOf(fibers);
    deadlocks = List.copyOf(deadlocks);
  }

  /** How many fibers are in {@code state}. */
  public long count(FiberState state) {
    return fibers.stream().filter(fiber -> fiber.state() == state).count();
  }

  /** The whole dump, deadlocks first. */
  @Override
  public String toString() {
    Map<FiberState, Long> counts =
        fibers.stream()
            .collect(Collectors.groupingBy(FiberInfo::state, TreeMap::new, Collectors.counting()));
    StringBuilder text =
        new StringBuilder("runtime '%s': %d fibers %s".formatted(runtime, fibers.size(), counts));
    for (List<String> ring : deadlocks) {
      text.append("\nDEADLOCK, each waits for what the next holds: ")
          .append(String.join(" -> ", ring))
          .append(" -> ")
          .append(ring.getFirst());
    }
    fibers.forEach(fiber -> text.append("\n\n").append(fiber));
    if (!processes.isEmpty()) {
      text.append("\n\nprocesses:");
      processes.forEach(process -> text.append("\n  ").append(process));
    }
    return text.append('\n').toString();
  }
}
