package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.openjdk.jcstress.infra.results.ZII_Result;

/**
 * A queue, some workers and the idle protocol between them; the workers do what {@link Worker}
 * does, but stop where it would park. The queue is a counter with a release store, the weakest with
 * which {@link WorkDeque#push} makes an item visible.
 *
 * <p>Forbidden at the end: something is queued, a worker is parked, and nobody searches or was
 * woken.
 */
final class IdleRace {
  private static final VarHandle QUEUED;

  static {
    try {
      QUEUED = MethodHandles.lookup().findVarHandle(IdleRace.class, "queued", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final IdleProtocol idle;
  private final FaultyIdle.Fault fault;
  private final AtomicInteger unparks = new AtomicInteger();

  @SuppressWarnings("unused") // through QUEUED
  private int queued;

  private IdleRace(FaultyIdle.Fault fault, Function<IntConsumer, IdleProtocol> protocol) {
    this.fault = fault;
    idle = protocol.apply(worker -> unparks.incrementAndGet());
  }

  /** With {@link IdleSet}. */
  static IdleRace real() {
    return new IdleRace(FaultyIdle.Fault.NONE, unpark -> new RealIdle(128, unpark));
  }

  static IdleRace faulty(FaultyIdle.Fault fault) {
    return new IdleRace(fault, unpark -> new FaultyIdle(fault, unpark));
  }

  /** Before the race: {@code worker} sleeps. */
  IdleRace parked(int worker) {
    idle.announce(worker);
    return this;
  }

  /** Before the race: {@code worker}, which sleeps, is the lookout. */
  IdleRace lookout(int worker) {
    idle.isLookout(worker);
    return this;
  }

  /** Before the race: one worker searches. */
  IdleRace searching() {
    idle.tryStartSearching(1);
    return this;
  }

  /** P1 to P3. The look before brings the loads of P3 closer to the store of P1. */
  void produce() {
    idle.searching();
    idle.parked();
    QUEUED.setRelease(this, 1);
    idle.workAdded();
  }

  /** P2 and P3 for an item that is gone already. */
  void wakeForAnother() {
    idle.workAdded();
  }

  /** P1 and P3, as a worker that pushes to its own deque. */
  void produceNearby() {
    idle.searching();
    idle.parked();
    QUEUED.setRelease(this, 1);
    idle.workAddedNearby();
  }

  /** A fiber that the worker will go on with itself. Looks before, for the same reason. */
  void produceForMyself() {
    idle.isLookout(-1); // a look, as nobody has this number
    QUEUED.setRelease(this, 1);
    idle.workAddedForMyself();
  }

  /** The lookout gives its part up, as all the others seem to sleep. */
  void stopLooking(int worker) {
    if (isQueued()) {
      idle.wakeOne(); // as after a look
    }
    idle.stopLooking(worker);
    lookUnless(FaultyIdle.Fault.LOOKOUT_WITHOUT_LOOK);
  }

  /** S1 to S4, of a worker that may not search; it has looked before and found nothing. */
  void goToSleep(int worker) {
    if (isQueued()) {
      return;
    }
    idle.announce(worker);
    VarHandle.fullFence();
    lookUnless(FaultyIdle.Fault.SLEEPER_WITHOUT_LOOK);
  }

  /** S1 to S4, of a worker that has searched and found nothing. */
  void searchAndGoToSleep(int worker) {
    if (isQueued()) {
      leaveSearch();
      return;
    }
    idle.announce(worker);
    idle.stopSearching();
    VarHandle.fullFence();
    lookUnless(FaultyIdle.Fault.SLEEPER_WITHOUT_LOOK);
  }

  /** A searching worker has found something else, and goes to work. */
  void leaveSearch() {
    if (idle.stopSearching()) {
      lookUnless(FaultyIdle.Fault.LAST_SEARCHER_WITHOUT_LOOK);
    }
  }

  /** {@code worker}'s patience is over: true if it has not been woken. */
  boolean withdraw(int worker) {
    return idle.withdraw(worker);
  }

  private void lookUnless(FaultyIdle.Fault blind) {
    if (fault != blind && isQueued()) {
      idle.wakeOne();
    }
  }

  private boolean isQueued() {
    return (int) QUEUED.getAcquire(this) != 0;
  }

  /** Afterwards: whether the item is stranded, who is parked, and how often somebody was woken. */
  void verdict(ZII_Result r) {
    int parked = idle.parked();
    int searching = idle.searching();
    r.r1 = isQueued() && parked > 0 && searching == 0;
    r.r2 = searching;
    r.r3 = unparks.get();
  }
}
