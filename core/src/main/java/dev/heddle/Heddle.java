package dev.heddle;

import dev.heddle.fiber.Blocking;
import dev.heddle.fiber.Fiber;
import dev.heddle.internal.FiberAccess;
import dev.heddle.internal.ProcessAccess;
import dev.heddle.internal.TaskAccess;
import dev.heddle.metrics.Engine;
import dev.heddle.metrics.FiberInfo;
import dev.heddle.metrics.FiberPage;
import dev.heddle.metrics.HeddleMXBean;
import dev.heddle.metrics.RuntimeDump;
import dev.heddle.metrics.RuntimeMetrics;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.process.Processes;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Survey;
import dev.heddle.scheduler.Worker;
import dev.heddle.task.Body;
import dev.heddle.task.Job;
import dev.heddle.task.Parallel;
import dev.heddle.task.Scope;
import dev.heddle.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A runtime: a few worker threads, and whatever runs on them.
 *
 * <pre>{@code
 * try (Heddle heddle = Heddle.start()) {
 *   Job<String> page = heddle.submit(() -> fetch(url));   // may block: costs no worker
 *   int sum = heddle.invoke(() -> sumInParallel(numbers));
 *   System.out.println(page.join() + sum);
 * }                                                       // waits for what is under way
 * }</pre>
 *
 * <p>Give the JVM {@code --add-opens java.base/java.lang=ALL-UNNAMED}. Without it everything works,
 * but on the slower platform engine; {@link #engine()} tells which one runs.
 *
 * <p><b>Blocking.</b> A task that waits for a lock, a queue, a socket, a sleep or another task
 * costs no worker on the virtual engine: only its fiber waits. What the JDK cannot park holds the
 * worker until it is over: reading and writing files, native calls, class initialisers. If all
 * workers are held at once, spare ones come; see {@link HeddleBuilder#spareWorkers}.
 *
 * <p><b>From inside and outside.</b> All methods may be called from any thread, unless they say
 * otherwise. A virtual thread that is started inside of a runtime (by {@code
 * Thread.startVirtualThread}, say) runs on that runtime's workers too.
 *
 * <p><b>Memory.</b> What was done before work is given to the runtime is visible to it, and what it
 * did is visible after a join of it.
 *
 * <p><b>After {@link #close()}</b> every method that takes work throws {@link
 * RejectedExecutionException}.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class Heddle implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.heddle");

  private final Scheduler scheduler;
  private final Processes processes;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Duration closeTimeout;
  private final boolean closesAfterLastProcess;
  private final HeddleExecutor executor;
  private final HeddleThreads threads;

  /** All that have waiters to be told of the end. */
  private final Set<HeddleExecutor> executors =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private volatile @Nullable ShutdownReport report;
  private final long started = Clock.nanos();

  /**
   * Null until it is needed. Written before {@link #report} is read, by who registers; read after
   * that is written, by who ends: so one of them sees the other.
   */
  private volatile @Nullable Management management;

  Heddle(
      Scheduler scheduler,
      Processes processes,
      Duration closeTimeout,
      boolean closesAfterLastProcess) {
    this.closesAfterLastProcess = closesAfterLastProcess;
    this.scheduler = scheduler;
    this.processes = processes;
    this.closeTimeout = closeTimeout;
    this.executor = new HeddleExecutor(scheduler, HeddleExecutor.Way.ENQUEUED);
    this.threads = new HeddleThreads(scheduler);
    executors.add(executor);
  }

  /** Starts a runtime with one worker a processor, and the defaults of {@link HeddleBuilder}. */
  public static Heddle start() {
    return builder().start();
  }

  /** Starts a runtime with {@code workers} workers. */
  public static Heddle start(int workers) {
    return builder().workers(workers).start();
  }

  /** For everything that can be chosen. */
  public static HeddleBuilder builder() {
    return new HeddleBuilder();
  }

  // ---- giving it work

  /**
   * Lets {@code body} run about in the order of arrival.
   *
   * @return the job, to wait for and to get the result from; its failure is told there only
   */
  public <T extends @Nullable Object> Job<T> submit(Callable<T> body) {
    return TaskAccess.get().submit(body, scheduler);
  }

  /** As {@link #submit(Callable)}, without a result. */
  public Job<@Nullable Void> submit(Body body) {
    return TaskAccess.get().submit(body, scheduler);
  }

  /**
   * Runs {@code body} under this runtime and waits for it. Called inside of this runtime, it runs
   * in place.
   *
   * @return its result
   */
  public <T extends @Nullable Object> T invoke(Callable<T> body) {
    if (scheduler.isInside()) {
      try {
        return body.call();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new CompletionException(e);
      }
    }
    return submit(body).join();
  }

  /** As {@link #invoke(Callable)}, without a result. */
  public void invoke(Body body) {
    invoke(
        () -> {
          body.run();
          return null;
        });
  }

  /** Runs {@code task} under this runtime and waits for it; throws what it threw. */
  public void invoke(Task task) {
    TaskAccess.get().start(task, scheduler, true, false);
    task.join();
  }

  /**
   * Lets {@code task} run soon and near: inside of this runtime as {@link Task#spawn()}, from
   * outside as {@link #enqueue(Task)}. If it fails while nobody waits for it, the
   * uncaught-exception handler is told.
   */
  public void spawn(Task task) {
    TaskAccess.get().start(task, scheduler, true, true);
  }

  /** As {@link #spawn(Task)}, for a lambda. */
  public void spawn(Body body) {
    scheduler.spawn(new Detached(body));
  }

  /**
   * Lets {@code task} run about in the order of arrival, however much is spawned. If it fails while
   * nobody waits for it, the uncaught-exception handler is told.
   */
  public void enqueue(Task task) {
    TaskAccess.get().start(task, scheduler, false, true);
  }

  /** As {@link #enqueue(Task)}, for a lambda. */
  public void enqueue(Body body) {
    scheduler.enqueue(new Detached(body));
  }

  /**
   * Starts a fiber: {@code body} on a thread of its own, which costs no worker while it waits. See
   * {@link Fiber} for what it is against a job.
   *
   * @return the fiber, to wait for and to get the result from. Its failure is told there; if nobody
   *     ever joins it, to the uncaught-exception handler, at the latest when the runtime closes
   */
  public <T extends @Nullable Object> Fiber<T> fiber(Callable<T> body) {
    return FiberAccess.get().start("", body, scheduler);
  }

  /** As {@link #fiber(Callable)}, without a result. */
  public Fiber<@Nullable Void> fiber(Body body) {
    return FiberAccess.get().start("", body, scheduler);
  }

  /** As {@link #fiber(Callable)}, with a name for thread dumps and reports. */
  public <T extends @Nullable Object> Fiber<T> fiber(String name, Callable<T> body) {
    return FiberAccess.get().start(name, body, scheduler);
  }

  /** As {@link #fiber(String, Callable)}, without a result. */
  public Fiber<@Nullable Void> fiber(String name, Body body) {
    return FiberAccess.get().start(name, body, scheduler);
  }

  /**
   * Runs {@code body} on a thread of its own kind, because it would hold a worker: file I/O, native
   * code, and the like. Inside of a runtime only the calling fiber waits; outside, it runs in
   * place. See {@link Blocking}, which is shorter inside.
   *
   * @return its result
   * @throws Exception what {@code body} throws; an {@link InterruptedException} too if the caller
   *     is interrupted while it waits for a thread
   */
  public <T extends @Nullable Object> T blockingCall(Callable<T> body) throws Exception {
    return FiberAccess.get().blockingCall(body, null, scheduler);
  }

  /**
   * As {@link #blockingCall(Callable)}, at most for {@code timeout}; then the call is interrupted
   * and left to itself. Always on another thread, so that it can be left.
   *
   * @throws java.util.concurrent.TimeoutException if the time is up
   */
  public <T extends @Nullable Object> T blockingCall(Callable<T> body, Duration timeout)
      throws Exception {
    return FiberAccess.get().blockingCall(body, timeout, scheduler);
  }

  /**
   * Runs all of {@code bodies} at once and waits for them. Inside of this runtime as {@link
   * Parallel#run}; from outside they all run on workers, while the caller waits.
   */
  public void parallelize(Body... bodies) {
    TaskAccess.get().parallelize(bodies, scheduler);
  }

  /**
   * Opens a scope whose owner is the caller. Inside of a runtime {@link Scope#open()} is shorter.
   */
  public Scope scope() {
    return TaskAccess.get().scope(scheduler);
  }

  /** The processes of this runtime. */
  public Processes processes() {
    return processes;
  }

  // ---- threads of the user's as workers

  /**
   * Makes the calling thread a worker of this runtime, for itself: until {@link #unbind()} it runs
   * what is {@linkplain #sameThread given to it} and what it spawns itself (others may take that),
   * whenever it waits in one of Heddle's waits (a join, a {@code Signal}, a {@code Mutex} and so
   * on) and when it unbinds. In a runtime without workers it runs everything. It never runs
   * anything while it executes its own code.
   *
   * <p>On the virtual engine the work runs on this very thread of the system, in fibers, so {@link
   * Thread#currentThread()} is the fiber. On the platform engine it runs on a thread of the
   * runtime's, in this one's stead, while this one waits.
   *
   * <p>{@link #close()} waits for bound threads to unbind.
   *
   * @throws IllegalStateException if the thread is virtual, bound or a worker already, or if the
   *     runtime is closed
   */
  public void bind() {
    scheduler.bind();
  }

  /**
   * Ends what {@link #bind()} began. First runs everything that is left for this thread alone, and
   * waits for what of it is blocked. After a {@link #close()} that has waited in vain for this,
   * there is nothing left to end, and it returns.
   *
   * @throws IllegalStateException if the calling thread is not bound to this runtime
   */
  public void unbind() {
    scheduler.unbind();
  }

  /** Whether the calling thread is bound to this runtime. */
  public boolean isBound() {
    return scheduler.isBound();
  }

  /**
   * Lets {@code body} run on the worker, or bound thread, that the caller runs on, and on no other,
   * however often it waits. Inside of one worker or bound thread nothing runs at the same time, so
   * such work needs no locks among itself as long as it does not wait in between.
   *
   * @throws IllegalStateException if the caller is neither inside of this runtime nor {@linkplain
   *     #bind() bound} to it
   */
  public <T extends @Nullable Object> Job<T> sameThread(Callable<T> body) {
    return TaskAccess.get().sameThread(body, scheduler);
  }

  /** As {@link #sameThread(Callable)}, without a result. */
  public Job<@Nullable Void> sameThread(Body body) {
    return TaskAccess.get().sameThread(body, scheduler);
  }

  /**
   * This runtime as an {@link ExecutorService}, always the same one. Each task is enqueued. Its
   * {@code shutdown} ends the executor, not the runtime; its {@code close} waits for its own tasks.
   *
   * @throws IllegalStateException if this runtime has 0 workers: who waits for a task of an
   *     executor does not know that it would have to run it
   */
  public ExecutorService executor() {
    needWorkers("the tasks of an executor");
    return executor;
  }

  /**
   * A new {@link ExecutorService} that starts a fiber for each task, for code of others that wants
   * to block: as {@link java.util.concurrent.Executors#newVirtualThreadPerTaskExecutor()}, but on
   * this runtime's workers. {@code shutdownNow} interrupts all tasks, those that have not begun
   * too, and returns none; {@code close} waits for its own tasks, and if the caller is interrupted
   * meanwhile it interrupts them. If the runtime closes first, a task that was never started fails
   * with a {@link RejectedExecutionException}, which its future tells, or, if it came by {@code
   * execute}, the uncaught-exception handler.
   *
   * @throws IllegalStateException if this runtime has 0 workers, as {@link #executor()}
   */
  public ExecutorService fiberPerTaskExecutor() {
    needWorkers("the tasks of an executor");
    HeddleExecutor made = new HeddleExecutor(scheduler, HeddleExecutor.Way.FIBER);
    executors.add(made);
    return made;
  }

  /**
   * Makes threads, not started, that run on this runtime's workers, always the same factory. Such a
   * thread is a fiber in all but its handle: {@link #close()} waits for it, interrupts it after the
   * deadline and reports it by its name. What it throws goes to its own {@link
   * Thread.UncaughtExceptionHandler}, or, if it has none, to the runtime's.
   *
   * <p>On the platform engine the waits of the JDK's own pools and queues hold a worker each, until
   * spare ones come and as long as they last; see {@link HeddleBuilder#spareWorkers}. A pool that
   * keeps its threads has to be shut down before the runtime, or the close waits for them in vain.
   *
   * @throws IllegalStateException if this runtime has 0 workers: {@link Thread#join()} does not
   *     know that it would have to run the thread
   */
  public ThreadFactory threadFactory() {
    needWorkers("a thread that somebody else waits for");
    return threads;
  }

  private void needWorkers(String what) {
    if (workers() == 0) {
      throw new IllegalStateException(
          "the runtime '%s' has 0 workers, so nobody would run %s; give it workers"
              .formatted(name(), what));
    }
  }

  // ---- ending

  /**
   * Ends this runtime in order: refuses new work from outside, lets everything that is under way
   * finish, up to the builder's close timeout; then ends what has not started, interrupts what
   * runs, waits a second more, and logs what did not end, by name and with its stack. Whoever waits
   * for something that was not started gets a {@link RejectedExecutionException}. Closing again
   * waits for the first close.
   *
   * @throws IllegalStateException if called from inside of this runtime
   */
  @Override
  public void close() {
    end(closeTimeout, false);
  }

  /**
   * As {@link #close()}, with a timeout of its own, and tells how it went. So it is up to the
   * caller what it means if that was by force; after a {@code close()} it is a finding in a
   * simulation.
   */
  public ShutdownReport shutdown(Duration timeout) {
    return end(timeout, true);
  }

  private ShutdownReport end(Duration timeout, boolean tellsHow) {
    long nanos = TimeUnit.NANOSECONDS.convert(timeout); // as many as fit
    ShutdownReport before = report;
    if (before != null) {
      return before;
    }
    long start = Clock.nanos();
    ShutdownReport ended = scheduler.shutdown(Math.max(0, nanos), tellsHow);
    List.copyOf(executors).forEach(HeddleExecutor::wakeWaiters);
    long left = Math.max(0, nanos - (Clock.nanos() - start));
    List<String> unfinished = new ArrayList<>(ended.unfinished());
    unfinished.addAll(FiberAccess.get().endBlockingCalls(scheduler, left));
    ShutdownReport all = new ShutdownReport(ended.abandoned(), ended.interrupted(), unfinished);
    report = all;
    Management registered = management;
    if (registered != null) {
      registered.end();
    }
    closed.countDown();
    return all;
  }

  /** Closes, on a thread of its own: the caller may be a worker. */
  private void closeSoon() {
    scheduler.startThread(name() + "-closer", this::close);
  }

  /**
   * Waits until this runtime was closed, by whomever: by itself too, if {@link
   * HeddleBuilder#closeAfterLastProcess} says so. Not from inside of this runtime. If that has no
   * workers, the caller runs its work meanwhile, unless it is a virtual thread or belongs to
   * another runtime.
   */
  public void awaitClosed() throws InterruptedException {
    if (scheduler.isInside()) {
      throw new IllegalStateException(
          "awaitClosed() was called from inside the runtime '%s', whose end would wait for it"
              .formatted(name()));
    }
    if (closesAfterLastProcess) {
      ProcessAccess.get().onNone(processes, this::closeSoon);
    }
    scheduler.playUntilItEnds();
    closed.await();
  }

  /** Whether {@link #close()} has been called. */
  public boolean isClosed() {
    return scheduler.isClosed();
  }

  // ---- looking in

  /** The number of the worker that runs the caller, or -1 outside of any runtime. */
  public static int currentWorker() {
    Worker worker = Worker.current();
    return worker == null ? -1 : worker.index();
  }

  /** The name of this runtime, with which its threads' names begin. */
  public String name() {
    return scheduler.name();
  }

  /** How many workers this runtime has, spare ones not counted. */
  public int workers() {
    return scheduler.workers();
  }

  /** What this runtime's tasks run on. */
  public Engine engine() {
    return scheduler.engineKind();
  }

  /** What this runtime has done so far. Cheap enough for once a second; not for a hot loop. */
  public RuntimeMetrics metrics() {
    return scheduler.survey().metrics();
  }

  /**
   * All fibers, what they do, what they wait for and who holds it, with their stacks, and the
   * processes: for finding out why nothing goes on. It visits every fiber, so with a million of
   * them it takes seconds; the fibers go on meanwhile.
   */
  public RuntimeDump dump() {
    return scheduler.dump();
  }

  /**
   * This runtime as it is now: workers, fibers, processes, and what has happened lately, as plain
   * data. It looks at some 20,000 fibers and processes, so it takes some milliseconds however many
   * there are, and no worker waits for it, but one that starts or ends a fiber in the very moment
   * in which that is looked up: cheap enough for once a second. The page, {@code top}, the MXBean
   * and the meters all show numbers of a snapshot.
   */
  public RuntimeSnapshot snapshot() {
    Survey.Findings found = scheduler.survey().take();
    return new RuntimeSnapshot(
        name(),
        Clock.instant().toEpochMilli(),
        (Clock.nanos() - started) / 1_000_000,
        isClosed(),
        scheduler.survey().metrics(found.carried()),
        found.fibers(),
        processes.census(),
        found.deadlocks(),
        scheduler.incidents().all());
  }

  /**
   * Searches fibers, and tasks that wait, whose name, state or what they wait for contains {@code
   * search}, in any case; those that have waited for longest come first. Of more than 20,000 fibers
   * it looks at some, each time at others.
   */
  public FiberPage findFibers(String search, int offset, int limit) {
    return scheduler.survey().find(search, offset, limit);
  }

  /**
   * The fiber whose thread has this number, or the task that is under way on it, with its stack;
   * null if there is none.
   */
  public @Nullable FiberInfo lookAtFiber(long id) {
    return scheduler.survey().lookAt(id);
  }

  /** Interrupts the fiber whose thread has this number; false if there is none. */
  public boolean interruptFiber(long id) {
    return scheduler.survey().interrupt(id);
  }

  /**
   * Registers this runtime with the JVM's MBean server, as a {@link HeddleMXBean}, until it is
   * closed. That happens by itself about a second after the start, unless {@link
   * HeddleBuilder#management} says otherwise or there are no workers, because it takes some tenths
   * of a second the first time; this does it at once, if it was not done yet.
   *
   * @return the object name
   * @throws IllegalStateException if the runtime is closed or simulated, or the JVM lacks the
   *     module {@code java.management}
   */
  public String registerMXBean() {
    if (scheduler.isSimulated()) {
      throw new IllegalStateException("a simulated runtime can't be registered as an MXBean");
    }
    if (!canBeManaged()) {
      throw new IllegalStateException(
          "this JVM lacks the module java.management; start it with --add-modules java.management");
    }
    String name = management().register();
    if (name == null) {
      throw new IllegalStateException("the runtime '%s' is closed".formatted(name()));
    }
    return name;
  }

  private static boolean canBeManaged() {
    return ModuleLayer.boot()
        .findModule("java.management")
        .filter(Heddle.class.getModule()::canRead)
        .isPresent();
  }

  private synchronized Management management() {
    Management made = management;
    if (made == null) {
      made = new Management(this);
      management = made;
    }
    return made;
  }

  /** On a thread of its own: it takes long, and the watchdog, who calls it, has to watch. */
  void registerSoon() {
    if (canBeManaged()) {
      Thread thread = new Thread(null, this::register, name() + "-management", 0, false);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void register() {
    try {
      management().register(); // null: it has ended meanwhile, and nobody wants to know any more
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "consoles and top will not see this runtime", e);
    }
  }

  /** Whether {@link #close()} is over. */
  boolean hasEnded() {
    return report != null;
  }

  /** For messages. */
  @Override
  public String toString() {
    return "Heddle %s (%d workers, %s%s)"
        .formatted(name(), workers(), engine(), isClosed() ? ", closed" : "");
  }
}
