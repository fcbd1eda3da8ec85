package dev.heddle.observe.page;

import dev.heddle.Heddle;
import dev.heddle.metrics.ProcessLine;
import dev.heddle.process.Pid;
import dev.heddle.process.ProcessQuery;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Who spawned whom, of the oldest processes; one level at a time. */
final class ProcessTree {
  /** Supervisors are spawned before what they supervise. */
  private static final int LOOKED_AT = ProcessQuery.MOST;

  private static final int MOST_LINES = 200;

  private ProcessTree() {}

  /**
   * Some of those on one level.
   *
   * @param matching how many there are
   */
  record Level(List<Twig> lines, long matching) {}

  /**
   * A process in the tree.
   *
   * @param parentOfSome whether somebody hangs below it
   */
  record Twig(
      String pid,
      String name,
      String state,
      int mailbox,
      int restarts,
      boolean supervised,
      boolean parentOfSome) {}

  /** Those that the process {@code parent} has spawned; if it is empty, those whom none has. */
  static Level below(Heddle heddle, String parent) {
    ProcessQuery oldest = new ProcessQuery("", ProcessQuery.Sort.AGE, true, 0, LOOKED_AT);
    List<ProcessLine> all = heddle.processes().find(oldest).lines();
    Set<String> parents = new HashSet<>();
    all.forEach(line -> parents.add(line.parent()));
    Set<String> living =
        parents.stream().filter(each -> isAlive(heddle, each)).collect(Collectors.toSet());
    // Who has outlived its parent stands at the top; who has children comes before who has none.
    List<ProcessLine> level =
        all.stream()
            .filter(
                line ->
                    parent.isEmpty()
                        ? !living.contains(line.parent())
                        : line.parent().equals(parent))
            .sorted(Comparator.comparing(line -> !parents.contains(line.pid())))
            .toList();
    return new Level(
        level.stream()
            .limit(MOST_LINES)
            .map(line -> twig(line, parents.contains(line.pid())))
            .toList(),
        level.size());
  }

  private static boolean isAlive(Heddle heddle, String parent) {
    return !parent.isEmpty() && heddle.processes().isAlive(Pid.parse(parent));
  }

  private static Twig twig(ProcessLine line, boolean parentOfSome) {
    return new Twig(
        line.pid(),
        Digest.cut(line.name()),
        line.state(),
        line.mailbox(),
        line.restarts(),
        line.supervised(),
        parentOfSome);
  }
}
