package dev.heddle.observe.warning;

import dev.heddle.metrics.Incident;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.metrics.WorkerMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Workers that are at one item for long, and those that were lately. That they are is seen from
 * their counts; why, in what the watchdog has told.
 */
final class HeldWorkerCheck implements Check {
  private static final Pattern WORKER = Pattern.compile(".*-worker-(\\d{1,9})");

  /**
   * It has been at its item, the so many-th, since then at least, and began it after that. What a
   * computation calls instead of spawning it counts as an item.
   */
  private record Item(long number, long sinceMillis, long afterMillis) {}

  private Map<Integer, Item> items = new HashMap<>();

  @Override
  public void look(Look look, Consumer<Warning> told) {
    List<Incident> reports = look.recent(Incident.Kind.STUCK_WORKER);
    Map<Integer, Item> seen = new HashMap<>();
    long now = look.now().atMillis();
    for (WorkerMetrics worker : look.now().metrics().workers()) {
      if (worker.state() != WorkerMetrics.State.BUSY) {
        continue;
      }
      Item item = itemOf(worker, look);
      seen.put(worker.worker(), item);
      Incident report = reportOf(reports, worker.worker(), item.afterMillis);
      if (now - item.sinceMillis >= look.limits().held().toMillis()) {
        told.accept(heldNow(worker, now - item.sinceMillis, report));
      }
    }
    items = seen;
    heldBefore(look, reports, told);
  }

  private Item itemOf(WorkerMetrics worker, Look look) {
    Item known = items.get(worker.worker());
    long number = worker.total() + worker.spawnsSpared();
    if (known != null && known.number == number) {
      return known;
    }
    RuntimeSnapshot before = look.before();
    long after = before == null ? Long.MIN_VALUE : before.atMillis();
    return new Item(number, look.now().atMillis(), after);
  }

  private static @Nullable Incident reportOf(List<Incident> reports, int worker, long after) {
    return reports.stream()
        .filter(report -> workerOf(report) == worker && report.atMillis() >= after)
        .reduce((_, last) -> last)
        .orElse(null);
  }

  /** The worker's number; -1 if the report does not tell. */
  private static int workerOf(Incident report) {
    Matcher matcher = WORKER.matcher(report.subject());
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : -1;
  }

  private static Warning heldNow(WorkerMetrics worker, long millis, @Nullable Incident report) {
    String subject = "worker " + worker.worker();
    String seen =
        report != null || worker.seenAt().isEmpty()
            ? ""
            : "; it was last seen at " + worker.seenAt();
    String what =
        "%s has been at one item for %s without a break%s."
            .formatted(subject, Look.inWords(millis), seen);
    HeldStack stack = report == null ? new HeldStack(List.of()) : HeldStack.in(report.text());
    return new HeldWarning(subject, what, stack).make(Warning.Severity.WARNING);
  }

  /** Those that have got on since. */
  private void heldBefore(Look look, List<Incident> reports, Consumer<Warning> told) {
    Map<String, List<Incident>> byPlace = new LinkedHashMap<>();
    for (Incident report : reports) {
      int worker = workerOf(report);
      Item item = items.get(worker);
      boolean toldAlready =
          item != null
              && report.atMillis() >= item.afterMillis
              && look.now().atMillis() - item.sinceMillis >= look.limits().held().toMillis();
      if (!toldAlready) {
        byPlace
            .computeIfAbsent(HeldStack.in(report.text()).place(), _ -> new ArrayList<>())
            .add(report);
      }
    }
    byPlace.values().forEach(same -> told.accept(heldBefore(look, same)));
  }

  private static Warning heldBefore(Look look, List<Incident> same) {
    Incident last = same.getLast();
    int worker = workerOf(last);
    String subject = worker < 0 ? last.subject() : "worker " + worker;
    String times = same.size() == 1 ? "" : ", and %d times lately in all".formatted(same.size());
    String what =
        "%s was held by one item %s ago%s."
            .formatted(subject, Look.inWords(look.now().atMillis() - last.atMillis()), times);
    return new HeldWarning(subject, what, HeldStack.in(last.text())).make(Warning.Severity.INFO);
  }
}
