package dev.heddle.observe.warning;

import dev.heddle.metrics.Incident;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Children that are restarted again and again. */
final class RestartCheck implements Check {
  @Override
  public void look(Look look, Consumer<Warning> told) {
    Map<String, Long> restarts =
        look.recent(Incident.Kind.RESTART).stream()
            .collect(
                Collectors.groupingBy(
                    Incident::subject, LinkedHashMap::new, Collectors.counting()));
    restarts.forEach(
        (subject, times) -> {
          if (times >= look.limits().restarts()) {
            told.accept(warning(look, subject, times));
          }
        });
  }

  /** The subject of a crash is a name with a PID after it. */
  private static Warning warning(Look look, String subject, long times) {
    List<Incident> crashes =
        look.recent(Incident.Kind.CRASH).stream()
            .filter(crash -> crash.subject().startsWith(subject + " "))
            .toList();
    String last =
        crashes.isEmpty()
            ? "It ends right after its start, or soon."
            : "It crashes. The last time: "
                + crashes.getLast().text().lines().findFirst().orElse("")
                + ".";
    return new Warning(
        Warning.Kind.RESTART_STORM,
        Warning.Severity.ALARM,
        subject,
        "%s was restarted %d times in the last %s."
            .formatted(subject, times, Look.inWords(look.limits().recent().toMillis())),
        last,
        "Mend what makes it crash: a restart does not help, if it starts with the same input."
            + " Until then let its supervisor wait longer between restarts, or give up sooner.");
  }
}
