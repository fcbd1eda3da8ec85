package dev.heddle.observe.page;

import dev.heddle.Heddle;
import dev.heddle.metrics.FiberLine;
import dev.heddle.metrics.FiberPage;
import dev.heddle.metrics.FiberState;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who waits for whom.
 *
 * @param fibers how many fibers there are, and tasks that wait
 * @param looked at how many of them it looked
 * @param holding how many wait for what another one holds
 * @param edges those of them that have waited for longest, {@value #MOST_EDGES} at most
 * @param groups the others that wait, by what for; the largest groups
 * @param deadlocks rings of fibers, by name
 */
record WaitGraph(
    long fibers,
    long looked,
    long holding,
    List<Edge> edges,
    List<Group> groups,
    List<List<String>> deadlocks) {
  private static final int MOST_EDGES = 200;
  private static final int MOST_GROUPS = 50;
  private static final int LOOKED_AT = 10_000;

  /**
   * A fiber that waits for what another one holds.
   *
   * @param holder the number of the other; 0 if it is not known
   */
  record Edge(
      long id, String name, String waitsFor, String heldBy, long holder, long waitedMillis) {}

  /** Fibers that wait for the same, which nobody is known to hold. */
  record Group(String waitsFor, long fibers, long longestMillis) {}

  static WaitGraph of(Heddle heddle, List<List<String>> deadlocks) {
    FiberPage found = heddle.findFibers("", 0, LOOKED_AT);
    Map<String, Long> numbers = new HashMap<>();
    found.lines().forEach(line -> numbers.putIfAbsent(line.name(), line.id()));
    List<FiberLine> held = found.lines().stream().filter(line -> !line.heldBy().isEmpty()).toList();
    // Who is in a ring comes first: it is what one looks for.
    List<String> stuck = deadlocks.stream().flatMap(List::stream).toList();
    List<Edge> edges =
        Stream.concat(
                held.stream().filter(line -> stuck.contains(line.name())),
                held.stream().filter(line -> !stuck.contains(line.name())))
            .limit(MOST_EDGES)
            .map(line -> edge(line, numbers))
            .toList();
    return new WaitGraph(
        found.matching(),
        found.looked(),
        held.size(),
        edges,
        groups(found.lines()),
        cut(deadlocks));
  }

  private static Edge edge(FiberLine line, Map<String, Long> numbers) {
    return new Edge(
        line.id(),
        Digest.cut(line.name()),
        Digest.cut(line.waitsFor()),
        Digest.cut(line.heldBy()),
        numbers.getOrDefault(line.heldBy(), 0L),
        line.waitedMillis());
  }

  private static List<Group> groups(List<FiberLine> lines) {
    Map<String, List<FiberLine>> byWhat =
        lines.stream()
            .filter(line -> line.heldBy().isEmpty())
            .filter(
                line -> line.state() == FiberState.WAITING || line.state() == FiberState.YIELDED)
            .collect(
                Collectors.groupingBy(
                    line ->
                        line.waitsFor().isEmpty()
                            ? "something that does not say what it is"
                            : Digest.cut(line.waitsFor())));
    return byWhat.entrySet().stream()
        .map(
            entry ->
                new Group(
                    entry.getKey(),
                    entry.getValue().size(),
                    entry.getValue().stream().mapToLong(FiberLine::waitedMillis).max().orElse(0)))
        .sorted(Comparator.comparingLong(Group::fibers).reversed())
        .limit(MOST_GROUPS)
        .toList();
  }

  private static List<List<String>> cut(List<List<String>> deadlocks) {
    return deadlocks.stream()
        .limit(MOST_GROUPS)
        .map(ring -> ring.stream().limit(MOST_EDGES).map(Digest::cut).toList())
        .toList();
  }
}
