package dev.heddle.observe.trace;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rules of the Trace Event Format that a viewer relies on, as far as our traces go:
 *
 * <ol>
 *   <li>Every event has a name, a known phase, and the numbers of a process and a thread, which are
 *       named somewhere.
 *   <li>Times and durations are numbers, and not negative.
 *   <li>The slices of a thread lie within each other, or one after the other.
 *   <li>Every arrow has one beginning and one end, in this order, each within a slice of its
 *       thread.
 *   <li>A moment says how far it reaches; colours are of the viewer's own.
 * </ol>
 */
final class TraceFormat {
  private static final Set<String> COLOURS =
      Set.of(
          "thread_state_runnable",
          "thread_state_running",
          "thread_state_sleeping",
          "thread_state_uninterruptible",
          "generic_work",
          "good",
          "bad",
          "terrible",
          "grey",
          "rail_response");

  private record Place(long process, long thread) {}

  private record Span(BigDecimal start, BigDecimal end) {
    boolean holds(BigDecimal time) {
      return start.compareTo(time) <= 0 && time.compareTo(end) <= 0;
    }
  }

  private record End(Place place, BigDecimal at) {}

  private final List<String> problems = new ArrayList<>();
  private final Set<Long> processes = new HashSet<>();
  private final Set<Place> threads = new HashSet<>();
  private final Set<Place> used = new HashSet<>();
  private final Map<Place, List<Span>> slices = new HashMap<>();
  private final Map<String, List<End>> begins = new HashMap<>();
  private final Map<String, List<End>> ends = new HashMap<>();

  private TraceFormat() {}

  /** What is wrong with {@code trace}; empty: nothing. */
  static List<String> problems(JsonObject trace) {
    TraceFormat format = new TraceFormat();
    JsonElement events = trace.get("traceEvents");
    if (events == null || !events.isJsonArray()) {
      return List.of("there is no array traceEvents");
    }
    for (JsonElement event : events.getAsJsonArray()) {
      format.look(event.getAsJsonObject());
    }
    format.lookAtNames();
    format.slices.forEach((place, spans) -> format.lookAtNesting(place, spans));
    format.lookAtArrows();
    return format.problems;
  }

  private void wrong(String what, Object where) {
    problems.add(what + ": " + where);
  }

  // ---- one event

  private void look(JsonObject event) {
    if (!isText(event, "name") || !isText(event, "ph")) {
      wrong("an event without name or phase", event);
      return;
    }
    if (!isNumber(event, "pid") || !isNumber(event, "tid")) {
      wrong("an event without pid or tid", event);
      return;
    }
    Place place = new Place(event.get("pid").getAsLong(), event.get("tid").getAsLong());
    String phase = event.get("ph").getAsString();
    if (phase.equals("M")) {
      lookAtName(event, place);
      return;
    }
    used.add(place);
    if (!isTime(event, "ts")) {
      wrong("a time that is missing, no number, or negative", event);
      return;
    }
    switch (phase) {
      case "X" -> lookAtSlice(event, place);
      case "i" -> lookAtMoment(event);
      case "s" ->
          begins.computeIfAbsent(arrow(event), _ -> new ArrayList<>()).add(end(event, place));
      case "f" -> lookAtEnd(event, place);
      default -> wrong("a phase that is not known", event);
    }
  }

  private void lookAtName(JsonObject event, Place place) {
    JsonElement args = event.get("args");
    if (args == null || !args.isJsonObject()) {
      wrong("metadata without args", event);
      return;
    }
    boolean named = isText(args.getAsJsonObject(), "name");
    switch (event.get("name").getAsString()) {
      case "process_name" -> {
        if (named) {
          processes.add(place.process());
        }
      }
      case "thread_name" -> {
        if (named) {
          threads.add(place);
        }
      }
      case "thread_sort_index" -> {
        if (!isNumber(args.getAsJsonObject(), "sort_index")) {
          wrong("a sort index that is no number", event);
        }
      }
      default -> wrong("metadata that is not known", event);
    }
  }

