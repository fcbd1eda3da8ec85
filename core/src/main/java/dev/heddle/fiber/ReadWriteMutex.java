package dev.heddle.fiber;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Held;
import dev.heddle.scheduler.World;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A lock that many readers or one writer can hold. Who waits for it suspends only itself, on either
 * engine.
 *
 * <p>Readers and writers take turns: while a writer waits, no new reader gets in, so readers cannot
 * keep writers out; when a writer leaves, all readers that wait get in before the next writer, so
 * writers cannot keep readers out. A reader waits for at most the writer that holds it or is next;
 * a writer for those that came before it, and the readers between them.
 *
 * <p>Both locks belong to a thread, which can take them again, and has to give them back as often.
 * A writer can become a reader: it takes the read lock, and then gives the write lock back. A
 * reader cannot become a writer: two who tried would wait for each other for ever. Who holds the
 * read lock and asks for the write lock gets an {@link IllegalStateException}.
 *
 * <p>Costs a CAS each when nobody has to wait, and some nanoseconds more for all readers but the
 * first, to know who holds it. For short sections a {@link Mutex} is faster, however many read.
 */
@SuppressWarnings("exports") // Held is for who looks in
public final class ReadWriteMutex extends GuardedWord implements ReadWriteLock, Held {
  /*
   * Implementation. Word: bit 0 WAITED, one of the queues is not empty; bit 1 WRITER; the rest is
   * the number of threads that hold the read lock, however often each. While WAITED is set, the
   * word changes under the guard only. Invariant outside of the guard: readers wait only while
   * there is WRITER or a writer waits.
   *
   * writer: who holds the write lock; written by its holder after the CAS and before giving it
   * back, or by who grants it. writeHolds: by the writer, how often beyond the first.
   *
   * firstReader, firstHolds: who came when there was no reader, and how often it holds. Written by
   * that thread only, taken back before it leaves, and compared with oneself only, so without order.
   * Others count in readHolds.
   */
  private static final long WAITED = 1;
  private static final long WRITER = 2;
  private static final long READER = 4;

  private final WaitQueue readers = new WaitQueue();
  private final WaitQueue writers = new WaitQueue();
  private final ReadLock readLock = new ReadLock();
  private final WriteLock writeLock = new WriteLock();
  private volatile @Nullable Thread writer;
  private int writeHolds;
  private @Nullable Thread firstReader;
  private int firstHolds;

  @SuppressWarnings(
      "ThreadLocalUsage") // one for each lock is what is wanted; taken out when not held
  private final ThreadLocal<int @Nullable []> readHolds = new ThreadLocal<>();

  /** One that nobody holds. */
  public ReadWriteMutex() {}

  /** For reading: shared with other readers. Without conditions. */
  @Override
  public Lock readLock() {
    return readLock;
  }

  /** For writing: exclusive. Without conditions. */
  @Override
  public Lock writeLock() {
    return writeLock;
  }

  // ---- reading

  private boolean read(long nanos, boolean interruptibly) {
    Thread me = Thread.currentThread();
    StackRoom.toHold();
    if (readsAgain(me)) {
      return true;
    }
    if (writer == me) {
      enter();
      long now;
      do {
        now = word;
      } while (!replace(now, now + READER));
      leave();
      countOther();
      return true;
    }
    for (long now = word; (now & (WAITED | WRITER)) == 0; now = word) {
      if (replace(now, now + READER)) {
        countNew(me, now);
        return true;
      }
    }
    if (nanos <= 0) {
      return false;
    }
    Waiter waiter = new Waiter();
    if (readerQueued(waiter) && !awaitGrant(waiter, nanos, interruptibly)) {
      return false;
    }
    countOther();
    return true;
  }

  /** False if it has become a reader instead. */
  private boolean readerQueued(Waiter waiter) {
    enter();
    long now;
    long then;
    do {
      now = word;
      boolean free = (now & WRITER) == 0 && writers.isEmpty();
      then = free ? now + READER : now | WAITED;
    } while (!replace(now, then));
    boolean queued = (then & WAITED) != 0;
    if (queued) {
      readers.add(waiter);
    }
    leave();
    return queued;
  }

  private boolean readsAgain(Thread me) {
    if (firstReader == me) {
      firstHolds++;
      return true;
    }
    int[] holds = readHolds.get();
    if (holds == null) {
      return false;
    }
    holds[0]++;
    return true;
  }

  private void countNew(Thread me, long before) {
    if (before < READER) {
      firstReader = me;
      firstHolds = 1;
    } else {
      countOther();
    }
  }

  private void countOther() {
    readHolds.set(new int[] {1});
  }

  private void leaveReading() {
    if (firstReader == Thread.currentThread()) {
      StackRoom.toRelease();
      if (--firstHolds > 0) {
        return;
      }
      firstReader = null;
    } else {
      int[] holds = readHolds.get();
      if (holds == null) {
        throw new IllegalMonitorStateException(
            "unlock() by " + Thread.currentThread().getName() + ", which does not read: " + this);
      }
      StackRoom.toRelease();
      if (--holds[0] > 0) {
        return;
      }
      readHolds.remove();
    }
    while (true) {
      long now = word;
      if ((now & WAITED) == 0) {
        if (replace(now, now - READER)) {
          return;
        }
      } else if (settle(READER, null)) {
        return;
      }
    }
  }

