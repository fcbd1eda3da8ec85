package dev.heddle.observe.warning;

import dev.heddle.metrics.Incident;
import dev.heddle.metrics.WorkerMetrics;
import java.util.function.Consumer;

/** Spare workers that had to come, lately. */
final class SpareWorkerCheck implements Check {
  private int startedBefore = -1;
  private long roseAtMillis = Long.MIN_VALUE;

  @Override
  public void look(Look look, Consumer<Warning> told) {
    int started = look.now().metrics().sparesStarted();
    if (startedBefore >= 0 && started > startedBefore) {
      roseAtMillis = look.now().atMillis();
    }
    startedBefore = started;
    boolean lately = roseAtMillis != Long.MIN_VALUE && look.isRecent(roseAtMillis);
    if (started > 0 && (lately || !look.recent(Incident.Kind.SPARE_WORKER).isEmpty())) {
      told.accept(warning(look, started));
    }
  }

  private static Warning warning(Look look, int started) {
    long here =
        look.now().metrics().workers().stream()
            .filter(worker -> worker.spare() && worker.state() != WorkerMetrics.State.STOPPED)
            .count();
    return new Warning(
        Warning.Kind.SPARE_WORKERS,
        Warning.Severity.WARNING,
        look.now().runtime(),
        "All workers were held while work waited, so a spare one came (now there: %d, in all: %d)."
            .formatted(here, started),
        "File I/O, native calls, class initialisers or long computations hold the workers, all at"
            + " the same time.",
        "Wrap file I/O and native calls in blockingCall, split long computations, or give the"
            + " runtime more workers.");
  }
}
