package dev.heddle.observe.warning;

import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.observe.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells what is wrong in a runtime. To be given one snapshot after the other, about one a second;
 * it compares each with those before, so the first look sees less than the third. Each viewer needs
 * one of its own for each runtime. A look costs some microseconds. Not for use by several threads.
 *
 * <p>If a snapshot is of another runtime, or of one that was started again, it begins anew.
 */
public final class Warnings {
  private static final Comparator<Warning> WORST_FIRST =
      Comparator.comparing(Warning::severity)
          .reversed()
          .thenComparing(Warning::kind)
          .thenComparing(Warning::subject);

  private final WarningLimits limits;
  private List<Check> checks = checks();
  private @Nullable RuntimeSnapshot before;

  /** With the {@linkplain WarningLimits#DEFAULTS usual limits}. */
  public Warnings() {
    this(WarningLimits.DEFAULTS);
  }

  /** With limits of one's own. */
  public Warnings(WarningLimits limits) {
    this.limits = limits;
  }

  private static List<Check> checks() {
    return List.of(
        new DeadlockCheck(),
        new HeldWorkerCheck(),
        new LongStepCheck(),
        new StarvationCheck(),
        new MailboxCheck(),
        new RestartCheck(),
        new DeadLetterCheck(),
        new SpareWorkerCheck(),
        new EngineCheck(),
        new LongWaitCheck());
  }

  /**
   * Looks at the next snapshot.
   *
   * @return what is wrong now, the worst first
   */
  public List<Warning> look(RuntimeSnapshot now) {
    RuntimeSnapshot last = before;
    if (last != null && !new Interval(last, now).isOfOneRuntime()) {
      checks = checks();
      last = null;
    }
    before = now;
    Look look = new Look(now, last, limits);
    List<Warning> warnings = new ArrayList<>();
    checks.forEach(check -> check.look(look, warnings::add));
    warnings.sort(WORST_FIRST);
    return List.copyOf(warnings);
  }
}
