package dev.heddle.observe.top;

import dev.heddle.metrics.FiberPage;
import dev.heddle.metrics.ProcessPage;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.observe.Interval;
import dev.heddle.observe.warning.Warning;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * All that is shown of one look at a runtime.
 *
 * @param pid of its JVM
 * @param now how it is
 * @param before how it was at the look before; null at the first
 * @param warnings what is wrong
 * @param processes those that were searched for; null if none were
 * @param fibers those that were searched for; null if none were
 */
record Frame(
    long pid,
    RuntimeSnapshot now,
    @Nullable RuntimeSnapshot before,
    List<Warning> warnings,
    @Nullable ProcessPage processes,
    @Nullable FiberPage fibers) {

  /** How much {@code count} has grown each second: since the look before, or since the start. */
  double perSecond(ToLongFunction<RuntimeSnapshot> count) {
    RuntimeSnapshot earlier = before;
    return earlier == null
        ? count.applyAsLong(now) * 1000.0 / Math.max(1, now.uptimeMillis())
        : new Interval(earlier, now).perSecond(count);
  }

  /** How much {@code count} has grown: since the look before, or since the start. */
  long grown(ToLongFunction<RuntimeSnapshot> count) {
    RuntimeSnapshot earlier = before;
    return earlier == null ? count.applyAsLong(now) : new Interval(earlier, now).grown(count);
  }
}
