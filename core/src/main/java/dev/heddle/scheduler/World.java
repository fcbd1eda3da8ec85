package dev.heddle.scheduler;

import dev.heddle.loom.Loom;
import dev.heddle.metrics.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
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
 * bring about (a resumed fiber, an item from outside) waits in {@link Reality} until the world's
 * thread looks there, and makes a run that cannot be repeated: {@link #causes()}.
 */
public final class World implements Executor {
  /** How a world came to its end. */
  public enum End {
    /** Its first thread has ended. */
    DONE,
    /** Somebody has called {@link World#stop()}. */
    STOPPED,
    /** Nobody can act, no timer is pending, and the first thread has not ended. */
    STUCK
  }

  /**
   * Whether there has been a world in this JVM. Without a fence: it is written before the threads
   * of a world start, and whoever else sees it late is in none. So that programs which are not
   * simulated pay a read for each place where somebody could come in between, and no more.
   */
  private static boolean began;

  private final Guide guide;
  private final WorldThread thread;
  private final Thread.Builder.OfVirtual threads;
  private final Reality reality;
  private final WorldTime time = new WorldTime();
  private final WorldFibers fibers = new WorldFibers();
  private final List<Actor> able = new ArrayList<>();
  private final List<Scheduler> runtimes = new ArrayList<>();
  private final Map<Worker, Actor> workers = new LinkedHashMap<>();

  /** The threads outside, by what mounts them. */
  private final Map<Runnable, Actor> outside = new LinkedHashMap<>();

  /** For who wants its chance in this form. */
  private final RandomGenerator dice = this::chance;

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
  private int defaultWorkers = 4;
  private @Nullable Thread first;
  private @Nullable Thread starting;
  private End end = End.STOPPED;
  private List<String> waits = List.of();

  /**
   * @throws UnsupportedOperationException if virtual threads cannot be given a scheduler in this
   *     JVM; the message names the flag
   */
  // Escapes into threads that are started later. Once there was a world, for good.
  @SuppressWarnings({"this-escape", "StaticAssignmentInConstructor"})
  public World(Guide guide) {
    began = true;
    this.guide = guide;
    threads = Loom.virtualThreads(this).inheritInheritableThreadLocals(false);
    thread = new WorldThread(this, this::live);
    reality = new Reality(thread);
  }

  /** Anybody: the world that the caller is simulated in; null: none. */
  public static @Nullable World current() {
    return began && Loom.currentCarrier() instanceof WorldThread inside ? inside.world : null;
  }

  /**
   * Anybody: a place where somebody else may come in between. Nothing, for who is not simulated,
   * and where the stack is full: what follows may fit there, a release for instance.
   */
  public static void point() {
    try {
      if (began && Loom.currentCarrier() instanceof WorldThread inside) {
        inside.world.comeToPoint();
      }
    } catch (StackOverflowError e) {
      // no place to come in between
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
    return reality.isAwaited();
  }

  /** Anybody, once it is {@code STUCK}: who waits for what, a line each. */
  public List<String> waits() {
    return waits;
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
      reality.takeArrivals();
      wakeWhoIsDue();
      if (!able.isEmpty()) {
        step(able.get(able.size() == 1 ? 0 : guide.next(able)));
      } else if (!time.goOnToNext() && !reality.await(fibers.all(), this::isStill)) {
        end = End.STUCK;
        waits = fibers.describeWaits(runtimes);
        return;
      }
    }
    end = stopped ? End.STOPPED : End.DONE;
  }

  // ---- time

  /** The time of this world, in nanoseconds since its beginning. */
  public long now() {
    return time.now();
  }

  /** {@code timer}, of a thread outside, shall fire at {@code deadline}. */
  void schedule(Timer timer, long deadline) {
    time.schedule(timer, deadline);
  }

  private void wakeWhoIsDue() {
    Actor due;
    while ((due = time.nextDue()) != null) {
      enable(due);
    }
    thread.play(null);
    time.fireDue();
  }

  private boolean isStill() {
    return able.isEmpty() && !stopped;
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
    if (reality.isElsewhere("gave work to the runtime '" + worker.scheduler.name() + "'")) {
      reality.arrive(() -> wake(worker));
      return;
    }
    Actor actor = workers.get(worker);
    if (actor != null && actor.phase == Actor.Phase.ASLEEP) {
      enable(actor);
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
    if (reality.isElsewhere("resumed a simulated thread")) {
      reality.arrive(() -> execute(continuation));
      return;
    }
    Actor actor = outside.get(continuation);
    if (actor == null) {
      if (starting != null) {
        know(continuation, starting);
      }
      Thread started = fibers.of(continuation); // or a fiber that has outlived its runtime
      actor = new Actor(actors++, started == null ? name("thread-") : started.getName(), null);
      outside.put(continuation, actor);
    }
    actor.ready = continuation;
    enable(actor);
  }

  // ---- steps

  private void step(Actor actor) {
    long began = time.now();
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
    Step step = new Step(steps, began, actor, did, what, victims, rule, item, outcome);
    steps = step.number() + 1;
    takeTime(actor, step);
    guide.made(step);
  }

  private void takeTime(Actor actor, Step step) {
    long cost = guide.cost(step);
    if (guide.isParallel()) {
      spent += cost;
    } else {
      time.goOn(cost);
    }
    if (spent > 0 && actor.place >= 0) {
      disable(actor);
      time.setAlarm(actor, spent);
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
        worker.rest().lookUp(time.now(), actor.looks);
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
      worker.rest().getUp(now());
      actor.phase = Actor.Phase.AWAKE;
      did = Step.Kind.WAKE;
      return "gets up";
    }
    did = Step.Kind.SLEEP;
    disable(actor);
    actor.phase = Actor.Phase.ASLEEP;
    actor.looks = worker.rest().isLookout();
    long nap = worker.rest().longestNap(Long.MAX_VALUE, time.now(), actor.looks);
    if (nap != Long.MAX_VALUE && actor.place < 0) {
      time.setAlarm(actor, nap);
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
    item =
        next instanceof Runnable && !(next instanceof Work)
            ? fibers.nameOf(next)
            : WorldFibers.described(next);
  }

  /** What mounts {@code fiber}, from now until it ends. */
  void know(Runnable continuation, Thread fiber) {
    fibers.know(continuation, fiber);
  }

  private String outcome(Actor actor) {
    Runnable ran = mounted;
    Thread fiber = fibers.of(ran);
    if (ran == null) {
      return "";
    }
    if (item.isEmpty() && fiber != null) {
      item = fibers.nameOf(ran);
    }
    if (actor.suspended != null) {
      return spent > 0 ? "is at work" : "is held up";
    }
    if (fiber == null) {
      return "";
    }
    if (fiber.getState() == Thread.State.TERMINATED) {
      fibers.forget(ran);
      outside.remove(ran);
    }
    return WorldFibers.outcome(fiber, mountedBy);
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
        if (fibers.of(actor.suspended) == fiber) {
          return true;
        }
      }
    }
    return false;
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

  /**
   * {@code runtime}, which shall end, has waited for {@code nanos} in vain, and begins to force.
   * Who waits for something real would have to be waited for in real time: that is told as a cause.
   */
  void forces(Scheduler runtime, long nanos) {
    if (guide.allowsForce()) {
      return;
    }
    // First of all: a look at the stack of a fiber that has yielded has it queued once more.
    boolean stuck = able.size() <= 1 && !time.hasNext(); // who closes is able
    boolean queued = runtime.hasWork();
    if (!reality.isExpected(fibers.all())) {
      List<String> waiting = fibers.describeUnfinished(runtime, runtimes);
      if (queued) {
        waiting.add("something is queued that nobody has run");
      }
      guide.forces(runtime.name(), nanos, stuck, waiting);
    }
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
    return reality.causes();
  }

  /** The runtimes of this world, those that have ended too. */
  public List<Scheduler> runtimes() {
    return List.copyOf(runtimes);
  }

  /** The threads that wait, in the order of their coming. */
  public List<Thread> waiting() {
    return fibers.waiting();
  }

  /** The timers that begin with {@code first}: those of one tick in any order. */
  Timer mixed(Timer first) {
    List<Timer> all = new ArrayList<>();
    for (Timer timer = first; timer != null; timer = timer.next) {
      all.add(timer);
    }
    int from = 0;
    for (int i = 1; i <= all.size(); i++) {
      if (i == all.size() || all.get(i).when() != all.get(from).when()) {
        Collections.shuffle(all.subList(from, i), dice);
        from = i;
      }
    }
    Timer next = null;
    for (Timer timer : all.reversed()) {
      timer.next = next;
      next = timer;
    }
    return all.getFirst();
  }

  /** Holds {@code actor} up for {@code nanos}. */
  public void holdUp(Actor actor, long nanos) {
    if (actor.place >= 0) {
      disable(actor);
      time.setAlarm(actor, nanos);
    }
  }
}
