package dev.heddle.scheduler;

import dev.heddle.loom.Loom;
import dev.heddle.metrics.Rule;
import dev.heddle.metrics.WorkerMetrics;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A worker: its queues, and the rules by which it chooses what to run. Which thread plays the
 * worker is the {@link RunnerEngine}'s business; one thread at a time does, and "owner" means that
 * thread.
 *
 * <p><b>Never keep a {@code Worker} across anything that may park.</b> The fiber may go on under
 * another worker; ask {@link #current()} again.
 *
 * <table>
 * <caption>Fields</caption>
 * <tr><th>field</th><th>written by</th><th>read by</th></tr>
 * <tr><td>{@code deque}, {@code mailbox}, {@code bound}, {@code ready}, {@code next}</td><td>see their classes</td>
 * <td>anybody</td></tr>
 * <tr><td>{@code bypass}, {@code successor}, {@code brief}, {@code handover}, limits</td><td>owner,
 * plain</td><td>owner</td></tr>
 * <tr><td>counters</td><td>owner, opaque</td><td>anybody, opaque: each a little old at most</td></tr>
 * </table>
 */
public final class Worker {
  private static final VarHandle HASTY_LEFT;

  static {
    try {
      HASTY_LEFT = MethodHandles.lookup().findVarHandle(Worker.class, "hasty", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final String[] RULES =
      Arrays.stream(Rule.values()).map(Rule::name).toArray(String[]::new);

  /** Threads of others that play a worker for the time of a wait. */
  private static final ConcurrentHashMap<Thread, Worker> VISITORS = new ConcurrentHashMap<>();

  /** How long a ready fiber has to stand still before the lookout takes it; nanoseconds. */
  private static final long STILL = 5_000;

  /**
   * How far apart workers are at first where processes are kept; odd, so that all parts are used.
   */
  private static final int LANES_BETWEEN = 23;

  /** See {@link #takeInTurn}. */
  private static final int KINDS_OF_TURN = 4;

  /** How many turns pass before {@link #renew}. */
  private static final int TURNS_TO_RENEWAL = 64;

  /** How often a worker goes straight from one process to another before queues have their turn. */
  private static final int HAND_OVERS_IN_ROW = 16;

  /** For how many fibers a worker wakes others at once, after one of its own had to wait. */
  private static final int HASTY = 1_000;

  final Scheduler scheduler;
  final int index;

  /** Whether it runs only what it was given itself: a bound thread's, beside permanent workers. */
  final boolean solitary;

  final WorkDeque deque = new WorkDeque();

  /** What waited and can go on, oldest first. Added to by the owner, taken from by anybody. */
  final ReadyRing ready;

  /** What goes before all that is ready. Filled by the owner, claimed by anybody. */
  final NextSlot next = new NextSlot();

  private final Supply supply;
  final Backoff backoff = new Backoff(Clock::nanos);

  /** Whether the owner is in a step that was given one event, and ends soon. */
  private boolean brief;

  /** Slips of items that would like this worker. */
  private final ConcurrentLinkedQueue<AffinitySlip> mailbox = new ConcurrentLinkedQueue<>();

  /** Fibers that can go on under this worker only. */
  private final ReadyQueue boundReady = new ReadyQueue();

  /** How many items that only this worker may run have not ended. */
  private final AtomicInteger boundItems = new AtomicInteger();

  /** Items that only this worker may run. */
  private final ConcurrentLinkedQueue<Work> bound = new ConcurrentLinkedQueue<>();

  /** The timed waits that began here. */
  final TimerWheel timers;

  private final WorkerCounters counters = new WorkerCounters();
  final WorkerSamples samples = new WorkerSamples();

  private final @Nullable Work[] oldest = new Work[1];

  private @Nullable Work bypass;
  private @Nullable Work successor;
  private int directInRow;
  private int readyInRow;
  private int untilTurn;
  private int turn = KINDS_OF_TURN - 1;
  private int turnsToRenewal = TURNS_TO_RENEWAL;

  private final TimeKeeping time = new TimeKeeping(this);

  /** The rule by which the owner has chosen last: its number, as a reference costs a barrier. */
  private int chosenBy;

  /** What was chosen for the other side of a switch between carrier and runner. */
  private @Nullable Object handover;

  private Tenure tenure = new Tenure(() -> true, 0);

  @SuppressWarnings("unused") // through HASTY_LEFT
  private int hasty; // set by the lookout, counted down by the owner; opaque, so about right

  private final WorkerRest rest;
  private volatile boolean stopped = true;

  /** Who has this worker for itself; written by that thread, and by who closes the runtime. */
  private volatile @Nullable BoundThread tenant;

  /** Whether a thread of others plays this worker; written before it does. */
  private boolean visited;

  /** Whether it is there for a while only. */
  private boolean passing;

  /** Whatever the processes keep for this worker. */
  private @Nullable Object processState;

  private boolean processStateIsOld;

  /** Which part of their table the processes of this worker go to next. */
  private int processLane;

  /** Whatever the engine keeps for this worker. */
  @Nullable Object engineState;

  Worker(Scheduler scheduler, int index, boolean solitary) {
    this.scheduler = scheduler;
    this.index = index;
    this.processLane = 1 + index * LANES_BETWEEN;
    this.solitary = solitary;
    this.untilTurn = scheduler.settings.turnInterval();
    this.timers = new TimerWheel(Clock.nanos());
    this.ready = new ReadyRing(scheduler.queueWaits);
    this.supply = new Supply(this, counters);
    this.rest = new WorkerRest(this, counters);
  }

  // ---- who am I

  /** The worker that runs the caller now, of whichever runtime; null on threads outside. */
  public static @Nullable Worker current() {
    Thread carrier = Loom.currentCarrier();
    if (carrier instanceof WorkerThread thread) {
      return thread.worker();
    }
    return VISITORS.isEmpty() ? null : VISITORS.get(carrier);
  }

  /** The worker that {@code thread}, a platform thread, plays now. */
  static @Nullable Worker playedBy(Thread thread) {
    return thread instanceof WorkerThread own ? own.worker() : VISITORS.get(thread);
  }

  /** The scheduler that this worker belongs to. */
  public Scheduler scheduler() {
    return scheduler;
  }

  /** This worker's number. */
  public int index() {
    return index;
  }

  // ---- what items do

  /**
   * Makes {@code item} the newest of the deque of the worker that runs the caller. If the stack
   * overflows, it is not.
   *
   * @return false if no worker does
   */
  public static boolean pushHere(Work item) {
    if (SpawnEvent.isOn()) {
      tellSpawn(current(), item); // before anything is looked up that must not be kept over a call
    }
    if (Loom.currentCarrier() instanceof WorkerThread thread) {
      WorkDeque deque = thread.deque;
      IdleSet idle = thread.idle;
      if (deque != null && idle != null) {
        deque.push(item);
        try {
          idle.workAddedNearby();
        } catch (StackOverflowError e) {
          // It is queued, and found as what a sleeper has missed: see IdleSet.workAddedNearby.
        }
        return true;
      }
    }
    Worker visited = current();
    if (visited != null) {
      visited.push(item);
    }
    return visited != null;
  }

  private static void tellSpawn(@Nullable Worker here, Work item) {
    if (here != null) {
      SpawnEvent.tell(item, here.scheduler, "spawned");
    }
  }

  /**
   * Takes {@code item} back, to run it in place, if it is the newest of the deque of the worker
   * that runs the caller. This is how a join runs its own child; it counts as {@link Rule#LOCAL}.
   */
  public static boolean takeBackHere(Work item) {
    if (Loom.currentCarrier() instanceof WorkerThread thread) {
      WorkDeque deque = thread.deque;
      return deque != null && deque.takeBack(item);
    }
    Worker visited = current();
    return visited != null && visited.deque.takeBack(item);
  }

  /**
   * Whether thieves could make use of what the caller would push; false outside of a runtime. About
   * a nanosecond, and nobody is asked.
   */
  public static boolean couldUseMoreHere() {
    if (Loom.currentCarrier() instanceof WorkerThread thread) {
      WorkDeque deque = thread.deque;
      if (deque != null) {
        return deque.couldUseMore();
      }
    }
    Worker visited = current();
    return visited != null && visited.deque.couldUseMore();
  }

  /**
   * Owner: makes {@code item} the newest of this worker's deque. If the stack overflows, it is not.
   */
  public void push(Work item) {
    deque.push(item);
    try {
      scheduler.idle.workAddedNearby();
    } catch (StackOverflowError e) {
      // As in pushHere.
    }
  }

  /** As {@link #push}, for what must not be lost: if there is no room for it, it is shared. */
  public void pushForSure(Work item) {
    putForSure(item);
    scheduler.idle.workAddedNearby();
  }

  /** Owner: as {@link #pushForSure}, but who adds it to the deque tells nobody. */
  void putForSure(Work item) {
    try {
      deque.push(item);
    } catch (OutOfMemoryError | IllegalStateException _) {
      scheduler.addShared(item);
    }
  }

  /** Owner: the newest item of this worker's deque. */
  public @Nullable Work newest() {
    return deque.peek();
  }

  /** Owner: {@code item} has become ready because the item that runs now has ended. */
  public void offerSuccessor(Work item) {
    if (SpawnEvent.isOn()) {
      SpawnEvent.tell(item, scheduler, "successor");
    }
    if (successor == null) {
      successor = item;
    } else {
      pushForSure(item);
    }
  }

  /** Owner: {@code item} is what the item just run returned. */
  void offerBypass(Work item) {
    if (SpawnEvent.isOn()) {
      SpawnEvent.tell(item, scheduler, "returned");
    }
    if (bypass == null) {
      bypass = item;
    } else {
      pushForSure(item);
    }
  }

  /** Anybody: this worker, and no other, shall run {@code item}. */
  void addBound(Work item) {
    boundItems.getAndIncrement();
    try {
      assert Memory.suffices("a bound item");
      bound.add(new BoundItem(item, this));
    } catch (Throwable e) {
      boundItems.getAndDecrement();
      throw e;
    }
    wakeForMail();
  }

  /** An item that only this worker may run has ended. */
  void boundEnded() {
    boundItems.getAndDecrement();
  }

  /** Anybody: a fiber that may go on under this worker only can; false if the worker has gone. */
  boolean addBoundReady(Runnable fiber) {
    if (isGone()) {
      return false;
    }
    boundReady.add(fiber);
    wakeForMail();
    if (isGone()) {
      giveAwayBoundReady();
    }
    return true;
  }

  private boolean isGone() {
    return stopped && tenant == null;
  }

  private void giveAwayBoundReady() {
    Runnable fiber;
    while ((fiber = boundReady.poll()) != null) {
      scheduler.foreignReady.add(fiber);
    }
    scheduler.idle.workAdded();
  }

  /**
   * Anybody: this worker is asked first whether it runs the slip's item, which stands elsewhere.
   */
  void addSlip(AffinitySlip slip) {
    try {
      assert Memory.suffices("a slip");
      mailbox.add(slip);
    } catch (OutOfMemoryError _) {
      return; // then whoever comes to it first
    }
    wakeForMail();
  }

  private void wakeForMail() {
    VarHandle.fullFence(); // with the one in park: either we see it parked or it sees the mail
    if (solitary) {
      rest.wakeAlone();
    } else {
      scheduler.idle.wake(index);
    }
  }

  /** Owner, or an item of its: a fiber can go on. */
  void addReady(Runnable fiber) {
    putReady(fiber);
    if (!wakesAtOnce()) {
      scheduler.idle.workAddedForMyself();
    }
  }

  /** Owner: as {@link #addReady}, and tells nobody; if there is no room, any worker may have it. */
  void putReady(Runnable fiber) {
    try {
      ready.add(fiber);
    } catch (OutOfMemoryError _) {
      scheduler.foreignReady.add(fiber);
      scheduler.idle.workAdded();
    }
  }

  /**
   * Owner: a process, as its slip, can go on. As {@link #addReady}, but without the fence that
   * makes sure of the lookout: this worker comes to it as soon as its item ends. If that takes
   * long, and the lookout gave its part up in the very moment of the add, others find the process
   * when they look next, as with a push to the deque ({@link IdleSet#workAddedNearby}).
   */
  void addReadyProcess(Slip process) {
    try {
      ready.add(process);
    } catch (OutOfMemoryError _) {
      scheduler.addShared(process);
      return;
    }
    if (!wakesAtOnce() && !scheduler.idle.hasLookout()) {
      scheduler.idle.workAddedNearby();
    }
  }

  /**
   * Owner: as {@link #push}, for a process that begins. If nothing else stands in the deque, this
   * worker comes to it as soon as its item ends, so as to one that can go on: {@link
   * #addReadyProcess}.
   */
  void pushProcess(Work process) {
    deque.push(process);
    IdleSet idle = scheduler.idle;
    if (idle.parked() == 0) {
      return;
    }
    boolean next = !solitary && !stopped && deque.hasOneAtMost();
    if (!next || (!wakesAtOnce() && !idle.hasLookout())) {
      idle.workAddedNearby();
    }
  }

  /**
   * Owner, or an item of its: whether a process of {@code caller} that it wakes is what it goes on
   * with next: it is in a step that was given one event, so that it ends soon, nothing else is
   * ready, and such processes have not had to wait here lately.
   */
  public boolean isNextFree(Scheduler caller) {
    return brief
        && !next.isFull()
        && scheduler == caller
        && ready.isEmpty()
        && !isHasty()
        && !solitary
        && !stopped;
  }

  /** Owner: its item begins a step of a process, which is given so many events. */
  public void beginsStep(int events) {
    brief = events == 1;
  }

  /** Owner: its item has made a step, not on this worker, perhaps. */
  public void endsStep() {
    brief = false;
  }

  /**
   * Owner, or an item of its, after {@link #isNextFree}: {@code process}, which it has woken, is
   * next. Others do not take it unless it has stood there for a while: a searcher sees that ({@link
   * Supply#steal}), or one that is busy ({@link HeldWatch}), or the lookout ({@link
   * #keepsItemWaiting}), or else the watchdog.
   */
  public void goNextTo(NextSlip process) {
    next.fill(process);
    if (!scheduler.idle.hasLookout()) {
      scheduler.idle.workAddedNearby();
    }
  }

  /** Owner: what is next, claimed; null if there is nothing, or somebody else has it. */
  private @Nullable Object takeNext() {
    NextSlip slip = next.empty();
    return slip == null ? null : slip.claimNext();
  }

  /** Whether somebody is woken for what was just added, because others of it had to wait. */
  private boolean wakesAtOnce() {
    int left = (int) HASTY_LEFT.getOpaque(this);
    if (left > 0) {
      HASTY_LEFT.setOpaque(this, left - 1);
      scheduler.idle.workAdded();
    }
    return left > 0;
  }

  /** Owner: what the processes keep for this worker. */
  public @Nullable Object processState() {
    return processState;
  }

  /** Owner: keeps it. */
  public void keepProcessState(Object state) {
    processState = state;
    processStateIsOld = false;
  }

  /** Owner: whether it should be replaced, because it may have left the young generation. */
  public boolean isProcessStateOld() {
    return processStateIsOld;
  }

  /** The part of their table that the processes of this worker go to next; any number. */
  public int processLane() {
    return processLane;
  }

  /** Says which part is next. A fiber that has moved on meanwhile may say it to its old worker. */
  public void setProcessLane(int lane) {
    processLane = lane;
  }

  /**
   * Owner: see {@link Clock#recently}. The time itself, if nobody sees to it that this worker looks
   * at the clock: one that is not played now, because a bound thread does other things, or one
   * without a watchdog.
   */
  long recently() {
    return stopped || !scheduler.hasWatchdog() ? Clock.nanos() : time.recently();
  }

  /** Anybody: time has passed. */
  void timePasses() {
    time.passes();
  }

  /** Owner: adds to one of the {@code WorkerCounters} that count for others. */
  public void count(int counter, long n) {
    counters.add(counter, n);
  }

  // ---- the rules

  /**
   * Owner: chooses what to run next: a {@link Work}, a {@link Runnable} that mounts a fiber, or
   * null. The first rule that applies; every so many-th choice lets in what could wait for ever
   * otherwise.
   */
  @Nullable Object choose() {
    Object next;
    time.choice();
    if (--untilTurn <= 0 && (next = takeInTurn()) != null) {
      return next;
    }
    if ((next = takeBypass()) != null) {
      return chose(Rule.BYPASS, next);
    }
    if ((next = takeSuccessor()) != null) {
      return chose(Rule.SUCCESSOR, next);
    }
    if ((next = takeReady(false)) != null) {
      return chose(Rule.READY, next);
    }
    if ((next = takeLocal()) != null) {
      return chose(Rule.LOCAL, next);
    }
    if ((next = takeAffine()) != null) {
      return chose(Rule.AFFINITY, next);
    }
    if ((next = supply.takeShared()) != null) {
      return chose(Rule.SHARED, next);
    }
    if ((next = supply.steal()) != null) {
      return chose(Rule.STOLEN, next);
    }
    // Those that the limit for what is ready let in may have gone to others meanwhile.
    if (this.next.isFull() && (next = takeNext()) != null) {
      return chose(Rule.READY, next);
    }
    time.rested();
    return null;
  }

  private @Nullable Object chose(Rule rule, @Nullable Object next) {
    if (next != null) {
      brief = false;
      counters.chose(rule);
      deque.begin();
      time.chosen(next);
      chosenBy = rule.ordinal();
      if (scheduler.world != null) {
        scheduler.world.chose(rule, next);
      }
    }
    return next;
  }

  /**
   * Lets in what the rules could keep waiting for ever behind a worker that keeps itself busy: the
   * shared queue, the oldest of the own deque (a batch from the shared queue may stand there), the
   * mail, and what stands behind another worker that is held, one after the other.
   */
  private @Nullable Object takeInTurn() {
    untilTurn = scheduler.settings.turnInterval();
    if (--turnsToRenewal <= 0) {
      renew();
    }
    for (int i = 0; i < KINDS_OF_TURN; i++) {
      turn = (turn + 1) % KINDS_OF_TURN;
      Object next =
          switch (turn) {
            case 0 -> chose(Rule.SHARED, supply.takeShared());
            case 1 -> chose(Rule.LOCAL, takeOldest());
            case 2 -> chose(Rule.AFFINITY, takeAffine());
            default -> chose(Rule.STOLEN, supply.takeFromHeld());
          };
      if (next != null) {
        return next;
      }
    }
    return null;
  }

  /**
   * Replaces what references are stored into all the time, so that it stays in the young generation
   * of the collector: to store one into an old object costs a fence. Here, between two items, and
   * not when something is stored: then it may not fail any more.
   */
  private void renew() {
    turnsToRenewal = TURNS_TO_RENEWAL;
    try {
      processStateIsOld = true; // whoever uses it tries to make a new one
      next.renew();
      ready.renew();
    } catch (OutOfMemoryError _) {
      // the old ones do as well
    }
  }

  private @Nullable Object takeOldest() {
    int n = deque.takeOldest(oldest);
    Work item = oldest[0];
    oldest[0] = null;
    return n == 1 && item != null ? Slip.claimed(item) : null;
  }

  private @Nullable Object takeBypass() {
    Work item = bypass;
    if (item == null) {
      return null;
    }
    bypass = null;
    return directOrEnqueued(item);
  }

  /**
   * Owner, whose item is about to end: whether it may go straight on to what it hands over to, if
   * it can claim that. As a choice by {@link Rule#BYPASS}, without the way through the runner. The
   * row is shorter than for work that is returned: what may not go on stands in a queue already.
   */
  public boolean mayGoOn() {
    time.choice();
    return --untilTurn > 0
        && bypass == null
        && ++directInRow <= Math.min(HAND_OVERS_IN_ROW, scheduler.settings.directLimit())
        && !hasToGo();
  }

  /** Owner: it has claimed {@code next}, and goes straight on to it. */
  public void wentOn(Work next) {
    this.next.forget(next);
    brief = false;
    counters.chose(Rule.BYPASS);
    deque.begin();
    chosenBy = Rule.BYPASS.ordinal();
    counters.add(WorkerCounters.HAND_OVERS, 1);
    time.chosen(next);
  }

  /**
   * Owner, whose item is about to end: what is next, claimed, if it may go straight on to it. As a
   * choice by {@link Rule#READY}, without the way through the runner.
   */
  public @Nullable Object goOnToNext() {
    if (!next.isFull() || (readyInRow & 1) != 0 || !mayGoOn()) {
      return null;
    }
    return chose(Rule.READY, takeNext());
  }

  /** Owner, at most once in a while: how long something waits in a queue is to be known again. */
  void wantsWaits() {
    ready.wantWait();
    scheduler.shared.wantWait();
  }

  /** Owner: it has slept until {@code now}. What is due goes before what it was woken for. */
  void slept(long now) {
    if (timers.isDue(now)) {
      time.rested();
    } else {
      time.slept(now);
    }
  }

  /** Owner, whose item has not waited yet: the name of the rule by which that was chosen. */
  public String chosenBy() {
    return RULES[chosenBy];
  }

  private @Nullable Object takeSuccessor() {
    Work item = successor;
    if (item == null) {
      directInRow = 0;
      return null;
    }
    successor = null;
    return directOrEnqueued(item);
  }

  /** One that keeps returning the next must let others in now and then. */
  private @Nullable Object directOrEnqueued(Work item) {
    if (++directInRow <= scheduler.settings.directLimit()) {
      return item;
    }
    directInRow = 0;
    scheduler.addShared(item);
    return null;
  }

  /**
   * What has been ready for longest, of the own or of what others made ready, in turns.
   *
   * @param fibersOnly whether a process stays where it is
   */
  private @Nullable Object takeReady(boolean fibersOnly) {
    if (isReadyLimitReached()) {
      return null;
    }
    // In turns, so that fibers which keep each other ready cannot keep timers and I/O waiting, nor
    // one that is bound to this worker all others.
    boolean boundFirst = (readyInRow & 2) == 0;
    boolean ownFirst = solitary || (readyInRow & 1) == 0;
    Object taken = boundFirst ? boundReady.poll() : null;
    if (taken == null) {
      taken = ownFirst ? takeOwnReady(fibersOnly) : scheduler.foreignReady.poll();
    }
    if (taken == null && !solitary) {
      taken = ownFirst ? scheduler.foreignReady.poll() : takeOwnReady(fibersOnly);
    }
    if (taken == null && !boundFirst) {
      taken = boundReady.poll();
    }
    readyInRow = taken == null ? 0 : readyInRow + 1;
    return taken;
  }

  private @Nullable Object takeOwnReady(boolean fibersOnly) {
    if (fibersOnly) {
      return ready.pollFiber();
    }
    Object taken = next.isFull() ? takeNext() : null;
    Object entry;
    while (taken == null && (entry = ready.poll()) != null) {
      taken = Slip.claimed(entry);
    }
    return taken;
  }

  /** Whether others have to be let in: at most once in as many choices as the limit is. */
  private boolean isReadyLimitReached() {
    if (readyInRow < scheduler.settings.readyLimit()) {
      return false;
    }
    readyInRow = 0;
    return hasOtherThanReady();
  }

  /**
   * Owner, whose item yields: a ready fiber to go on instead of it; or this worker, if something
   * else's turn has come; or null, if the item can just as well go on.
   */
  @Nullable Object chooseForYield() {
    if (next.isFull() || ready.peek() instanceof Slip) {
      return this; // stays where it is, and whoever plays the worker next claims it
    }
    if (--untilTurn <= 0) {
      if (hasOtherThanReady() || supply.seesHeld()) {
        return this;
      }
      untilTurn = scheduler.settings.turnInterval();
    }
    Object next = takeReady(true);
    return next == null ? null : chose(Rule.READY, next);
  }

  /**
   * Whether another fiber would go first if the calling fiber yielded, or new work's turn has come.
   */
  static boolean hasReasonToYield() {
    Worker worker = current();
    return worker == null || worker.hasReadyOrTurn();
  }

  /** Owner, whose item waits: see {@link Parking#mayWaitAwake}. */
  boolean mayWaitAwake() {
    return scheduler.workers() > 1
        && scheduler.settings.tightSpins() > 0
        && scheduler.world == null
        && !next.isFull()
        && !hasMail()
        && !scheduler.hasWork();
  }

  private boolean hasReadyOrTurn() {
    return next.isFull()
        || !ready.isEmpty()
        || !scheduler.foreignReady.isEmpty()
        || !boundReady.isEmpty()
        || --untilTurn <= 0;
  }

  private boolean hasOtherThanReady() {
    return deque.peek() != null || hasMail() || !scheduler.shared.isEmpty();
  }

  private @Nullable Object takeLocal() {
    Work item;
    while ((item = deque.pop()) != null) {
      Object claimed = Slip.claimed(item);
      if (claimed != null) {
        return claimed;
      }
    }
    return null;
  }

  private @Nullable Object takeAffine() {
    Object next = null;
    Work item;
    while (next == null && (item = bound.poll()) != null) {
      next = Slip.claimed(item);
    }
    while (next == null && (item = mailbox.poll()) != null) {
      next = Slip.claimed(item);
    }
    return next;
  }

  boolean hasMail() {
    return !bound.isEmpty() || !mailbox.isEmpty() || !boundReady.isEmpty();
  }

  // ---- between carrier and runner

  /**
   * Owner: leaves {@code next} to the other side of the switch that follows.
   *
   * @return whether there is anything
   */
  boolean handOver(@Nullable Object next) {
    handover = next;
    return next != null;
  }

  /** Owner: whether the other side has left something. */
  boolean hasHandover() {
    return handover != null;
  }

  /** Owner: whether that is something to run, and not a fiber to mount. */
  boolean isHandoverWork() {
    return handover instanceof Work;
  }

  /** Owner: what the other side left. */
  @Nullable Object takeHandover() {
    Object next = handover;
    handover = null;
    return next;
  }

  // ---- one decision at a time, and what happens when there is none

  /**
   * Owner, on the thread that carries fibers: makes one scheduling decision and runs one item, or
   * what its runner goes on with.
   *
   * @return false if there was nothing
   */
  boolean tick() {
    if (!handOver(choose())) {
      return false;
    }
    rest.stopSearching(); // who was woken in a world searches; on a thread, await has done it
    scheduler.engine.run(this);
    return true;
  }

  /**
   * Owner: what to run next; searches, spins and parks until there is something.
   *
   * @return null once the tenure is over, or its patience ran out
   */
  @Nullable Object await() {
    return rest.await(tenure);
  }

  /** Owner: as {@link #await}, and hands it over; false if there is nothing. */
  boolean awaitHandover() {
    return handOver(await());
  }

  /** Owner: whether the runner that has found nothing shall wait for more, and keep the thread. */
  boolean isRestForRunner() {
    return !visited && rest.isForRunner(tenure);
  }

  /** Owner: as {@link #await}, by a runner, which does not leave the thread meanwhile. */
  @Nullable Object awaitOnRunner() {
    return rest.awaitOnRunner(tenure);
  }

  /** Owner: whether a runner waits so. */
  boolean isRestingOnRunner() {
    return rest.isOnRunner();
  }

  /** What this worker does when there is nothing to do; for who simulates it. */
  WorkerRest rest() {
    return rest;
  }

  /** Simulated: goes, as the thread of a worker would. */
  void leave() {
    rest.stopSearching();
    scheduler.engine.leave(this);
  }

  /** Anybody: lets the thread that plays this worker look up, if it sleeps as such. */
  void unpark() {
    rest.unpark();
  }

  // ---- coming and going

  /** For how long a thread plays a worker. */
  record Tenure(BooleanSupplier over, long patience) {
    /** Patience without end. */
    static final long FOR_EVER = Long.MAX_VALUE;
  }

  /** Before the owner starts: for how long it stays. */
  void begin(Tenure tenure) {
    this.tenure = tenure;
    passing = visited || tenure.patience() != Tenure.FOR_EVER;
    if (stopped) {
      stopped = false;
      time.rested();
      scheduler.playing.addAndGet(solitary ? 0 : 1);
    }
  }

  /** The calling platform thread, one of others, plays this worker while {@code body} runs. */
  void visit(Runnable body) {
    Thread visitor = Thread.currentThread();
    visited = true;
    passing = true;
    VISITORS.put(visitor, this);
    try {
      body.run();
    } finally {
      if (tenant == null) {
        VISITORS.remove(visitor);
      }
    }
  }

  /** {@code bound}'s thread, which calls, has this worker for itself. */
  void settle(BoundThread bound) {
    tenant = bound;
    visited = true;
    passing = true;
    VISITORS.put(bound.thread, this);
  }

  /**
   * The binding is over; what is left goes to the others: here, if the bound thread itself calls;
   * at the end of its visit, if it is in one; else by the sweep of the shutdown that has released
   * it.
   */
  void unsettle(BoundThread bound) {
    VISITORS.remove(bound.thread, this);
    tenant = null;
    if (stopped && Thread.currentThread() == bound.thread) {
      giveAway();
    } else {
      giveAwayBoundReady(); // the sweep knows of work only
    }
  }

  /** Whether a bound thread has this worker for itself, playing it or not. */
  boolean isSettled() {
    return tenant != null;
  }

  /** Owner: whether it was there for a while only, which is over. */
  boolean hasToGo() {
    return passing && isOver();
  }

  /** Whether there is something that only this worker may run, under way or yet to come. */
  boolean hasBoundItems() {
    return boundItems.get() != 0;
  }

  /** Whether nothing is left that only this worker can run. */
  boolean hasNothingBound() {
    return boundItems.get() == 0 && deque.isEmpty() && !hasMail();
  }

  /** Owner, before it sleeps. */
  void releaseMemory() {
    deque.releaseMemory();
    ready.releaseMemory();
  }

  /** Owner, when it leaves: gives everything it still has to the others, unless it comes back. */
  void end() {
    boolean stays = tenant != null;
    if (stays) {
      giveAwayNext(); // others would not find it: they take it from who plays a worker only
    } else {
      giveAway();
    }
    stopped = true;
    scheduler.playing.addAndGet(solitary ? 0 : -1);
    if (stays && tenant == null) {
      giveAway(); // released meanwhile
    } else if (!stays && isGone()) {
      giveAwayBoundReady(); // came after the first time, from one who saw it still here
    }
    scheduler.idle.workAdded();
  }

  private void giveAwayNext() {
    NextSlip waiting = next.empty();
    if (waiting != null && waiting.becomeEntry()) {
      scheduler.shared.addForSure(waiting);
    }
  }

  private void giveAway() {
    Work item;
    while ((item = deque.pop()) != null) {
      scheduler.shared.addForSure(item);
    }
    while ((item = bound.poll()) != null) {
      scheduler.shared.addForSure(item);
    }
    giveAway(bypass);
    bypass = null;
    giveAway(successor);
    successor = null;
    giveAwayNext();
    mailbox.clear(); // each slip's other copy stands in a deque
    giveAwayReady();
    giveAwayBoundReady();
  }

  private void giveAwayReady() {
    Object woken;
    while ((woken = ready.poll()) != null) {
      if (woken instanceof Work entry) {
        scheduler.shared.addForSure(entry);
      } else {
        scheduler.foreignReady.add((Runnable) woken);
      }
    }
  }

  private void giveAway(@Nullable Work direct) {
    if (direct != null) {
      scheduler.shared.addForSure(direct);
    }
  }

  // ---- looking in

  /** The lookout: whether what this worker has to do does not get on; tells the worker. */
  boolean keepsItemWaiting() {
    if (ready.isEmpty() && next.waiting() == null && deque.isEmpty()) {
      return false;
    }
    long taken = ready.taken();
    int filled = next.filled();
    long chosen = choices();
    if (scheduler.world == null) {
      long start = System.nanoTime();
      while (System.nanoTime() - start < STILL) {
        Thread.onSpinWait();
      }
    }
    boolean sameFirst = ready.taken() == taken && !ready.isEmpty();
    boolean sameNext = next.filled() == filled && next.waiting() != null;
    boolean sameItem = choices() == chosen && !deque.isEmpty();
    boolean keeps = sameFirst || sameNext || sameItem;
    if (keeps) {
      hurry();
    }
    return keeps;
  }

  /** The watchdog: this worker does not get on, so others may take what is next. */
  void openNextIfWaiting() {
    if (next.waiting() != null) {
      hurry();
    }
  }

  /** Anybody: something had to wait here, so others are to be woken for the like, for a while. */
  private void hurry() {
    HASTY_LEFT.setOpaque(this, HASTY);
  }

  /** Anybody: whether something had to wait here lately. */
  boolean isHasty() {
    return (int) HASTY_LEFT.getOpaque(this) > 0;
  }

  /** Anybody: whether others may take what is next, because it had to wait. */
  private boolean isNextOpen() {
    return isHasty() && next.waiting() != null;
  }

  /** Anybody: whether others could take something from here. */
  boolean hasWork() {
    return !deque.isEmpty() || !ready.isEmpty() || isNextOpen();
  }

  /** Anybody: as {@link #hasWork}, and also if it is what this worker would go on with next. */
  boolean keepsWaiting() {
    return hasWork() || next.waiting() != null;
  }

  /** Anybody: whether there is nothing here that this worker would run. */
  boolean isDrained() {
    return !keepsWaiting() && !hasMail();
  }

  /**
   * Anybody: changes whenever this worker begins something, also in the middle of an item: a join
   * that takes a task back, or a part of a problem that is called because enough of them wait.
   */
  long progress() {
    return deque.takenBack() + deque.declined() + choices();
  }

  /** Anybody: changes whenever this worker chooses an item, and so may get to what waits here. */
  long choices() {
    return counters.choices();
  }

  /** Owner: whether it has to go. */
  boolean isOver() {
    return tenure.over().getAsBoolean();
  }

  boolean isStopped() {
    return stopped;
  }

  boolean isParked() {
    return solitary ? rest.isAsleep() : scheduler.idle.isParked(index);
  }

  /** Anybody, at the end: takes out what only this worker could have run. */
  void drainBound(Consumer<Work> to) {
    Work item;
    while ((item = bound.poll()) != null) {
      to.accept(item);
    }
  }

  long counted(int counter) {
    return counters.read(counter);
  }

  /**
   * @param carried the name of the fiber that it executes, if that is known
   */
  WorkerMetrics metrics(@Nullable String carried) {
    Map<Rule, Long> chosen = counters.chosen();
    chosen.merge(Rule.LOCAL, deque.takenBack(), Long::sum);
    WorkerMetrics.State state =
        stopped
            ? WorkerMetrics.State.STOPPED
            : isParked()
                ? WorkerMetrics.State.PARKED
                : rest.isSearching() ? WorkerMetrics.State.SEARCHING : WorkerMetrics.State.BUSY;
    return new WorkerMetrics(
        index,
        index >= scheduler.workers(),
        state,
        chosen,
        counters.read(WorkerCounters.SPINS),
        counters.read(WorkerCounters.PARKS),
        counters.read(WorkerCounters.WAKE_UPS),
        counters.read(WorkerCounters.STEALS_TRIED),
        counters.read(WorkerCounters.STEALS_MADE),
        counters.read(WorkerCounters.ITEMS_STOLEN),
        counters.read(WorkerCounters.BATCHES),
        counters.read(WorkerCounters.BATCH_ITEMS),
        counters.read(WorkerCounters.HAND_OVERS),
        deque.declined(),
        deque.size(),
        ready.size() + (next.waiting() == null ? 0 : 1),
        state != WorkerMetrics.State.BUSY
            ? ""
            : carried == null ? scheduler.survey().describe(samples) : carried,
        Durations.total(List.of(samples.runTimes)));
  }
}
