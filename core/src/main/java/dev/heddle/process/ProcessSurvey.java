package dev.heddle.process;

import dev.heddle.metrics.ProcessCensus;
import dev.heddle.metrics.ProcessDetail;
import dev.heddle.metrics.ProcessLine;
import dev.heddle.metrics.ProcessPage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks at processes for those who want to know how things are, without holding them up. */
final class ProcessSurvey {
  /** At how many processes a census looks at most, or little more. */
  private static final int LOOKED = 20_000;

  private static final int SHOWN = 10;
  private static final int SHOWN_CHILDREN = 200;

  private final Processes processes;
  private final ProcessTable table;
  private final LongMailboxes longMailboxes = new LongMailboxes();
  private final Diaries diaries = new Diaries();
  private final AtomicInteger nextPart = new AtomicInteger();

  ProcessSurvey(Processes processes, ProcessTable table) {
    this.processes = processes;
    this.table = table;
  }

  LongMailboxes longMailboxes() {
    return longMailboxes;
  }

  Diaries diaries() {
    return diaries;
  }

  // ---- all together

  ProcessCensus census() {
    Map<String, Long> states = new TreeMap<>();
    for (ProcessState state : ProcessState.values()) {
      states.put(state.name(), 0L);
    }
    Longest longest = new Longest();
    longMailboxes.all().forEach(longest::see);
    AtomicInteger looked = new AtomicInteger();
    nextPart.addAndGet(
        table.forSome(
            nextPart.get(),
            LOOKED,
            cell -> {
              looked.incrementAndGet();
              states.merge(ProcessState.values()[cell.state()].name(), 1L, Long::sum);
              longest.see(cell);
            }));
    ProcessCounts counts = processes.counts(-1);
    if (looked.get() > 0 && looked.get() < counts.alive()) {
      double each = (double) counts.alive() / looked.get();
      states.replaceAll((_, seen) -> Math.round(seen * each));
    }
    return new ProcessCensus(
        counts.spawned(),
        counts.completed(),
        counts.failed(),
        counts.killed(),
        counts.alive(),
        counts.sent(),
        counts.handled(),
        counts.queued(),
        counts.relayed(),
        counts.handOvers(),
        processes.restarts(),
        longMailboxes.most(),
        counts.deadLetters().entrySet().stream()
            .collect(Collectors.toMap(entry -> entry.getKey().name(), Map.Entry::getValue)),
        Math.min(looked.get(), counts.alive()),
        states,
        longest.lines(),
        busiest());
  }

  private List<ProcessLine> busiest() {
    List<ProcessLine> lines = new ArrayList<>();
    processes.scheduler().survey().busiest().entrySet().stream()
        .sorted(Map.Entry.<Long, Long>comparingByValue().reversed())
        .forEach(
            entry -> {
              ProcessCell cell = lines.size() < SHOWN ? table.find(entry.getKey()) : null;
              if (cell != null) {
                lines.add(cell.line(entry.getValue()));
              }
            });
    return lines;
  }

  /** Those with the longest mailboxes of all that it sees. */
  private final class Longest {
    private record Seen(ProcessCell cell, int messages) {}

    private final PriorityQueue<Seen> most =
        new PriorityQueue<>(Comparator.comparingInt(Seen::messages));

    private final Set<ProcessCell> in = new HashSet<>();

    void see(ProcessCell cell) {
      int messages = cell.messages();
      if (messages == 0
          || (most.size() == SHOWN && messages <= most.element().messages())
          || !in.add(cell)) {
        return;
      }
      longMailboxes.seen(messages);
      most.add(new Seen(cell, messages));
      if (most.size() > SHOWN) {
        in.remove(most.remove().cell());
      }
    }

    List<ProcessLine> lines() {
      most.forEach(seen -> longMailboxes.note(seen.cell(), seen.messages())); // to be seen again
      return most.stream()
          .sorted(Comparator.comparingInt(Seen::messages).reversed())
          .map(seen -> seen.cell().line(0))
          .toList();
    }
  }

  // ---- those that are searched for

