package dev.heddle.process;

import dev.heddle.scheduler.SpinLock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What ties a process to others: links, monitors in both directions, {@link Bond}s, and timers that
 * send once. All fields are guarded by the lock, which is never held while that of another process
 * is taken.
 *
 * <p>A tie has two ends. Who makes it writes its own end first, then the other, and then looks
 * whether its own process has ended meanwhile; who ends takes all its ends away at once ({@link
 * #close}), and then the other end of each. So of a tie that is made while one side ends, either
 * the maker sees the end, and takes the tie back and signals itself, or the one that ends sees the
 * tie. The exit is known before {@code close}, so whoever is refused can read it.
 */
final class Bonds extends SpinLock {
  /** Those of every process that had none when it ended. */
  static final Bonds OF_ENDED = new Bonds();

  static {
    OF_ENDED.dissolved = true;
    OF_ENDED.closed = true;
  }

  private boolean dissolved;
  private boolean closed;
  private boolean trapping;
  private @Nullable Exit cause;

  // In the order of their coming, in which they are told: the same in every run of a simulation.
  private final Set<ProcessCell> links = new LinkedHashSet<>(2);
  private final Set<Monitor> watchers = new LinkedHashSet<>(2);
  private final Set<Monitor> watching = new LinkedHashSet<>(2);
  private final Set<Bond> others = new LinkedHashSet<>(2);

  /** The newest of the timers, which are linked among themselves: there may be a million. */
  private @Nullable OneSend newest;

  /** Adds to {@code set}; false if the process has ended. */
  private <T> boolean add(Set<T> set, T tie) {
    lock();
    try {
      if (!closed) {
        set.add(tie);
      }
      return !closed;
    } finally {
      unlock();
    }
  }

  private <T> boolean remove(Set<T> set, T tie) {
    lock();
    try {
      return set.remove(tie);
    } finally {
      unlock();
    }
  }

  boolean addLink(ProcessCell other) {
    return add(links, other);
  }

  boolean removeLink(ProcessCell other) {
    return remove(links, other);
  }

  boolean addWatcher(Monitor monitor) {
    return add(watchers, monitor);
  }

  void removeWatcher(Monitor monitor) {
    remove(watchers, monitor);
  }

  boolean addWatching(Monitor monitor) {
    return add(watching, monitor);
  }

  void removeWatching(Monitor monitor) {
    remove(watching, monitor);
  }

  /** Keeps {@code bond} until the end; false if that has come, and nothing is kept. */
  boolean add(Bond bond) {
    lock();
    try {
      if (!dissolved) {
        others.add(bond);
      }
      return !dissolved;
    } finally {
      unlock();
    }
  }

  void remove(Bond bond) {
    remove(others, bond);
  }

  /** As {@link #add(Bond)}, for one that was never added before. */
  boolean add(OneSend timer) {
    lock();
    try {
      OneSend before = newest;
      if (!dissolved) {
        timer.older = before;
        if (before != null) {
          before.newer = timer;
        }
        newest = timer;
      }
      return !dissolved;
    } finally {
      unlock();
    }
  }

  /** Forgets {@code timer}, if it is kept. */
  void remove(OneSend timer) {
    lock();
    try {
      if (timer.newer != null || newest == timer) {
        unlink(timer);
      }
    } finally {
      unlock();
    }
  }

  /** With the lock held. */
  private void unlink(OneSend timer) {
    OneSend newer = timer.newer;
    OneSend older = timer.older;
    if (newer == null) {
      newest = older;
    } else {
      newer.older = older;
    }
    if (older != null) {
      older.newer = newer;
    }
    timer.newer = null;
    timer.older = null;
  }

  /** Takes the newest timer out; null if there is none. */
  private @Nullable OneSend takeTimer() {
    lock();
    try {
      OneSend timer = newest;
      if (timer != null) {
        unlink(timer);
      }
      return timer;
    } finally {
      unlock();
    }
  }

  void trap(boolean traps) {
    lock();
    trapping = traps && !closed;
    unlock();
  }

  boolean isTrapping() {
    lock();
    try {
      return trapping;
    } finally {
      unlock();
    }
  }

  /** The process is going to be ended because of {@code exit}; the first one counts. */
  void endBecauseOf(Exit exit) {
    lock();
    if (cause == null && !closed) {
      cause = exit;
    }
    unlock();
  }

  @Nullable Exit cause() {
    lock();
    try {
      return cause;
    } finally {
      unlock();
    }
  }

  boolean isClosed() {
    lock();
    try {
      return closed;
    } finally {
      unlock();
    }
  }

  /** The links there are. */
  List<Pid> links() {
    lock();
    try {
      return links.stream().map(ProcessCell::self).sorted().toList();
    } finally {
      unlock();
    }
  }

  /** How many ties of all kinds there are; for tests. */
  int size() {
    lock();
    try {
      return links.size() + watchers.size() + watching.size() + others.size() + timers();
    } finally {
      unlock();
    }
  }

  private int timers() {
    int timers = 0;
    for (OneSend timer = newest; timer != null; timer = timer.older) {
      timers++;
    }
    return timers;
  }

  /**
   * The end, before its exit is known: undoes the bonds. From then on no timer is kept, so {@link
   * #close} finds none: {@link ProcessTies#keep(OneSend)} sees to it that this comes first.
   */
  void dissolve() {
    List<Bond> all;
    lock();
    try {
      dissolved = true;
      all = new ArrayList<>(others);
      others.clear();
    } finally {
      unlock();
    }
    all.forEach(Bond::undo);
    OneSend timer;
    while ((timer = takeTimer()) != null) { // one by one: a list of a million may find no memory
      timer.cancel();
    }
  }

  /** What {@link #close} has taken out. */
  record Ties(
      List<ProcessCell> links, List<Monitor> watchers, List<Monitor> watching, List<Bond> others) {}

  /** The end, after its exit is known: takes out all ties, and takes no more. */
  Ties close() {
    lock();
    try {
      closed = true;
      dissolved = true;
      Ties ties =
          new Ties(
              new ArrayList<>(links),
              new ArrayList<>(watchers),
              new ArrayList<>(watching),
              new ArrayList<>(others));
      links.clear();
      watchers.clear();
      watching.clear();
      others.clear();
      return ties;
    } finally {
      unlock();
    }
  }
}
