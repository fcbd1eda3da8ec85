package dev.heddle.scheduler;

import dev.heddle.loom.Loom;
import dev.heddle.metrics.FiberState;
import dev.heddle.metrics.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A world in which runtimes are simulated. One thread plays all workers of all its runtimes, and
 * the threads outside of them that belong to it, one step at a time. Time is the world's own, and
 * goes on with the steps; when nobody can do anything, it goes on to the next timer. Who acts next,
 * and whatever else is left to chance, is up to a {@link Guide}. So a run depends on its guide
 * alone, and can be repeated.
 *
 * <p><b>What is simulated and what is not.</b> The rules by which workers choose, the queues, the
 * idle protocol, the timers and everything above are the same code as ever: a step of a worker is a
 * {@link Worker#tick()}, or one of the steps to its sleep. Missing are the engine of threads, the
 * watchdog and its spare workers, bound threads and visitors, and the spinning of who searches.
 *
 * <p><b>How somebody comes in between.</b> An item runs undisturbed until it waits, yields, ends,
 * or comes to a {@link #point()}. There the guide may suspend it: its fiber gives the thread back,
 * and the actor goes on with it at its next step, as if the system had taken the processor from it.
 *
 * <p><b>Who may call.</b> The world's thread, except where it says "anybody". What other threads
 * bring about (a resumed fiber, an item from outside) stands in {@code arrivals} until the world's
 * thread looks there, and makes a run that cannot be repeated: {@link #causes()}.
 */
public final class World implements Executor {
  /** How long real threads get to bring something about when all simulated ones wait; ns. */
  private static final long PATIENCE = 200_000_000;

  /** The same if somebody waits for real time or I/O. */
  private static final long LONG_PATIENCE = 30_000_000_000L;

  private static final Pattern VARYING =
      Pattern.compile("(\\$\\$Lambda[^ ,;)@\\]]*)|(@[0-9a-f]{3,})(?![0-9a-z])");

  /** Decides what is left to chance elsewhere. Called by the world's thread. */
  public interface Guide {
    /** Which of those who can act does so now: an index. */
    int next(List<Actor> able);

    /** Whether somebody else comes in between, here, at a point where {@code running} has come. */
    boolean comesBetween(Actor running, List<Actor> able);

    /** A number, any. */
    long chance();

    /** How long a step takes, in nanoseconds. */
    long cost(Step step);

    /** Whether others act during the time that a step takes. If not, steps take turns in time. */
    boolean isParallel();

    /** A step was made. */
    void made(Step step);

    /** Whether {@code fault} happens here and now. */
    boolean injects(String fault);

    /** Something worth a line in the log happened. */
    void note(String line);

    /** Something was thrown that nobody waits for, in a runtime without a handler for that. */
    void uncaught(Thread thrower, Throwable e);
  }

  /** How a world came to its end. */
  public enum End {
    /** Its first thread has ended. */
    DONE,
    /** Somebody has called {@link World#stop()}. */
    STOPPED,
    /** Nobody can act, no timer is pending, and the first thread has not ended. */
    STUCK
  }

  private record Alarm(long time, long order, Actor actor, int number) {}

  private final Guide guide;
  private final WorldThread thread;
  private final Thread.Builder.OfVirtual threads;
  private final TimerWheel timers = new TimerWheel(0);
  private final List<Actor> able = new ArrayList<>();
  private final List<Scheduler> runtimes = new ArrayList<>();
  private final Map<Worker, Actor> workers = new LinkedHashMap<>();

  /** The threads outside, by what mounts them. */
  private final Map<Runnable, Actor> outside = new LinkedHashMap<>();

  /** All threads whose names are known, by what mounts them. */
  private final Map<Runnable, Thread> known = new LinkedHashMap<>();

  private final PriorityQueue<Alarm> alarms =
      new PriorityQueue<>(Comparator.comparingLong(Alarm::time).thenComparingLong(Alarm::order));
  private final ConcurrentLinkedQueue<Runnable> arrivals = new ConcurrentLinkedQueue<>();
  private final Set<String> causes = new ConcurrentSkipListSet<>();

  private long now;
  private long alarmOrder;
  private int actors;
  private long numbers;
  private @Nullable Actor acting;
  private @Nullable Actor suspending;
  private @Nullable Runnable mounted;
  private @Nullable Scheduler mountedBy;
  private @Nullable Rule rule;
  private String item = "";
  private Step.Kind did = Step.Kind.COME_OR_GO;
  private long spent;
  private volatile long steps;
  private volatile boolean stopped;
  private volatile boolean awaitsReality;
  private int defaultWorkers = 4;
  private @Nullable Thread first;
  private @Nullable Thread starting;
  private End end = End.STOPPED;
  private List<String> waits = List.of();

  /**
   * @throws UnsupportedOperationException if virtual threads cannot be given a scheduler in this
   *     JVM; the message names the flag
   */
  @SuppressWarnings("this-escape") // into threads that are started later
  public World(Guide guide) {
    this.guide = guide;
    threads = Loom.virtualThreads(this).inheritInheritableThreadLocals(false);
    thread = new WorldThread(this, this::live);
  }

  /** Anybody: the world that the caller is simulated in; null: none. */
  public static @Nullable World current() {
    return Loom.currentCarrier() instanceof WorldThread inside ? inside.world : null;
  }

  /**
   * Anybody: a place where somebody else may come in between. Nothing, for who is not simulated.
   */
  public static void point() {
    if (Loom.currentCarrier() instanceof WorldThread inside) {
      inside.world.comeToPoint();
    }
  }

  /** Anybody inside: the step that is being made takes this much longer. */
  public static void spend(long nanos) {
    World world = current();
    if (world != null && nanos > 0) {
      world.spent += nanos;
      world.suspend();
    }
  }

  // ---- from its beginning to its end

  /** Anybody outside, once: begins, with a first thread. */
  public void begin(String name, Runnable body) {
    first = threads.name(name).unstarted(body);
    thread.start();
  }

  /** Anybody: ends the world after the step that is being made. */
  public void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }

  /** Anybody outside: waits for the end, at most {@code millis}; null: it has not come. */
  public @Nullable End await(long millis) throws InterruptedException {
    thread.join(millis);
    return thread.isAlive() ? null : end;
  }

  /** Anybody: how many steps have been made. */
  public long steps() {
    return steps;
  }

  /** Anybody: whether all wait, and something from outside of this world is waited for. */
  public boolean awaitsReality() {
    return awaitsReality;
  }

  /** Anybody, once it is {@code STUCK}: who waits for what, a line each. */
  public List<String> waits() {
    return waits;
  }

  private List<String> describeWaits() {
    List<String> lines = new ArrayList<>();
    for (Scheduler runtime : runtimes) {
      for (List<String> ring : runtime.dump().deadlocks()) {
        lines.add(
            "each waits for what the next one holds: "
                + String.join(" -> ", ring)
                + " -> "
                + ring.getFirst());
      }
    }
    for (Thread fiber : known.values()) {
      Object blocker = fiber.getState() == Thread.State.TERMINATED ? null : Dump.blocker(fiber);
      if (blocker != null) {
        lines.add(fiber.getName() + " waits for " + described(blocker));
      }
    }
    for (Scheduler runtime : runtimes) {
      runtime.describeResidents().forEach(each -> lines.add(described(each)));
    }
    return lines;
  }

  /** Anybody: the stack of whoever runs now, for the report of a step that does not end. */
  public StackTraceElement[] stack() {
    return thread.getStackTrace();
  }

  private void live() {
    Loom.startSocketPollers();
    Thread main = first;
    if (main == null) {
      throw new IllegalStateException("nobody to begin with");
    }
    start(main);
    while (!stopped && main.getState() != Thread.State.TERMINATED) {
      takeArrivals();
      wakeWhoIsDue();
      if (!able.isEmpty()) {
        step(able.get(able.size() == 1 ? 0 : guide.next(able)));
      } else if (!passTime() && !awaitArrivals()) {
        end = End.STUCK;
        waits = describeWaits();
        return;
      }
    }
    end = stopped ? End.STOPPED : End.DONE;
  }

  // ---- time

  /** The time of this world, in nanoseconds since its beginning. */
  public long now() {
    return now;
  }

  /** {@code timer}, of a thread outside, shall fire at {@code deadline}. */
  void schedule(Timer timer, long deadline) {
    timers.add(timer, deadline);
  }

  /** Nobody can act now: goes on to the next moment at which somebody can. */
  private boolean passTime() {
    long next = nextMoment();
    if (next == Long.MAX_VALUE) {
      return false;
    }
    now = Math.max(now, next);
    return true;
  }

  private long nextMoment() {
    while (!alarms.isEmpty() && alarms.peek().number() != alarms.peek().actor().alarm) {
      alarms.poll();
    }
    long ours = timers.nanosUntilDue(now);
    return Math.min(
        alarms.isEmpty() ? Long.MAX_VALUE : alarms.peek().time(),
        ours == TimerWheel.NEVER ? Long.MAX_VALUE : now + ours);
  }

  private void wakeWhoIsDue() {
    while (!alarms.isEmpty() && alarms.peek().time() <= now) {
      Alarm due = alarms.poll();
      if (due.number() == due.actor().alarm) {
        enable(due.actor());
      }
    }
    if (timers.isDue(now)) {
      thread.play(null);
      timers.fireDue(now);
    }
  }

  private void wakeAt(Actor actor, long time) {
    alarms.add(new Alarm(time, alarmOrder++, actor, ++actor.alarm));
  }

  // ---- who can act

  private void enable(Actor actor) {
    actor.alarm++;
    if (actor.place < 0 && actor.phase != Actor.Phase.GONE) {
      actor.place = able.size();
      able.add(actor);
    }
  }

  private void disable(Actor actor) {
    int place = actor.place;
    if (place >= 0) {
      Actor last = able.removeLast();
      if (last != actor) {
        able.set(place, last);
        last.place = place;
      }
      actor.place = -1;
    }
  }

  /** A worker of this world begins. */
  void add(Worker worker) {
    if (!runtimes.contains(worker.scheduler)) {
      runtimes.add(worker.scheduler);
    }
    Actor actor = new Actor(actors++, worker.scheduler.name() + " worker " + worker.index, worker);
    workers.put(worker, actor);
    enable(actor);
  }

  /** Anybody: {@code worker} shall look up, if it sleeps. */
  void wake(Worker worker) {
    if (isOurs("gave work to the runtime '" + worker.scheduler.name() + "'")) {
      Actor actor = workers.get(worker);
      if (actor != null && actor.phase == Actor.Phase.ASLEEP) {
        enable(actor);
      }
    } else {
      arrive(() -> wake(worker));
    }
  }

  /** Anybody: starts a thread outside of all runtimes. */
  public Thread start(String name, Runnable body) {
    Thread started = threads.name(name).unstarted(body);
    start(started);
    return started;
  }

  private void start(Thread unstarted) {
    starting = unstarted; // start() calls execute, which takes it from there
    try {
      unstarted.start();
    } finally {
      starting = null;
    }
  }

  /** Called by the JDK when a thread outside of all runtimes can go on; by anybody. */
  @Override
  public void execute(Runnable continuation) {
    if (keepsSuspended(continuation)) {
      return;
    }
    if (!isOurs("resumed a simulated thread")) {
      arrive(() -> execute(continuation));
      return;
    }
    Actor actor = outside.get(continuation);
    if (actor == null) {
      if (starting != null) {
        know(continuation, starting);
      }
      Thread started = known.get(continuation); // or a fiber that has outlived its runtime
      actor = new Actor(actors++, started == null ? name("thread-") : started.getName(), null);
      outside.put(continuation, actor);
    }
    actor.ready = continuation;
    enable(actor);
  }

  // ---- steps

  private void step(Actor actor) {
    long time = now;
    acting = actor;
    rule = null;
    item = "";
    mounted = null;
    spent = 0;
    did = Step.Kind.COME_OR_GO;
    Worker worker = actor.worker;
    long asked = worker == null ? 0 : worker.counted(WorkerCounters.STEALS_TRIED);
    thread.play(worker);
    String what;
    Runnable going = actor.suspended == null ? actor.ready : actor.suspended;
    if (going != null) {
      actor.suspended = null;
      actor.ready = null;
      did = Step.Kind.GO_ON;
      what = worker == null ? "goes on" : "goes on with";
      mounts(going, worker == null ? null : worker.scheduler);
      going.run();
      if (worker == null && actor.ready == null && actor.suspended == null) {
        disable(actor);
      }
    } else if (worker == null) {
      throw new AssertionError("can act, and has nothing to do: " + actor);
    } else {
      what = act(actor, worker);
    }
    thread.play(null);
    acting = null;
    String outcome = outcome(actor); // which may know the item
    int victims = worker == null ? 0 : (int) (worker.counted(WorkerCounters.STEALS_TRIED) - asked);
    Step step = new Step(steps, time, actor, did, what, victims, rule, item, outcome);
    steps = step.number() + 1;
    takeTime(actor, step);
    guide.made(step);
  }

  private void takeTime(Actor actor, Step step) {
    long cost = guide.cost(step);
    if (guide.isParallel()) {
      spent += cost;
    } else {
      now += cost;
    }
    if (spent > 0 && actor.place >= 0) {
      disable(actor);
      wakeAt(actor, now + spent);
    }
  }

  private String act(Actor actor, Worker worker) {
    return switch (actor.phase) {
      case NEW -> {
        worker.scheduler.initialize(worker);
        actor.phase = Actor.Phase.AWAKE;
        yield "starts";
      }
      case AWAKE -> choose(actor, worker);
      case TIRED -> {
        worker.rest().lieDown();
        actor.phase = Actor.Phase.LYING_DOWN;
        did = Step.Kind.SLEEP;
        yield "lies down";
      }
      case LYING_DOWN -> {
        worker.rest().lookOnceMore();
        yield sleep(actor, worker);
      }
      case ASLEEP -> {
        worker.rest().lookUp(now, actor.looks);
        yield sleep(actor, worker);
      }
      case GONE -> throw new AssertionError("acts after it has gone: " + actor);
    };
  }

  private String choose(Actor actor, Worker worker) {
    if (worker.isOver()) {
      actor.phase = Actor.Phase.GONE;
      disable(actor);
      worker.leave();
      return "leaves";
    }
    if (worker.tick()) {
      did = Step.Kind.RUN;
      return "runs";
    }
    actor.phase = Actor.Phase.TIRED;
    did = Step.Kind.LIE_DOWN;
    return "finds nothing";
  }

  private String sleep(Actor actor, Worker worker) {
    if (!worker.isParked() || worker.isOver()) {
      worker.rest().getUp();
      actor.phase = Actor.Phase.AWAKE;
      did = Step.Kind.WAKE;
      return "gets up";
    }
    did = Step.Kind.SLEEP;
    disable(actor);
    actor.phase = Actor.Phase.ASLEEP;
    actor.looks = worker.rest().isLookout();
    long nap = worker.rest().longestNap(Long.MAX_VALUE, now, actor.looks);
    if (nap != Long.MAX_VALUE && actor.place < 0) {
      wakeAt(actor, now + nap);
    }
    return actor.looks ? "sleeps, and looks out" : "sleeps";
  }

  /** The continuation that is run in this step. */
  void mounts(Runnable continuation, @Nullable Scheduler by) {
    mounted = continuation;
    mountedBy = by;
  }

  /** A worker has chosen {@code next} by {@code by}. */
  void chose(Rule by, Object next) {
    rule = by;
    item = next instanceof Runnable && !(next instanceof Work) ? nameOf(next) : described(next);
  }

  /** What mounts {@code fiber}, from now until it ends. */
  void know(Runnable continuation, Thread fiber) {
    known.put(continuation, fiber);
  }

  private String nameOf(Object continuation) {
    Thread fiber = known.get(continuation);
    return fiber == null || fiber.getName().isEmpty() ? "a virtual thread" : fiber.getName();
  }

  private String outcome(Actor actor) {
    Runnable ran = mounted;
    if (ran == null) {
      return "";
    }
    Thread fiber = known.get(ran);
    if (item.isEmpty() && fiber != null) {
      item = nameOf(ran);
    }
    if (actor.suspended != null) {
      return spent > 0 ? "is at work" : "is held up";
    }
    if (fiber == null) {
      return "";
    }
    if (fiber.getState() == Thread.State.TERMINATED) {
      known.remove(ran);
      outside.remove(ran);
      return "ends";
    }
    if (mountedBy != null && mountedBy.stateOf(fiber) == FiberState.IDLE) {
      return "ends";
    }
    return switch (fiber.getState()) {
      case WAITING, TIMED_WAITING, BLOCKED -> {
        Object blocker = Dump.blocker(fiber);
        yield blocker == null ? "waits" : "waits for " + described(blocker);
      }
      default -> "yields";
    };
  }

  /** {@code thing} in words that are the same in every run. */
  private static String described(Object thing) {
    String text = String.valueOf(thing);
    return text.indexOf('@') < 0 && text.indexOf('$') < 0
        ? text
        : VARYING.matcher(text).replaceAll("");
  }

  // ---- coming in between

  private void comeToPoint() {
    Actor running = acting;
    if (running != null && able.size() > 1 && guide.comesBetween(running, able)) {
      suspend();
    }
  }

  /**
   * On a fiber: gives the thread back; its actor goes on with it. Nothing where it is pinned, or
   * where its stack is full.
   */
  private void suspend() {
    if (Thread.currentThread().isVirtual()) {
      suspending = acting;
      try {
        Thread.yield();
      } catch (StackOverflowError e) {
        // the caller may have room for what it does next, though not for this
      } finally {
        suspending = null;
      }
    }
  }

  /** Whether {@code continuation}, which has just given the thread back, is kept by its actor. */
  boolean keepsSuspended(Runnable continuation) {
    Actor by = suspending;
    if (by == null || Thread.currentThread() != thread) {
      return false;
    }
    suspending = null;
    by.suspended = continuation;
    return true;
  }

  /** Whether {@code fiber} runs, for all that it knows, and somebody has come in between. */
  boolean holdsUp(Thread fiber) {
    if (Loom.currentCarrier() == thread) {
      for (Actor actor : workers.values()) {
        if (actor.suspended != null && known.get(actor.suspended) == fiber) {
          return true;
        }
      }
    }
    return false;
  }

  // ---- the rest of the universe

  private boolean isOurs(String deed) {
    if (Loom.currentCarrier() == thread) {
      return true;
    }
    causes.add("the thread '" + Thread.currentThread().getName() + "', not simulated, " + deed);
    return false;
  }

  private void arrive(Runnable deed) {
    arrivals.add(deed);
    LockSupport.unpark(thread);
  }

  private void takeArrivals() {
    Runnable deed;
    while ((deed = arrivals.poll()) != null) {
      deed.run();
    }
  }

  /** Everybody waits: whether something came from outside of this world. */
  private boolean awaitArrivals() {
    boolean expected = false;
    for (Thread fiber : known.values()) {
      if (waitsForReality(fiber)) {
        expected = true;
        causes.add(fiber.getName() + " waits for real time or I/O at " + place(fiber));
      }
    }
    long start = System.nanoTime();
    long patience = expected ? LONG_PATIENCE : PATIENCE;
    awaitsReality = true;
    // To look at a stack holds its thread up; whoever should have gone on meanwhile does so by us.
    while (isStill() && System.nanoTime() - start < patience) {
      LockSupport.parkNanos(this, patience);
    }
    awaitsReality = false;
    return !isStill();
  }

  private boolean isStill() {
    return arrivals.isEmpty() && able.isEmpty() && !stopped;
  }

  private static boolean waitsForReality(Thread fiber) {
    String state = Loom.stateOf(fiber);
    if (state.startsWith("TIMED_")) {
      return true;
    }
    for (StackTraceElement frame : fiber.getStackTrace()) {
      if (frame.getClassName().startsWith("sun.nio.ch.")) {
        return true;
      }
    }
    return false;
  }

  private static String place(Thread fiber) {
    for (StackTraceElement frame : fiber.getStackTrace()) {
      if (!frame.getClassName().matches("(java|jdk|sun)\\..*")) {
        return frame.toString();
      }
    }
    return "an unknown place";
  }

  // ---- for those who are simulated

  /** Whether {@code fault} happens here and now. */
  boolean injectsHere(String fault) {
    return guide.injects(fault);
  }

  /** Who decides here. */
  public Guide guide() {
    return guide;
  }

  /** Something worth a line in the log happened. */
  public void note(String line) {
    guide.note(line);
  }

  /** Before it begins: how many workers a runtime has that does not choose. */
  public void defaultWorkers(int workers) {
    defaultWorkers = workers;
  }

  /** How many workers a runtime has that does not choose. */
  public int defaultWorkers() {
    return defaultWorkers;
  }

  /** Something was thrown that nobody waits for. */
  public void uncaught(Thread thrower, Throwable e) {
    guide.uncaught(thrower, e);
  }

  /** A number that is the same in every run. */
  long chance() {
    return guide.chance();
  }

  /** A name that nobody else has. */
  public String name(String prefix) {
    return prefix + number();
  }

  /** A number that was not used before. */
  long number() {
    return ++numbers;
  }

  /** Anybody inside: why this run may not be repeatable; empty: nothing was noticed. */
  public Collection<String> causes() {
    return causes;
  }

  /** The runtimes of this world, those that have ended too. */
  public List<Scheduler> runtimes() {
    return List.copyOf(runtimes);
  }

  /** The threads that wait, in the order of their coming. */
  public List<Thread> waiting() {
    List<Thread> waiting = new ArrayList<>();
    for (Thread fiber : known.values()) {
      if (fiber.getState() == Thread.State.WAITING) {
        waiting.add(fiber);
      }
    }
    return waiting;
  }

  /** Holds {@code actor} up for {@code nanos}. */
  public void holdUp(Actor actor, long nanos) {
    if (actor.place >= 0) {
      disable(actor);
      wakeAt(actor, now + nanos);
    }
  }
}
