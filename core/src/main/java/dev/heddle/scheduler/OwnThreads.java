package dev.heddle.scheduler;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All fibers of a runtime that have not ended: lists that the fibers themselves are the links of,
 * so that one more costs no memory. Several lists, each with a lock for nanoseconds, because fibers
 * start and end on all workers at once.
 */
final class OwnThreads {
  /** How many lists there are; a power of two. */
  static final int LISTS = 256;

  private final Chain[] chains = new Chain[LISTS];

  OwnThreads() {
    for (int i = 0; i < LISTS; i++) {
      chains[i] = new Chain();
    }
  }

  private Chain chainOf(OwnThread own) {
    return chains[chainOf(own.thread().threadId())];
  }

  private static int chainOf(long id) {
    return (int) ((id * 0x9E3779B97F4A7C15L) >>> 56);
  }

  void add(OwnThread own) {
    chainOf(own).add(own);
  }

  /** Does nothing if it has been removed before. */
  void remove(OwnThread own) {
    chainOf(own).remove(own);
  }

  boolean isEmpty() {
    for (Chain chain : chains) {
      if (chain.size != 0) {
        return false;
      }
    }
    return true;
  }

  /** An estimate while they come and go. */
  int size() {
    int sum = 0;
    for (Chain chain : chains) {
      sum += chain.size;
    }
    return sum;
  }

  /** The one whose thread has this number; null: none. */
  @Nullable OwnThread find(long id) {
    return chains[chainOf(id)].find(id);
  }

  /** How many were ever added. */
  long added() {
    long sum = 0;
    for (Chain chain : chains) {
      sum += chain.added();
    }
    return sum;
  }

  /**
   * All of them, or, if they are more than {@code many}, the lists from number {@code from} on that
   * have so many together.
   */
  List<OwnThread> some(int from, int many) {
    int all = size();
    List<OwnThread> some = new ArrayList<>(Math.min(all, many));
    for (int i = 0; i < LISTS && (all <= many || some.size() < many); i++) {
      chains[(from + i) & (LISTS - 1)].copyTo(some);
    }
    return some;
  }

  /** All of them, each list as it was at one moment. */
  List<OwnThread> all() {
    List<OwnThread> all = new ArrayList<>(size());
    for (Chain chain : chains) {
      chain.copyTo(all);
    }
    return all;
  }

  /** One list. Links, {@code first} and {@code added} are guarded by the lock. */
  private static final class Chain extends SpinLock {
    private @Nullable OwnThread first;
    private long added;
    volatile int size;

    long added() {
      lock();
      try {
        return added;
      } finally {
        unlock();
      }
    }

    void add(OwnThread own) {
      lock();
      OwnThread second = first;
      own.listed = true;
      own.after = second;
      if (second != null) {
        second.before = own;
      }
      first = own;
      added++;
      setSize(size + 1);
      unlock();
    }

    void remove(OwnThread own) {
      lock();
      if (own.listed) {
        own.listed = false;
        OwnThread before = own.before;
        OwnThread after = own.after;
        if (before == null) {
          first = after;
        } else {
          before.after = after;
        }
        if (after != null) {
          after.before = before;
        }
        own.before = null;
        own.after = null;
        setSize(size - 1);
      }
      unlock();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // guarded by the lock
    private void setSize(int now) {
      size = now;
    }

    @Nullable OwnThread find(long id) {
      lock();
      try {
        OwnThread own = first;
        while (own != null && own.thread().threadId() != id) {
          own = own.after;
        }
        return own;
      } finally {
        unlock();
      }
    }

    void copyTo(List<OwnThread> to) {
      int room = size;
      List<OwnThread> copy = new ArrayList<>(room + 16); // so that nothing is allocated while held
      lock();
      try {
        for (OwnThread own = first; own != null; own = own.after) {
          copy.add(own);
        }
      } finally {
        unlock();
      }
      to.addAll(copy);
    }
  }
}
