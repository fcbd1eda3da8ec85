package dev.heddle.fiber;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The any-ofs that a {@link Signal} is a source of. Known weakly, so that a source that lives long
 * does not collect them: who waits at one keeps it alive. Those that have gone are taken out when
 * the next comes. Adding copies the list, and so costs time in proportion to those alive.
 */
final class Dependents extends Guard {
  /** Never changed, but replaced, under the guard. */
  private volatile List<WeakReference<Signal>> all = List.of();

  void add(Signal signal) {
    WeakReference<Signal> added = new WeakReference<>(signal);
    while (true) {
      List<WeakReference<Signal>> before = all;
      List<WeakReference<Signal>> after = new ArrayList<>(before.size() + 1);
      for (WeakReference<Signal> each : before) {
        if (!each.refersTo(null)) {
          after.add(each);
        }
      }
      after.add(added);
      enter();
      boolean current = all == before;
      if (current) {
        all = after;
      }
      leave();
      if (current) {
        return;
      }
    }
  }

  void signal() {
    for (WeakReference<Signal> each : all) {
      @Nullable Signal signal = each.get();
      if (signal != null) {
        signal.signal();
      }
    }
  }

  int size() {
    return all.size();
  }
}
