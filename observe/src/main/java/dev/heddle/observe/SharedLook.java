package dev.heddle.observe;

import dev.heddle.metrics.RuntimeSnapshot;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One look at a runtime for all who ask within a moment, so that their numbers agree. */
final class SharedLook {
  private static final long FRESH = 250_000_000;

  private final Supplier<RuntimeSnapshot> source;
  private @Nullable RuntimeSnapshot last;
  private long takenAt;

  SharedLook(Supplier<RuntimeSnapshot> source) {
    this.source = source;
  }

  /** As it is, or was a quarter of a second ago at most. */
  synchronized RuntimeSnapshot now() {
    RuntimeSnapshot known = last;
    return known == null || System.nanoTime() - takenAt > FRESH ? anew() : known;
  }

  /** As it is, for those too who ask next. */
  synchronized RuntimeSnapshot anew() {
    RuntimeSnapshot taken = source.get();
    last = taken;
    takenAt = System.nanoTime();
    return taken;
  }
}
