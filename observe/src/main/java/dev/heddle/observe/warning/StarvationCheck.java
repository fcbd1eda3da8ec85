package dev.heddle.observe.warning;

import dev.heddle.metrics.Distribution;
import dev.heddle.metrics.RuntimeMetrics;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.observe.Interval;
import java.util.List;
import java.util.function.Consumer;

/** Work that waits for long, look after look, while all workers are busy. */
final class StarvationCheck implements Check {
  private static final int LOOKS = 2;
  private static final double NEARLY_ALL = 0.99;
  private static final long NANOS = 1_000_000;

  private int looks;

  @Override
  public void look(Look look, Consumer<Warning> told) {
    RuntimeSnapshot before = look.before();
    if (before == null) {
      return;
    }
    Interval since = new Interval(before, look.now());
    long waiting = look.now().metrics().queued();
    boolean backlog = waiting > 0 && before.metrics().queued() > 0;
    long waited = since.queueWaits().quantile(NEARLY_ALL) / NANOS;
    boolean stands = since.runs() == 0;
    boolean slow = waited >= look.limits().queueWait().toMillis();
    if (!(backlog && allBusy(look.now().metrics()) && (stands || slow))) {
      looks = 0;
      return;
    }
    looks++;
    if (looks >= LOOKS) {
      told.accept(warning(look.now(), since.queueWaits(), waiting, stands));
    }
  }

  private static boolean allBusy(RuntimeMetrics metrics) {
    List<WorkerMetrics> permanent =
        metrics.workers().stream().filter(worker -> !worker.spare()).toList();
    return !permanent.isEmpty()
        && permanent.stream().allMatch(worker -> worker.state() == WorkerMetrics.State.BUSY);
  }

  private static Warning warning(
      RuntimeSnapshot now, Distribution waits, long waiting, boolean stands) {
    String what = "%d items wait while all workers are busy".formatted(waiting);
    String how =
        stands
            ? ", and none has started since the last look."
            : "; one in a hundred has waited for more than %s."
                .formatted(Look.inWords(waits.quantile(NEARLY_ALL) / NANOS));
    return new Warning(
        Warning.Kind.STARVATION,
        stands ? Warning.Severity.ALARM : Warning.Severity.WARNING,
        now.runtime(),
        what + how,
        stands
            ? "All workers are at long items or held by what cannot be parked."
            : "More work comes in than the workers get done, or long items stand in its way.",
        "Look at what the workers are at: split long items, wrap what cannot be parked in"
            + " blockingCall, take in less work at a time, or give the runtime more workers.");
  }
}