  /** Makes lines of those on the page only: there may be a million. */
  ProcessPage find(ProcessQuery query) {
    String wanted = query.search().toLowerCase(Locale.ROOT);
    int kept = query.offset() + query.limit();
    Comparator<Found> order = order(query);
    PriorityQueue<Found> first = new PriorityQueue<>(order.reversed());
    long[] counts = new long[2];
    table.forEach(
        cell -> {
          counts[0]++;
          if (matches(cell, wanted)) {
            counts[1]++;
            first.add(Found.by(query.sort(), cell));
            if (first.size() > kept) {
              first.remove();
            }
          }
        });
    List<ProcessLine> page =
        first.stream()
            .sorted(order)
            .skip(query.offset())
            .limit(query.limit())
            .map(found -> found.cell().line(0))
            .toList();
    return new ProcessPage(page, counts[1], counts[0]);
  }

  /** One that matches, with what it is sorted by, as that was when it was looked at. */
  private record Found(ProcessCell cell, long figure, String text) {
    static Found by(ProcessQuery.Sort sort, ProcessCell cell) {
      return switch (sort) {
        case NAME -> new Found(cell, 0, cell.name());
        case STATE -> new Found(cell, 0, ProcessState.values()[cell.state()].name());
        case NUMBER -> new Found(cell, cell.self().number(), "");
        case MAILBOX -> new Found(cell, cell.messages(), "");
        case STEPS -> new Found(cell, cell.stepsMade(), "");
        case AGE -> new Found(cell, -cell.born(), "");
        case RESTARTS -> new Found(cell, cell.restarts(), "");
      };
    }

    long number() {
      return cell.self().number();
    }
  }

  private static boolean matches(ProcessCell cell, String wanted) {
    return wanted.isEmpty()
        || cell.name().toLowerCase(Locale.ROOT).contains(wanted)
        || cell.self().toString().toLowerCase(Locale.ROOT).contains(wanted)
        || ProcessState.values()[cell.state()].name().toLowerCase(Locale.ROOT).contains(wanted);
  }

  private static Comparator<Found> order(ProcessQuery query) {
    Comparator<Found> order = Comparator.comparingLong(Found::figure).thenComparing(Found::text);
    return (query.descending() ? order.reversed() : order).thenComparingLong(Found::number);
  }

  List<ProcessLine> lookAgain(List<Pid> pids) {
    Map<Long, Long> busy = new HashMap<>(processes.scheduler().survey().busiest());
    List<ProcessLine> lines = new ArrayList<>();
    for (Pid pid : pids) {
      ProcessCell cell = processes.find(pid);
      if (cell != null && cell.state() != ProcessWord.COMPLETE) {
        lines.add(cell.line(busy.getOrDefault(pid.number(), 0L)));
      }
    }
    return lines;
  }

  // ---- one

  @Nullable ProcessDetail lookAt(Pid pid) {
    ProcessCell cell = processes.find(pid);
    if (cell == null || cell.state() == ProcessWord.COMPLETE) {
      return null;
    }
    List<String> names = new ArrayList<>();
    processes
        .registered()
        .forEach(
            (name, holder) -> {
              if (holder.equals(cell.self())) {
                names.add(name);
              }
            });
    return new ProcessDetail(
        lookAgain(List.of(pid)).stream().findFirst().orElseGet(() -> cell.line(0)),
        cell.links().stream().map(Pid::toString).toList(),
        names,
        cell.newestCommand().isEmpty() ? List.of() : List.of(cell.newestCommand()),
        children(cell),
        stack(cell),
        diaries.of(cell));
  }

  private List<ProcessLine> children(ProcessCell parent) {
    List<ProcessCell> children = new ArrayList<>();
    table.forEach(
        cell -> {
          if (children.size() < SHOWN_CHILDREN && parent.self().equals(cell.parent())) {
            children.add(cell);
          }
        });
    children.sort(Comparator.comparingLong(cell -> cell.self().number()));
    return children.stream().map(cell -> cell.line(0)).toList();
  }

  private String stack(ProcessCell cell) {
    Thread thread = cell.thread();
    return thread == null
        ? ""
        : java.util.Arrays.stream(thread.getStackTrace())
            .map(frame -> "at " + frame)
            .collect(Collectors.joining("\n"));
  }
}
