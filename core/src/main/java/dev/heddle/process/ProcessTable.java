package dev.heddle.process;

import dev.heddle.scheduler.SpinLock;
import dev.heddle.scheduler.Worker;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All living processes of a runtime by number: a hash table that the processes themselves are the
 * links of, so that one more costs some 8 bytes. In parts, each with a lock for nanoseconds,
 * because processes come and go on all workers at once. A part never becomes smaller than it was at
 * its largest, but for the last quarter.
 *
 * <p>A part gives out the numbers of the processes that are to be in it, {@link #ROW} in a row, and
 * then it is the next part's turn. Each worker goes round the parts by itself, and so do all
 * threads outside together: so processes are spread evenly, numbers are nearly in order, and two
 * workers that spawn do not touch the same memory all the time. If they meet in a part, who takes
 * the last number of a row goes on to the next one, and the other stays.
 *
 * <p>The {@code n}-th number of part {@code p} is {@code n / ROW * ROW * PARTS + p * ROW + n %
 * ROW}. The first of all, 0, is not given out.
 */
final class ProcessTable {
  private static final int PARTS = 64;
  private static final int ROW = 64;
  private static final int FIRST_LENGTH = ROW;

  private final Part[] parts = new Part[PARTS];

  /** The part that threads outside take numbers of. Whoever reads an old value takes one there. */
  private volatile int partOfOthers;

  ProcessTable() {
    for (int i = 0; i < PARTS; i++) {
      parts[i] = new Part();
    }
    parts[0].number();
  }

  /** A number that nobody has had, for a process that {@code here} spawns; null: from outside. */
  long number(@Nullable Worker here) {
    return here == null ? numberForOthers() : numberFor(here);
  }

  private long numberFor(Worker here) {
    int part = here.processLane() & (PARTS - 1);
    long n = parts[part].number();
    if (isLastOfRow(n)) {
      here.setProcessLane(part + 1);
    }
    return numberOf(part, n);
  }

  /** Threads outside that meet in their part get out of each other's way. */
  private long numberForOthers() {
    int part = partOfOthers & (PARTS - 1);
    long n = parts[part].tryNumber();
    if (n < 0) {
      int aside = (part + 1 + (int) Thread.currentThread().threadId()) & (PARTS - 1);
      return numberOf(aside, parts[aside].number());
    }
    if (isLastOfRow(n)) {
      partOfOthers = part + 1;
    }
    return numberOf(part, n);
  }

  private static boolean isLastOfRow(long n) {
    return n % ROW == ROW - 1;
  }

  private static long numberOf(int part, long n) {
    return (n / ROW * PARTS + part) * ROW + n % ROW;
  }

  private Part partOf(long number) {
    return parts[(int) (number / ROW) & (PARTS - 1)];
  }

  /** Which of the numbers of its part {@code number} is. */
  private static long placeOf(long number) {
    return number / (ROW * PARTS) * ROW + number % ROW;
  }

  /** Whether {@code number} was given out. */
  boolean isNumbered(long number) {
    return placeOf(number) < partOf(number).numbered();
  }

  /** Whether there is a process, in some part at the moment when it was looked at. */
  boolean hasAny() {
    for (Part part : parts) {
      if (part.hasAny()) {
        return true;
      }
    }
    return false;
  }

  /** How many numbers were given out: each part is asked once, and none gives any back. */
  long numbered() {
    long all = -1; // without the first
    for (Part part : parts) {
      all += part.numbered();
    }
    return all;
  }

  void add(ProcessCell cell) {
    partOf(cell.self().number()).add(cell);
  }

  /** Takes {@code cell} out, and counts how it ended. */
  void remove(ProcessCell cell, Exit exit) {
    partOf(cell.self().number()).remove(cell, exit);
  }

  /** A process that was numbered and never came to be. */
  void stillborn(long number) {
    partOf(number).countStillborn();
  }

  @Nullable ProcessCell find(long number) {
    return partOf(number).find(number);
  }

  /** Calls {@code visitor} with each, outside of any lock; each part as it was at one moment. */
  void forEach(Consumer<ProcessCell> visitor) {
    for (Part part : parts) {
      for (ProcessCell cell : part.all()) {
        visitor.accept(cell);
      }
    }
  }

  /**
   * As {@link #forEach}, for all, or, if they are more than {@code many}, for the parts from number
   * {@code from} on that have so many together.
   *
   * @return how many parts
   */
  int forSome(int from, int many, Consumer<ProcessCell> visitor) {
    int seen = 0;
    int visited = 0;
    while (visited < PARTS && seen < many) {
      for (ProcessCell cell : parts[(from + visited) & (PARTS - 1)].all()) {
        seen++;
        visitor.accept(cell);
      }
      visited++;
    }
    return visited;
  }

  /** How many processes have ended in each way, or never came to be. */
  record Endings(long completed, long failed, long killed, long stillborn) {
    long all() {
      return completed + failed + killed + stillborn;
    }
  }

  /** Not of one moment, while they come and go. */
  Endings endings() {
    long completed = 0;
    long failed = 0;
    long killed = 0;
    long stillborn = 0;
    for (Part part : parts) {
      Endings some = part.endings();
      completed += some.completed;
      failed += some.failed;
      killed += some.killed;
      stillborn += some.stillborn;
    }
    return new Endings(completed, failed, killed, stillborn);
  }

  /** All fields are guarded by the lock. */
  private static final class Part extends SpinLock {
    private @Nullable ProcessCell[] buckets = new ProcessCell[FIRST_LENGTH];
    private int size;
    private long numbered;
    private long completed;
    private long failed;
    private long killed;
    private long stillborn;

    private static int bucketOf(long number, int length) {
      return (int) placeOf(number) & (length - 1); // they come in order: no two collide early
    }

    long number() {
      lock();
      long next = numbered++;
      unlock();
      return next;
    }

    /** As {@link #number}; -1 if somebody else is here. */
    long tryNumber() {
      if (!tryLock()) {
        return -1;
      }
      long next = numbered++;
      unlock();
      return next;
    }

    boolean hasAny() {
      lock();
      boolean any = size > 0;
      unlock();
      return any;
    }

    long numbered() {
      lock();
      long all = numbered;
      unlock();
      return all;
    }

    void add(ProcessCell cell) {
      lock();
      try {
        if (size >= buckets.length) {
          resize(buckets.length * 2);
        }
        link(buckets, cell);
        size++;
      } finally {
        unlock();
      }
    }

    private static void link(@Nullable ProcessCell[] into, ProcessCell cell) {
      int i = bucketOf(cell.self().number(), into.length);
      cell.nextInTable = into[i];
      into[i] = cell;
    }

    /** If there is memory; the table works with any length. */
    private void resize(int length) {
      @Nullable ProcessCell[] next;
      try {
        next = new ProcessCell[length];
      } catch (OutOfMemoryError _) {
        return;
      }
      for (ProcessCell first : buckets) {
        ProcessCell cell = first;
        while (cell != null) {
          ProcessCell after = cell.nextInTable;
          link(next, cell);
          cell = after;
        }
      }
      buckets = next;
    }

    void remove(ProcessCell gone, Exit exit) {
      lock();
      try {
        unlink(gone);
        size--;
        switch (exit) {
          case Exit.Completed _ -> completed++;
          case Exit.Failed _ -> failed++;
          default -> killed++;
        }
        if (size < buckets.length / 8 && buckets.length > FIRST_LENGTH) {
          resize(buckets.length / 2);
        }
      } finally {
        unlock();
      }
    }

    private void unlink(ProcessCell gone) {
      int i = bucketOf(gone.self().number(), buckets.length);
      ProcessCell before = null;
      ProcessCell cell = buckets[i];
      while (cell != null && cell != gone) {
        before = cell;
        cell = cell.nextInTable;
      }
      if (before == null) {
        buckets[i] = gone.nextInTable;
      } else {
        before.nextInTable = gone.nextInTable;
      }
      gone.nextInTable = null;
    }

    void countStillborn() {
      lock();
      stillborn++;
      unlock();
    }

    @Nullable ProcessCell find(long number) {
      lock();
      try {
        ProcessCell cell = buckets[bucketOf(number, buckets.length)];
        while (cell != null && cell.self().number() != number) {
          cell = cell.nextInTable;
        }
        return cell;
      } finally {
        unlock();
      }
    }

    ProcessCell[] all() {
      while (true) {
        lock();
        int expected = size;
        unlock();
        ProcessCell[] all = new ProcessCell[expected]; // not under the lock: it may be large
        lock();
        try {
          if (size == expected) {
            copyTo(all);
            return all;
          }
        } finally {
          unlock();
        }
      }
    }

    private void copyTo(ProcessCell[] all) {
      int n = 0;
      for (ProcessCell first : buckets) {
        for (ProcessCell cell = first; cell != null; cell = cell.nextInTable) {
          all[n++] = cell;
        }
      }
    }

    Endings endings() {
      lock();
      try {
        return new Endings(completed, failed, killed, stillborn);
      } finally {
        unlock();
      }
    }
  }
}
