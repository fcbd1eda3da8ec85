package dev.heddle.observe.trace;

import dev.heddle.observe.trace.Arrow.Cause;
import dev.heddle.observe.trace.Recording.Entry;
import dev.heddle.observe.trace.Starts.Who;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link Timeline} of a recording, in three passes: a {@link Survey}; then what runs, waits
 * and happens; then what led to what. If there is more than can be shown, the shortest slices are
 * left out, and the arrows to them.
 *
 * <p>A task runs from its start to its end, whether it waits meanwhile or not. What is shown are
 * the parts of it in which its fiber was on a worker, which the stays of that fiber tell.
 */
final class RecordingReader {
  private final Survey survey;
  private final long most;
  private final Survey.Longest longest;
  private final Timeline timeline = new Timeline();
  private final Map<Long, List<Stay>> stays = new HashMap<>();
  private final Map<Long, List<Run>> runs = new HashMap<>();
  private final Starts starts = new Starts();
  private final Map<Who, Long> fiberOf = new HashMap<>();
  private long arrowsLeftOut;
  private long momentsLeftOut;

  private RecordingReader(Survey survey, long most) {
    this.survey = survey;
    this.most = most;
    this.longest = survey.longest(most);
  }

  /**
   * @param most how many slices, arrows and moments to show, of each
   */
  static TraceResult read(Recording recording, long most) throws IOException {
    RecordingReader reader = new RecordingReader(Survey.of(recording), most);
    recording.forEach(reader::visit);
    reader.arrange();
    recording.forEach(reader::link);
    reader.timeline.markArrows();
    return reader.result();
  }

  private TraceResult result() {
    return new TraceResult(
        timeline,
        longest.refused(),
        longest.bound(),
        arrowsLeftOut,
        momentsLeftOut,
        survey.lostBytes(),
        survey.hasLostItsBeginning());
  }

  // ---- what runs, waits and happens

  private void visit(Entry entry) {
    switch (entry.name()) {
      case "FiberRun" -> fiberRun(entry);
      case "TaskRun" -> taskRun(entry);
      case "ProcessStep" -> step(entry);
      case "Park" -> park(entry);
      case "Spawn" -> rememberFiber(entry);
      case "Steal" -> happened(entry, "steal", "victim", "items");
      case "HandOver" -> happened(entry, "hand-over", "process", "from", "to");
      case "Crash" -> happened(entry, "crash", "name", "who", "where", "error");
      case "DeadLetter" -> happened(entry, "dead letter", "target", "reason", "content");
      case "StuckWorker" -> happened(entry, "stuck worker", "heldBy", "stack");
      default -> {} // for the next pass, or not Heddle's
    }
  }

  private long time(long nanos) {
    return nanos - survey.base();
  }

  private Track place(Entry entry) {
    return entry.worker() >= 0
        ? timeline.worker(entry.runtime(), entry.worker())
        : timeline.outside(entry.thread(), entry.threadName());
  }

  private boolean isShown(Entry entry) {
    return longest.takes(entry.end() - entry.start());
  }

  private void fiberRun(Entry entry) {
    long thread = entry.number("number");
    long start = time(entry.start());
    long end = time(entry.end());
    String fiber = entry.text("fiber");
    Track track = place(entry);
    Slice slice = null;
    if (isShown(entry)) {
      boolean runs = fiber.startsWith(entry.runtime() + "-runner-");
      String name = fiber.isEmpty() ? "a virtual thread" : fiber;
      slice = new Slice(runs ? Kind.RUNNER : Kind.FIBER, name, track, start, end);
      slice.with("rule", entry.text("rule"));
      track.add(slice);
    }
    if (thread != 0) {
      Stay stay = new Stay(start, end, track, slice);
      stays.computeIfAbsent(thread, _ -> new ArrayList<>()).add(stay);
      starts.add(Who.fiber(thread), start, stay::slice);
    }
  }

  private void taskRun(Entry entry) {
    if (isShown(entry)) {
      Map<String, Object> details = new LinkedHashMap<>();
      details.put("rule", entry.text("rule"));
      Run run = run(entry, Kind.TASK, entry.text("task"), details);
      starts.add(Who.task(entry.runtime(), entry.number("number")), run.start(), run::first);
    }
  }