  private void lookAtSlice(JsonObject event, Place place) {
    if (!isTime(event, "dur")) {
      wrong("a duration that is missing, no number, or negative", event);
      return;
    }
    if (event.has("cname") && !COLOURS.contains(event.get("cname").getAsString())) {
      wrong("a colour that is not known", event);
    }
    if (!isText(event, "cat")) {
      wrong("a slice without a category", event);
    }
    BigDecimal start = event.get("ts").getAsBigDecimal();
    slices
        .computeIfAbsent(place, _ -> new ArrayList<>())
        .add(new Span(start, start.add(event.get("dur").getAsBigDecimal())));
  }

  private void lookAtMoment(JsonObject event) {
    if (!isText(event, "s") || !"gpt".contains(event.get("s").getAsString())) {
      wrong("a moment without a reach", event);
    }
  }

  private void lookAtEnd(JsonObject event, Place place) {
    if (!isText(event, "bp") || !event.get("bp").getAsString().equals("e")) {
      wrong("an arrow that does not end in the slice around its end", event);
    }
    ends.computeIfAbsent(arrow(event), _ -> new ArrayList<>()).add(end(event, place));
  }

  private static String arrow(JsonObject event) {
    return event.get("cat") + " " + event.get("name") + " " + event.get("id");
  }

  private static End end(JsonObject event, Place place) {
    return new End(place, event.get("ts").getAsBigDecimal());
  }

  // ---- all of them

  private void lookAtNames() {
    for (Place place : used) {
      if (!processes.contains(place.process())) {
        wrong("a process without a name", place);
      }
      if (!threads.contains(place)) {
        wrong("a thread without a name", place);
      }
    }
  }

  private void lookAtNesting(Place place, List<Span> spans) {
    spans.sort(
        Comparator.comparing(Span::start)
            .thenComparing(Comparator.comparing(Span::end).reversed()));
    ArrayDeque<Span> open = new ArrayDeque<>();
    for (Span span : spans) {
      while (!open.isEmpty() && open.peek().end().compareTo(span.start()) <= 0) {
        open.pop();
      }
      if (!open.isEmpty() && open.peek().end().compareTo(span.end()) < 0) {
        wrong("slices that overlap on " + place, open.peek() + " and " + span);
      }
      open.push(span);
    }
  }

  private void lookAtArrows() {
    begins.forEach(
        (arrow, from) -> {
          List<End> to = ends.getOrDefault(arrow, List.of());
          if (from.size() != 1 || to.size() != 1) {
            wrong("an arrow that has not one beginning and one end", arrow);
          } else if (from.getFirst().at().compareTo(to.getFirst().at()) > 0) {
            wrong("an arrow that ends before it begins", arrow);
          }
        });
    ends.keySet().stream()
        .filter(arrow -> !begins.containsKey(arrow))
        .forEach(arrow -> wrong("an arrow without a beginning", arrow));
    Map<Place, List<BigDecimal>> times = new HashMap<>();
    for (Map<String, List<End>> all : List.of(begins, ends)) {
      all.values()
          .forEach(
              each ->
                  each.forEach(
                      end ->
                          times
                              .computeIfAbsent(end.place(), _ -> new ArrayList<>())
                              .add(end.at())));
    }
    times.forEach(this::lookAtEnds);
  }

  /** Sweeps over the slices of a thread, which are in order, and the ends of arrows there. */
  private void lookAtEnds(Place place, List<BigDecimal> times) {
    times.sort(Comparator.naturalOrder());
    List<Span> spans = slices.getOrDefault(place, List.of());
    List<Span> open = new ArrayList<>();
    int next = 0;
    for (BigDecimal time : times) {
      while (next < spans.size() && spans.get(next).start().compareTo(time) <= 0) {
        open.add(spans.get(next++));
      }
      open.removeIf(span -> span.end().compareTo(time) < 0);
      if (open.stream().noneMatch(span -> span.holds(time))) {
        wrong("an arrow's end that lies in no slice of " + place, time);
      }
    }
  }

  private static boolean isText(JsonObject of, String key) {
    JsonElement value = of.get(key);
    return value != null
        && value.isJsonPrimitive()
        && value.getAsJsonPrimitive().isString()
        && !value.getAsString().isEmpty();
  }

  private static boolean isNumber(JsonObject of, String key) {
    JsonElement value = of.get(key);
    return value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber();
  }

  private static boolean isTime(JsonObject of, String key) {
    return isNumber(of, key) && of.get(key).getAsBigDecimal().signum() >= 0;
  }
}
