package dev.heddle.observe.warning;

import dev.heddle.metrics.Incident;
import dev.heddle.metrics.RuntimeSnapshot;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One look at a runtime.
 *
 * @param now how it is
 * @param before how it was at the look before; null at the first
 * @param limits what is too much
 */
record Look(RuntimeSnapshot now, @Nullable RuntimeSnapshot before, WarningLimits limits) {

  /** Incidents of {@code kind} that are not long ago, the oldest first. */
  List<Incident> recent(Incident.Kind kind) {
    return now.incidents().stream()
        .filter(incident -> incident.kind() == kind && isRecent(incident.atMillis()))
        .toList();
  }

  boolean isRecent(long atMillis) {
    return now.atMillis() - atMillis <= limits.recent().toMillis();
  }

  /** A time for a sentence: {@code 340 ms}, {@code 2.5 s}, {@code 4 min}. */
  static String inWords(long millis) {
    if (millis < 1000) {
      return millis + " ms";
    }
    if (millis < 120_000) {
      long tenths = millis / 100;
      return tenths / 10 + (tenths % 10 == 0 ? "" : "." + tenths % 10) + " s";
    }
    Duration time = Duration.ofMillis(millis);
    return time.toHours() < 3 ? time.toMinutes() + " min" : time.toHours() + " h";
  }
}
