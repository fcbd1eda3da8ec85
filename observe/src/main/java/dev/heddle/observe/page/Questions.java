package dev.heddle.observe.page;

import dev.heddle.Heddle;
import dev.heddle.metrics.FiberInfo;
import dev.heddle.metrics.FiberLine;
import dev.heddle.metrics.FiberPage;
import dev.heddle.metrics.FiberState;
import dev.heddle.metrics.ProcessDetail;
import dev.heddle.metrics.ProcessLine;
import dev.heddle.metrics.ProcessPage;
import dev.heddle.process.Pid;
import dev.heddle.process.ProcessQuery;
import java.util.List;
import java.util.Locale;

/** What the page asks for besides the digests. Answers have bounds, however much there is. */
final class Questions {
  private static final int MOST_LINES = 200;
  private static final int MOST_OFFSET = ProcessQuery.MOST;
  private static final int MOST_FRAMES = 200;
  private static final int MOST_FRAME_CHARACTERS = 300;

  private Questions() {}

  static ProcessPage processes(Heddle heddle, Query query) throws Refusal {
    String sort = query.text("sort");
    ProcessPage found =
        heddle
            .processes()
            .find(
                new ProcessQuery(
                    query.text("search"),
                    sort.isEmpty() ? ProcessQuery.Sort.NUMBER : sort(sort),
                    query.flag("descending"),
                    query.number("offset", 0, MOST_OFFSET),
                    query.number("limit", 50, MOST_LINES)));
    return new ProcessPage(cutProcesses(found.lines()), found.matching(), found.looked());
  }

  private static ProcessQuery.Sort sort(String name) throws Refusal {
    try {
      return ProcessQuery.Sort.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException _) {
      throw new Refusal(400, "'sort' has to be one of " + List.of(ProcessQuery.Sort.values()));
    }
  }

  /** Rows that are shown already, as they are now. */
  static List<ProcessLine> again(Heddle heddle, Query query) throws Refusal {
    List<String> wanted = query.all("pid");
    if (wanted.size() > MOST_LINES) {
      throw new Refusal(400, "at most " + MOST_LINES + " times 'pid'");
    }
    Pid[] pids = new Pid[wanted.size()];
    for (int i = 0; i < pids.length; i++) {
      pids[i] = pid(wanted.get(i));
    }
    return cutProcesses(heddle.processes().lookAgain(List.of(pids)));
  }

  static List<ProcessLine> cutProcesses(List<ProcessLine> lines) {
    return lines.stream().map(Digest::cut).toList();
  }

  static Pid pid(String text) throws Refusal {
    try {
      return Pid.parse(text);
    } catch (IllegalArgumentException _) {
      throw new Refusal(400, "that is no PID, which looks like 'node/host/42'");
    }
  }

  static ProcessDetail process(Heddle heddle, Query query) throws Refusal {
    ProcessDetail found = heddle.processes().lookAt(pid(query.text("pid")));
    if (found == null) {
      throw new Refusal(404, "This process has ended.");
    }
    return new ProcessDetail(
        Digest.cut(found.line()),
        found.links().stream().limit(MOST_LINES).toList(),
        cut(found.names()),
        cut(found.commands()),
        cutProcesses(found.children().stream().limit(MOST_LINES).toList()),
        String.join("\n", frames(found.stack().lines().toList())),
        cut(found.lastEvents()));
  }

  private static List<String> cut(List<String> lines) {
    return lines.stream()
        .limit(MOST_LINES)
        .map(line -> Digest.cut(line, MOST_FRAME_CHARACTERS))
        .toList();
  }

  private static List<String> frames(List<String> all) {
    return all.stream()
        .limit(MOST_FRAMES)
        .map(frame -> Digest.cut(frame, MOST_FRAME_CHARACTERS))
        .toList();
  }

  static FiberPage fibers(Heddle heddle, Query query) throws Refusal {
    FiberPage found =
        heddle.findFibers(
            query.text("search"),
            query.number("offset", 0, MOST_OFFSET),
            query.number("limit", 50, MOST_LINES));
    return new FiberPage(
        found.lines().stream().map(Digest::cut).toList(), found.matching(), found.looked());
  }

  /** A fiber, looked at closely. */
  record FiberDetail(
      long id,
      String name,
      FiberState state,
      long ageMillis,
      long waitedMillis,
      String waitsFor,
      String heldBy,
      List<String> stack) {}

  static FiberDetail fiber(Heddle heddle, Query query) throws Refusal {
    long id = query.longNumber("id");
    FiberInfo found = heddle.lookAtFiber(id);
    if (found == null) {
      throw new Refusal(404, "This fiber has ended.");
    }
    String waitsFor = found.waitsFor();
    String heldBy = found.heldBy();
    return new FiberDetail(
        id,
        Digest.cut(found.name()),
        found.state(),
        found.age() == null ? -1 : found.age().toMillis(),
        waited(heddle, id, found.name()),
        waitsFor == null ? "" : Digest.cut(waitsFor, MOST_FRAME_CHARACTERS),
        heldBy == null ? "" : Digest.cut(heldBy),
        frames(found.stack().stream().map(StackTraceElement::toString).toList()));
  }

  /** A census knows since when it waits, a look at it alone does not. */
  private static long waited(Heddle heddle, long id, String name) {
    return heddle.findFibers(name, 0, MOST_LINES).lines().stream()
        .filter(line -> line.id() == id)
        .mapToLong(FiberLine::waitedMillis)
        .findFirst()
        .orElse(0);
  }
}
