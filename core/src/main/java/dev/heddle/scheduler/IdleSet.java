package dev.heddle.scheduler;

import dev.heddle.loom.StackRoom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Which workers sleep, how many search, and the protocol by which no wake-up is lost.
 *
 * <p>A worker is <i>busy</i>, <i>searching</i> (it has nothing and looks everywhere) or
 * <i>parked</i>. It is parked exactly while its bit is set. {@code searching} counts the searching
 * ones; a worker that is woken is counted by its waker before it runs, so that at most one worker
 * is woken for one need.
 *
 * <h2>The protocol</h2>
 *
 * <pre>
 *   who makes work visible                 who goes to sleep
 *   P1 puts the item into a queue          S1 sets its bit
 *   P2 full fence                          S2 leaves searching (an atomic decrement), if it searched
 *   P3 reads searching and the bits        S3 full fence
 *      searching > 0: done                 S4 looks into every queue again
 *      no bit set: done                       something there: wakes one, as P3
 *      else wakes one                      S5 parks while its bit is set
 * </pre>
 *
 * A searcher that finds an item leaves searching; if it was the last one, it does S3 and S4 too.
 *
 * <p><i>Claim: it never stays so that an item is queued, a worker is parked, and nobody
 * searches.</i> Take the item and the producer's fence P2.
 *
 * <ul>
 *   <li>P3 saw {@code searching > 0}. The last of the searchers leaves after P3's read, and then
 *       looks into every queue after a fence of its own (S3): it sees the item, or somebody has
 *       taken it. If it sees it, it wakes one.
 *   <li>P3 saw no searcher and no bit. A worker that parks later sets its bit after P3's read, so
 *       its S3 comes after P2: its S4 sees the item.
 *   <li>P3 saw a bit: it wakes that worker, or, if another waker was faster, looks again.
 * </ul>
 *
 * The fences P2 and S3 are both needed: without P2, P3's reads may come before P1 is visible;
 * without S3, S4's may come before S1 is. A push to the own deque leaves P2 out, for speed, and
 * makes up for it: {@link #workAddedNearby}.
 *
 * <p><i>A waker counts first and clears the bit then.</i> If the clearing CAS fails, the count was
 * wrong for a moment, and a producer may have relied on it; so the waker takes the count back and
 * looks again itself, which covers that producer.
 *
 * <h2>The lookout</h2>
 *
 * One of the parked workers, the lookout, wakes up once a {@link WorkerRest#LOOK} while others are
 * busy, and looks for what nobody was woken for: a push that was missed (see {@link
 * #workAddedNearby}), and a fiber that was made ready on a worker which then did not come to run
 * it. A busy worker's fiber that makes another one ready and then waits, as in every ping-pong,
 * hands its worker over so without waking anybody; if it goes on computing instead, the other fiber
 * waits for a {@code LOOK} at most, and the worker is told to wake others at once from then on, for
 * a while.
 *
 * <p>When all sleep there is nothing to look for, and the lookout gives its part up. So who relies
 * on a lookout and who gives the part up meet as P2 and S3 do: each writes, fences and reads.
 *
 * <p>The lowest parked worker is woken first, which keeps the work on few threads, as a stack
 * would. A Treiber stack was refused: a worker that changes its mind (a spare that retires, a
 * joining thread whose wait is over) could not leave it.
 */
final class IdleSet {
  private static final VarHandle BITS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle PARKED;

  static {
    try {
      PARKED = MethodHandles.lookup().findVarHandle(IdleSet.class, "parked", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** How many bits are set, or are about to be: counted up before one is set, down after. */
  @SuppressWarnings("unused") // through PARKED
  private volatile int parked;

  private final long[] bits;

  /** The worker that keeps looking while it is parked; -1: none does. */
  private final AtomicInteger lookout = new AtomicInteger(-1);

  private final AtomicInteger searching = new AtomicInteger();
  private final IntConsumer unpark;

  /**
   * @param workers how many workers there can be
   * @param unpark wakes the thread of a worker, by number
   */
  IdleSet(int workers, IntConsumer unpark) {
    bits = new long[Math.max(1, (workers + 63) >>> 6)];
    this.unpark = unpark;
  }

  // ---- who makes work visible

  /** P2 and P3: to be called after an item has been put into a queue. */
  void workAdded() {
    VarHandle.fullFence();
    workAddedNearby();
  }

  /**
   * P3 alone, after a push to the caller's own deque: the fence would be one of the two locked
   * instructions that a spawn and its join cost. So a worker that goes to sleep at the very moment
   * of the push, before it has left this processor's store buffer, may be missed. That is bounded:
   * the lookout looks once a {@link WorkerRest#LOOK} while others are busy, and the watchdog does
   * at each of its rounds. Before that, the next push makes up for it, unless there is none because
   * enough waits ({@link WorkDeque#couldUseMore}).
   */
  void workAddedNearby() {
    if ((int) PARKED.getOpaque(this) != 0) {
      workAddedWhileSomeSleep();
    }
  }

  /**
   * To rely on a searcher takes the fence: it may be about to leave, and look for the last time.
   */
  private void workAddedWhileSomeSleep() {
    if (searching.getOpaque() != 0) {
      VarHandle.fullFence();
    }
    if (searching.getOpaque() == 0) {
      wakeOne();
    }
  }

  /** Wakes the lowest parked worker, unless somebody searches. */
  void wakeOne() {
    int i = 0;
    while (i < bits.length) {
      long word = (long) BITS.getVolatile(bits, i);
      if (word == 0) {
        i++;
        continue;
      }
      if (searching.get() != 0) {
        return;
      }
      long bit = Long.lowestOneBit(word);
      if (wake(i, bit)) {
        unpark.accept((i << 6) + Long.numberOfTrailingZeros(bit));
        return;
      }
      i = 0; // somebody may have relied on the count that was taken back: look at all again
    }
  }

  /** Wakes this one worker if it is parked; it then counts as searching. */
  void wake(int worker) {
    if (!isParked(worker)) {
      return;
    }
    if (wake(worker >>> 6, 1L << worker)) {
      unpark.accept(worker);
    } else {
      wakeOne(); // a producer may have relied on the count that was taken back
    }
  }

  private boolean wake(int i, long bit) {
    StackRoom.toWake(); // who is counted as searching has to be woken, or counted out
    searching.getAndIncrement();
    if (clear(i, bit)) {
      return true;
    }
    searching.getAndDecrement();
    return false;
  }

  // ---- the lookout

  /**
   * P2 and P3 for a fiber that the calling worker will most likely go on with itself, in a moment:
   * nobody is woken for it as long as some worker keeps looking. Who is woken for nothing costs
   * both sides more than the switch to the fiber does.
   */
  void workAddedForMyself() {
    VarHandle.fullFence(); // with the one in stopLooking
    if (lookout.getOpaque() < 0) {
      workAddedNearby();
    }
  }

  /** Whether some parked worker keeps looking. */
  boolean hasLookout() {
    return lookout.getOpaque() >= 0;
  }

  /** A parked worker: whether it is the one that keeps looking; becomes it if there is none. */
  boolean isLookout(int worker) {
    int now = lookout.get();
    return now == worker || (now < 0 && lookout.compareAndSet(-1, worker));
  }

  /**
   * Gives the part up. The caller looks into every queue afterwards, or searches: who relied on it
   * before has made its work visible by then.
   */
  void stopLooking(int worker) {
    if (lookout.getOpaque() == worker) {
      lookout.set(-1);
      VarHandle.fullFence(); // with the one in workAddedForMyself
    }
  }

  // ---- a worker's own side

  /** Starts to search, unless {@code limit} workers do already. */
  boolean tryStartSearching(int limit) {
    if (searching.get() >= limit) {
      return false;
    }
    searching.getAndIncrement();
    return true;
  }

  /**
   * Stops to search.
   *
   * @return whether this was the last searcher, which then has to do S3 and S4
   */
  boolean stopSearching() {
    return searching.decrementAndGet() == 0;
  }

  /** S1. */
  void announce(int worker) {
    PARKED.getAndAdd(this, 1);
    BITS.getAndBitwiseOr(bits, worker >>> 6, 1L << worker);
  }

  /**
   * Takes the announcement back.
   *
   * @return false if somebody has woken the worker meanwhile: it counts as searching then
   */
  boolean withdraw(int worker) {
    return clear(worker >>> 6, 1L << worker);
  }

  /** Whether the worker's bit is set. */
  boolean isParked(int worker) {
    return ((long) BITS.getVolatile(bits, worker >>> 6) & (1L << worker)) != 0;
  }

  private boolean clear(int i, long bit) {
    boolean cleared = ((long) BITS.getAndBitwiseAnd(bits, i, ~bit) & bit) != 0;
    if (cleared) {
      PARKED.getAndAdd(this, -1);
    }
    return cleared;
  }

  // ---- looking in

  int searching() {
    return searching.get();
  }

  int parked() {
    return parked;
  }
}