  private void step(Entry entry) {
    long number = entry.number("number");
    Supplier<@Nullable Slice> shown = () -> null;
    if (isShown(entry)) {
      Map<String, Object> details = new LinkedHashMap<>();
      details.put("process", number);
      details.put("step", entry.number("step"));
      details.put("events", entry.number("events"));
      details.put("rule", entry.text("rule"));
      details.put("outcome", entry.text("outcome"));
      shown = run(entry, Kind.STEP, entry.text("process"), details)::first;
    }
    long start = time(entry.start());
    starts.add(Who.process(entry.runtime(), number), start, shown);
    if (entry.number("events") > 0) {
      starts.add(Who.receiver(entry.runtime(), number), start, shown);
    }
  }

  private Run run(Entry entry, Kind kind, String name, Map<String, Object> details) {
    Run run = new Run(kind, name, place(entry), time(entry.start()), time(entry.end()), details);
    runs.computeIfAbsent(entry.thread(), _ -> new ArrayList<>()).add(run);
    return run;
  }

  private void park(Entry entry) {
    if (isShown(entry)) {
      Track track = place(entry);
      track.add(new Slice(Kind.PARK, "parked", track, time(entry.start()), time(entry.end())));
    }
  }

  /** A process that is a fiber takes no steps: its fiber runs. */
  private void rememberFiber(Entry entry) {
    long fiber = entry.number("fiber");
    if (fiber != 0 && entry.text("kind").equals("process")) {
      fiberOf.put(Who.process(entry.runtime(), entry.number("number")), fiber);
    }
  }

  private void happened(Entry entry, String name, String... fields) {
    if (timeline.moments().size() >= most) {
      momentsLeftOut++;
      return;
    }
    Map<String, Object> details = new LinkedHashMap<>();
    for (String field : fields) {
      Object value = entry.event().getValue(field);
      details.put(field, value == null ? "" : value);
    }
    timeline.add(new Moment(name, place(entry), time(entry.start()), details));
  }

  private void arrange() {
    stays.values().forEach(each -> each.sort(Comparator.comparingLong(Stay::start)));
    runs.forEach(
        (thread, each) -> each.forEach(run -> run.show(stays.getOrDefault(thread, List.of()))));
    starts.order();
    timeline.order();
  }

  // ---- what led to what

  private void link(Entry entry) {
    switch (entry.name()) {
      case "Spawn" -> link(entry, Cause.SPAWN, spawned(entry));
      case "Send" -> link(entry, Cause.SEND, receiver(entry.runtime(), entry.number("number")));
      case "Wake" -> link(entry, Cause.WAKE, Who.fiber(entry.number("number")));
      case "FiberWait" -> tellWhyItEnded(entry);
      default -> {} // has been seen before
    }
  }

  private Who spawned(Entry entry) {
    long number = entry.number("number");
    return switch (entry.text("kind")) {
      case "fiber" -> Who.fiber(number);
      case "process" -> process(entry.runtime(), number);
      default -> Who.task(entry.runtime(), number);
    };
  }

  private Who process(String runtime, long number) {
    Who process = Who.process(runtime, number);
    Long fiber = fiberOf.get(process);
    return fiber == null ? process : Who.fiber(fiber);
  }

  private Who receiver(String runtime, long number) {
    Who process = process(runtime, number);
    return process.equals(Who.process(runtime, number)) ? Who.receiver(runtime, number) : process;
  }

  private void link(Entry entry, Cause cause, Who target) {
    long at = time(entry.start());
    @Nullable Slice first = starts.after(target, at);
    if (first == null || timeline.arrows().size() >= most) {
      arrowsLeftOut++;
    } else {
      timeline.add(new Arrow(cause, place(entry), at, first));
    }
  }

  /** A stay in which a wait began was ended by that wait. */
  private void tellWhyItEnded(Entry entry) {
    List<Stay> all = stays.getOrDefault(entry.number("number"), List.of());
    long start = time(entry.start());
    int next = Search.first(all.size(), i -> all.get(i).start() > start);
    Slice last = next == 0 ? null : all.get(next - 1).slice();
    if (last != null) {
      last.with("then waits for", entry.text("waitsFor"));
      last.with("waits", TraceResult.time(entry.end() - entry.start()));
    }
  }
}