  // ---- writing

  private boolean write(long nanos, boolean interruptibly) {
    Thread me = Thread.currentThread();
    StackRoom.toHold();
    if (writer == me) {
      writeHolds++;
      return true;
    }
    if (firstReader == me || readHolds.get() != null) {
      throw new IllegalStateException(
          "a reader cannot become a writer: give the read lock back first; " + this);
    }
    if (word == 0 && replace(0, WRITER)) {
      writer = me;
      return true;
    }
    if (nanos <= 0) {
      return false;
    }
    Waiter waiter = new Waiter();
    if (writerQueued(waiter)) {
      if (!awaitGrant(waiter, nanos, interruptibly)) {
        return false;
      }
      awaitGuard();
    }
    return true;
  }

  /** False if it has become the writer instead. */
  private boolean writerQueued(Waiter waiter) {
    enter();
    long now;
    do {
      now = word;
    } while (!replace(now, now == 0 ? WRITER : now | WAITED));
    if (now == 0) {
      writer = waiter.thread;
    } else {
      writers.add(waiter);
    }
    leave();
    return now != 0;
  }

  private void leaveWriting() {
    if (writer != Thread.currentThread()) {
      throw new IllegalMonitorStateException(
          "unlock() by " + Thread.currentThread().getName() + ", which does not write: " + this);
    }
    StackRoom.toRelease();
    if (writeHolds > 0) {
      writeHolds--;
      return;
    }
    writer = null;
    while (true) {
      long now = word;
      if ((now & WAITED) == 0) {
        if (replace(now, now - WRITER)) {
          return;
        }
      } else if (settle(WRITER, null)) {
        return;
      }
    }
  }

  // ---- turns

  /**
   * Takes {@code leaving} off the word and {@code gone} out of its queue, and grants to those whose
   * turn it is. False if nobody waits any more; nothing is changed then.
   */
  private boolean settle(long leaving, @Nullable Waiter gone) {
    Grants grants = new Grants();
    enter();
    long now = word;
    if ((now & WAITED) == 0) {
      leave();
      return false;
    }
    if (gone != null && gone.queue != null) {
      gone.queue.remove(gone);
    }
    now = (now & ~WAITED) - leaving;
    if ((now & WRITER) == 0) {
      if (leaving == WRITER || writers.isEmpty()) {
        now = grantReaders(now, grants);
      }
      Place next = now == 0 ? writers.grantFirst() : null;
      if (next != null) {
        writer = next.waiter().thread;
        now = WRITER;
        grants.add(next);
      } else if (writers.isEmpty()) {
        now = grantReaders(now, grants);
      }
    }
    word = readers.isEmpty() && writers.isEmpty() ? now : now | WAITED;
    leave();
    grants.wake();
    return true;
  }

  private long grantReaders(long before, Grants grants) {
    long now = before;
    Place next;
    while ((next = readers.grantFirst()) != null) {
      now += READER;
      grants.add(next);
    }
    return now;
  }

  @Override
  void withdraw(Waiter waiter) {
    settle(0, waiter);
  }

  int waiting() {
    return readers.size() + writers.size();
  }

  /** Who holds it for writing; null if nobody does. A snapshot. */
  @Override
  public @Nullable Thread holder() {
    return writer;
  }

  /** For messages. */
  @Override
  public String toString() {
    Thread holder = writer;
    long reading = word / READER;
    String held =
        holder != null
            ? "written by " + holder.getName()
            : reading > 0 ? reading + " reading" : "free";
    return "ReadWriteMutex (%s, %d waiting to read, %d to write)"
        .formatted(held, readers.size(), writers.size());
  }

  /** What both locks have in common. */
  private abstract static class Side implements Lock {
    abstract boolean take(long nanos, boolean interruptibly);

    @Override
    public void lock() {
      World.point();
      take(Long.MAX_VALUE, false);
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
      World.point();
      takeNanos(Long.MAX_VALUE);
    }

    @Override
    public boolean tryLock() {
      World.point();
      return take(0, false);
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
      return takeNanos(unit.toNanos(time));
    }

    private boolean takeNanos(long nanos) throws InterruptedException {
      throwIfInterrupted();
      boolean taken = take(nanos, true);
      if (!taken) {
        throwIfInterrupted();
      }
      return taken;
    }

    @Override
    public java.util.concurrent.locks.Condition newCondition() {
      throw new UnsupportedOperationException(
          "a ReadWriteMutex has no conditions: use a Mutex, or a Signal beside it");
    }
  }

  private final class ReadLock extends Side {
    @Override
    boolean take(long nanos, boolean interruptibly) {
      return read(nanos, interruptibly);
    }

    @Override
    public void unlock() {
      World.point();
      leaveReading();
    }

    @Override
    public String toString() {
      return "read lock of " + ReadWriteMutex.this;
    }
  }

  private final class WriteLock extends Side {
    @Override
    boolean take(long nanos, boolean interruptibly) {
      return write(nanos, interruptibly);
    }

    @Override
    public void unlock() {
      World.point();
      leaveWriting();
    }

    @Override
    public String toString() {
      return "write lock of " + ReadWriteMutex.this;
    }
  }
}
