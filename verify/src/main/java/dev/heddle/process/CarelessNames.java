package dev.heddle.process;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Broken on purpose: {@link Names} of one name and one watch that look before they write. */
final class CarelessNames {
  /** A process that may have the name. */
  static final class Holder {
    private volatile boolean ended;

    void end(CarelessNames names) {
      if (names.holder == this) {
        names.holder = null;
      }
      names.watched = false;
      ended = true;
    }
  }

  private volatile @Nullable Holder holder;
  private volatile boolean watched;
  private final AtomicInteger told = new AtomicInteger();

  boolean register(Holder process) {
    if (process.ended || holder != null) {
      return false;
    }
    holder = process;
    if (watched) {
      watched = false;
      told.incrementAndGet();
    }
    return true;
  }

  void watch() {
    if (holder != null) {
      told.incrementAndGet();
    } else {
      watched = true;
    }
  }

  void watchBy(Holder process) {
    if (!process.ended) {
      watched = true;
    }
  }

  @Nullable Holder holder() {
    return holder;
  }

  boolean isWatched() {
    return watched;
  }

  int told() {
    return told.get();
  }
}
