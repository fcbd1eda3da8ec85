package dev.heddle.observe.top;

import dev.heddle.metrics.ProcessLine;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.observe.warning.Warning;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Frames as plain lines: one for each, and one for each warning, once, or again if it was gone for
 * a minute.
 */
final class PlainLines {
  private static final long FORGOTTEN = 60_000;
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  /** Warnings, and when they were last there. */
  private final Map<String, Long> told = new HashMap<>();

  /** One for the look, and one for each warning that was not told lately. */
  List<String> of(Frame frame, ZoneId zone) {
    List<String> lines = new ArrayList<>();
    lines.add(Cells.safe(line(frame, zone)));
    long now = frame.now().atMillis();
    told.values().removeIf(at -> now - at > FORGOTTEN);
    for (Warning warning : frame.warnings()) {
      String key = frame.now().runtime() + "\n" + warning.kind() + "\n" + warning.subject();
      if (told.put(key, now) == null) {
        lines.add(
            Cells.safe(
                "  %s %s: %s %s %s"
                    .formatted(
                        warning.severity(),
                        warning.kind().title(),
                        warning.what(),
                        warning.cause(),
                        warning.fix())));
      }
    }
    return lines;
  }

  private static String line(Frame frame, ZoneId zone) {
    RuntimeSnapshot now = frame.now();
    long busy =
        now.metrics().workers().stream()
            .filter(worker -> worker.state() == WorkerMetrics.State.BUSY)
            .count();
    List<ProcessLine> mailboxes = now.processes().longestMailboxes();
    String longest =
        mailboxes.isEmpty()
            ? "0"
            : mailboxes.getFirst().mailbox() + " (" + mailboxes.getFirst().name() + ")";
    return "%s %s %s busy %d/%d queued %d runs/s %.0f messages/s %.0f fibers %d processes %d longest mailbox %s warnings %d"
        .formatted(
            TIME.format(Instant.ofEpochMilli(now.atMillis()).atZone(zone)),
            now.runtime(),
            now.metrics().engine(),
            busy,
            now.metrics().workers().stream()
                .filter(worker -> worker.state() != WorkerMetrics.State.STOPPED)
                .count(),
            now.metrics().queued(),
            frame.perSecond(snapshot -> snapshot.metrics().runs()),
            frame.perSecond(snapshot -> snapshot.processes().sent()),
            now.fibers().alive(),
            now.processes().alive(),
            longest,
            frame.warnings().size());
  }
}
