package dev.heddle.process;

import dev.heddle.scheduler.Memory;
import dev.heddle.scheduler.SpinLock;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What ties a process to others: links, monitors in both directions, {@link Bond}s, and timers that
 * send once. All fields are guarded by the lock, which is never held while that of another process
 * is taken.
 *
 * <p>A tie has two ends. Who makes it writes its own end first, then the other, and then looks
 * whether its own process has ended meanwhile; who ends takes no more from then on ({@link
 * #close}), and takes its ends away, and the other end of each. So of a tie that is made while one
 * side ends, either the maker sees the end, and takes the tie back and signals itself, or the one
 * that ends sees the tie. The exit is known before {@code close}, so whoever is refused can read
 * it.
 */
final class Bonds extends SpinLock {
  /** Those of every process that had none when it ended. */
  static final Bonds OF_ENDED = new Bonds();

  static {
    OF_ENDED.dissolved = true;
    OF_ENDED.closed = true;
  }

  private static final BiFunction<Bonds, Set<?>, @Nullable Object> TAKE_FIRST = Bonds::takeFirst;

  private static final BiConsumer<Bonds, Bond> UNDO = Bonds::undo;

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
    lock();
    dissolved = true;
    unlock();
    undoAll();
    OneSend timer;
    while ((timer = takeTimer()) != null) {
      timer.cancel();
    }
  }

  /** The end, after its exit is known: takes no more ties. Those there are can be taken out. */
  void close() {
    lock();
    closed = true;
    dissolved = true;
    unlock();
  }

  // ---- the end: ties are taken out one by one, as a list of many may find no memory

  /** Undoes all bonds. */
  void undoAll() {
    while (Memory.insist(TAKE_FIRST, this, others) instanceof Bond bond) {
      Memory.insist(UNDO, this, bond);
    }
  }

  private void undo(Bond bond) {
    assert Memory.suffices("an undoing");
    bond.undo();
  }

  /** Takes out who is watched; null: nobody is. */
  @Nullable Monitor takeWatching() {
    return (Monitor) Memory.insist(TAKE_FIRST, this, watching);
  }

  /** Takes out a watcher; null: there is none. */
  @Nullable Monitor takeWatcher() {
    return (Monitor) Memory.insist(TAKE_FIRST, this, watchers);
  }

  /** Takes out who is linked; null: nobody is. */
  @Nullable ProcessCell takeLink() {
    return (ProcessCell) Memory.insist(TAKE_FIRST, this, links);
  }

  private @Nullable Object takeFirst(Set<?> set) {
    lock();
    try {
      if (set.isEmpty()) {
        return null;
      }
      assert Memory.suffices("a look at the ties");
      Iterator<?> all = set.iterator();
      Object first = all.next();
      all.remove();
      return first;
    } finally {
      unlock();
    }
  }
}
