package dev.heddle.process;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Broken on purpose: {@link Bonds} that look before they act. Who makes a tie does not look again
 * whether its own process has ended, and the other takes ties while it ends.
 */
final class CarelessBonds {
  private final Set<CarelessBonds> links = ConcurrentHashMap.newKeySet();
  private final Set<CarelessBonds> watchers = ConcurrentHashMap.newKeySet();
  private final AtomicInteger told = new AtomicInteger();
  private volatile boolean ended;

  void link(CarelessBonds other) {
    if (other.ended) {
      told.incrementAndGet();
    } else if (!ended) {
      links.add(other);
      other.links.add(this);
    }
  }

  void monitor(CarelessBonds target) {
    if (target.ended) {
      told.incrementAndGet();
    } else if (!ended) {
      links.add(target);
      target.watchers.add(this);
    }
  }

  void end() {
    ended = true;
    links.forEach(this::leave);
    links.clear();
    for (CarelessBonds watcher : watchers) {
      watcher.links.remove(this);
      watcher.told.incrementAndGet();
    }
    watchers.clear();
  }

  private void leave(CarelessBonds other) {
    other.watchers.remove(this);
    if (other.links.remove(this)) {
      other.told.incrementAndGet();
    }
  }

  int told() {
    return told.get();
  }

  int ties() {
    return links.size() + watchers.size();
  }
}
