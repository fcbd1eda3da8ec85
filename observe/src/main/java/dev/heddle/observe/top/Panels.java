package dev.heddle.observe.top;

import dev.heddle.metrics.FiberLine;
import dev.heddle.metrics.FiberPage;
import dev.heddle.metrics.ProcessLine;
import dev.heddle.metrics.ProcessPage;
import dev.heddle.metrics.Rule;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.observe.warning.Warning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** The parts of the screen, made from a frame. */
record Panels(Frame frame, int width) {
  private static final int NAME = 30;

  Panel workers() {
    Table table =
        new Table(width)
            .words("WORKER", 7)
            .words("STATE", 9)
            .figures("RUNS/S", 7)
            .figures("QUEUED", 6)
            .figures("READY", 5)
            .words("RULES", 24)
            .words("SEEN AT", 8);
    for (WorkerMetrics worker : frame.now().metrics().workers()) {
      if (worker.state() != WorkerMetrics.State.STOPPED) {
        table.row(
            worker.state() == WorkerMetrics.State.BUSY ? Style.GOOD : Style.PLAIN,
            worker.worker() + (worker.spare() ? " extra" : ""),
            worker.state().name(),
            Figures.rate(frame.perSecond(of(worker.worker(), WorkerMetrics::total))),
            Figures.count(worker.queued()),
            Figures.count(worker.ready()),
            ruleMix(worker.worker()),
            worker.seenAt());
      }
    }
    return table.panel();
  }

  private String ruleMix(int worker) {
    long runs = frame.grown(of(worker, WorkerMetrics::total));
    return mix(rule -> frame.grown(of(worker, one -> one.chosen().getOrDefault(rule, 0L))), runs);
  }

  /** How much each rule had of {@code runs}, those that had most first. */
  static String mix(ToLongFunction<Rule> chosen, long runs) {
    return Arrays.stream(Rule.values())
        .filter(rule -> chosen.applyAsLong(rule) > 0)
        .sorted(Comparator.comparingLong(chosen).reversed())
        .map(rule -> rule + " " + Figures.percent((double) chosen.applyAsLong(rule) / runs))
        .collect(Collectors.joining(" "));
  }

  private static ToLongFunction<RuntimeSnapshot> of(
      int worker, ToLongFunction<WorkerMetrics> count) {
    return snapshot ->
        snapshot.metrics().workers().stream()
            .filter(one -> one.worker() == worker)
            .mapToLong(count)
            .sum();
  }

  Panel mailboxes() {
    Table table =
        new Table(width)
            .words("LONGEST MAILBOXES", NAME)
            .figures("MESSAGES", 8)
            .figures("STEPS", 7)
            .words("STATE", 8)
            .words("PID", 8);
    for (ProcessLine process : frame.now().processes().longestMailboxes()) {
      table.row(
          Style.PLAIN,
          process.name(),
          Figures.count(process.mailbox()),
          Figures.count(process.steps()),
          process.state(),
          process.pid());
    }
    return table.panel();
  }

  Panel busiest() {
    Table table =
        new Table(width)
            .words("BUSIEST PROCESSES", NAME)
            .figures("BUSY", 8)
            .figures("STEPS", 7)
            .words("STATE", 8)
            .words("PID", 8);
    frame.now().processes().busiest().stream()
        .sorted(Comparator.comparingDouble(this::busyShare).reversed())
        .forEach(
            process ->
                table.row(
                    Style.PLAIN,
                    process.name(),
                    Figures.percent(busyShare(process)),
                    Figures.count(process.steps()),
                    process.state(),
                    process.pid()));
    return table.panel();
  }

  /** How much of one worker's time it took, since the look before or since the start. */
  private double busyShare(ProcessLine process) {
    return frame.perSecond(
            snapshot ->
                snapshot.processes().busiest().stream()
                    .filter(one -> one.pid().equals(process.pid()))
                    .mapToLong(ProcessLine::busyNanos)
                    .sum())
        / 1e9;
  }

  Panel waits() {
    Table table = fiberTable("LONGEST WAITS");
    frame.now().fibers().longestWaits().forEach(fiber -> row(table, fiber));
    return table.panel();
  }

  private Table fiberTable(String title) {
    return new Table(width)
        .words(title, NAME)
        .figures("WAITED", 8)
        .words("STATE", 7)
        .words("WAITS FOR", 8);
  }

  private static void row(Table table, FiberLine fiber) {
    String held = fiber.heldBy().isEmpty() ? "" : ", held by " + fiber.heldBy();
    table.row(
        Style.PLAIN,
        fiber.name(),
        fiber.waitedMillis() == 0 ? "-" : Figures.millis(fiber.waitedMillis()),
        fiber.state().name(),
        fiber.waitsFor() + held);
  }

  Panel processes(Sort sort) {
    Table table =
        new Table(width)
            .words(marked("PROCESS", sort, Sort.NAME), 22)
            .words(marked("STATE", sort, Sort.STATE), 8)
            .figures(marked("MAILBOX", sort, Sort.MAILBOX), 8)
            .figures(marked("STEPS", sort, Sort.STEPS), 7)
            .figures(marked("AGE", sort, Sort.AGE), 9)
            .figures(marked("RST", sort, Sort.RESTARTS), 4)
            .words(marked("PID", sort, Sort.NUMBER), 8);
    ProcessPage page = frame.processes();
    for (ProcessLine process : page == null ? List.<ProcessLine>of() : page.lines()) {
      table.row(
          Style.PLAIN,
          process.name(),
          process.state(),
          Figures.count(process.mailbox()),
          Figures.count(process.steps()),
          Figures.millis(process.ageMillis()),
          Figures.count(process.restarts()),
          process.pid());
    }
    return table.panel();
  }

  private static String marked(String heading, Sort sort, Sort column) {
    return sort == column ? heading + "*" : heading;
  }

  Panel fibers() {
    Table table = fiberTable("FIBER");
    FiberPage page = frame.fibers();
    for (FiberLine fiber : page == null ? List.<FiberLine>of() : page.lines()) {
      row(table, fiber);
    }
    return table.panel();
  }

  /** A line each. */
  Panel warnings() {
    List<Line> lines = new ArrayList<>();
    for (Warning warning : frame.warnings()) {
      lines.add(Line.of(styleOf(warning), warning.kind().title() + ": ").and(warning.what()));
    }
    return new Panel(Line.heading("WARNINGS", width), lines);
  }

  /** With cause and fix. */
  Panel warningsInFull() {
    List<Line> lines = new ArrayList<>();
    for (Warning warning : frame.warnings()) {
      lines.add(
          Line.of(styleOf(warning), "%s %s".formatted(warning.severity(), warning.kind().title()))
              .and("  " + warning.subject()));
      lines.addAll(wrapped("  ", warning.what()));
      lines.addAll(wrapped("  Cause: ", warning.cause()));
      lines.addAll(wrapped("  Fix:   ", warning.fix()));
      lines.add(Line.EMPTY);
    }
    if (lines.isEmpty()) {
      lines.add(Line.of(Style.GOOD, "None."));
    }
    return new Panel(Line.heading("WARNINGS", width), lines);
  }

  private List<Line> wrapped(String begin, String text) {
    return Prose.wrap(begin, Cells.safe(text), width).stream().map(Line::of).toList();
  }

  static Style styleOf(Warning warning) {
    return switch (warning.severity()) {
      case INFO -> Style.DIM;
      case WARNING -> Style.WARNING;
      case ALARM -> Style.ALARM;
    };
  }
}
