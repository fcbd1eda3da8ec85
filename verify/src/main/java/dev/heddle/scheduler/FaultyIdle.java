package dev.heddle.scheduler;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/** A copy of {@link IdleSet}, for up to 64 workers, into which one fault can be built. */
final class FaultyIdle implements IdleProtocol {
  /** What is wrong. */
  enum Fault {
    NONE,
    /** Who makes work visible does not pass a fence before it looks for sleepers. */
    PRODUCER_WITHOUT_FENCE,
    /** Who goes to sleep does not look into the queues again after it has said so. */
    SLEEPER_WITHOUT_LOOK,
    /** The last searcher that leaves does not look into the queues again. */
    LAST_SEARCHER_WITHOUT_LOOK,
    /**
     * The waker clears the sleeper's bit by a read and a write, so that two may wake the same one.
     */
    WAKER_WITHOUT_CLAIM,
    /** Who leaves a fiber to the lookout does not pass a fence before it looks for that. */
    RELIANT_WITHOUT_FENCE,
    /** The lookout that gives its part up does not pass a fence before it looks. */
    LOOKOUT_WITHOUT_FENCE,
    /** The lookout that gives its part up does not look into the queues again. */
    LOOKOUT_WITHOUT_LOOK
  }

  private final Fault fault;
  private final AtomicLong bits = new AtomicLong();
  private final AtomicInteger lookout = new AtomicInteger(-1);
  private final AtomicInteger searching = new AtomicInteger();
  private final IntConsumer unpark;

  FaultyIdle(Fault fault, IntConsumer unpark) {
    this.fault = fault;
    this.unpark = unpark;
  }

  @Override
  public void workAdded() {
    if (fault != Fault.PRODUCER_WITHOUT_FENCE) {
      VarHandle.fullFence();
    }
    workAddedNearby();
  }

  @Override
  public void workAddedNearby() {
    if (bits.getOpaque() != 0 && searching.getOpaque() == 0) {
      wakeOne();
    }
  }

  @Override
  public void wakeOne() {
    long word;
    while ((word = bits.get()) != 0) {
      if (searching.get() != 0) {
        return;
      }
      long bit = Long.lowestOneBit(word);
      if (wake(bit)) {
        unpark.accept(Long.numberOfTrailingZeros(bit));
        return;
      }
    }
  }

  private boolean wake(long bit) {
    searching.getAndIncrement();
    if (clear(bit)) {
      return true;
    }
    searching.getAndDecrement();
    return false;
  }

  private boolean clear(long bit) {
    if (fault == Fault.WAKER_WITHOUT_CLAIM) {
      long word = bits.get();
      bits.set(word & ~bit);
      return (word & bit) != 0;
    }
    return (bits.getAndUpdate(word -> word & ~bit) & bit) != 0;
  }

  @Override
  public void workAddedForMyself() {
    if (fault != Fault.RELIANT_WITHOUT_FENCE) {
      VarHandle.fullFence();
    }
    if (lookout.getOpaque() < 0) {
      workAddedNearby();
    }
  }

  @Override
  public boolean isLookout(int worker) {
    int now = lookout.get();
    return now == worker || (now < 0 && lookout.compareAndSet(-1, worker));
  }

  @Override
  public void stopLooking(int worker) {
    if (lookout.getOpaque() == worker) {
      lookout.setRelease(-1);
      if (fault != Fault.LOOKOUT_WITHOUT_FENCE) {
        VarHandle.fullFence();
      }
    }
  }

  @Override
  public boolean tryStartSearching(int limit) {
    if (searching.get() >= limit) {
      return false;
    }
    searching.getAndIncrement();
    return true;
  }

  @Override
  public boolean stopSearching() {
    return searching.decrementAndGet() == 0;
  }

  @Override
  public void announce(int worker) {
    bits.getAndUpdate(word -> word | 1L << worker);
  }

  @Override
  public boolean withdraw(int worker) {
    return clear(1L << worker);
  }

  @Override
  public boolean isParked(int worker) {
    return (bits.get() & 1L << worker) != 0;
  }

  @Override
  public int searching() {
    return searching.get();
  }

  @Override
  public int parked() {
    return Long.bitCount(bits.get());
  }
}
