package dev.heddle.testing;

import dev.heddle.Heddle;
import dev.heddle.HeddleBuilder;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.process.ProcessCounts;
import dev.heddle.process.ProcessInfo;
import dev.heddle.process.ProcessState;
import dev.heddle.process.Processes;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Parking;
import dev.heddle.scheduler.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The law of concurrent tests.
 *
 * <ol>
 *   <li>What fails in another thread fails the test: threads are started with {@link #thread}, and
 *       runtimes tell their uncaught exceptions here.
 *   <li>Every thread has ended when the test has: those of {@link #thread} are joined, and each
 *       runtime of {@link #start} is closed, in order, and leaves no thread behind.
 *   <li>Nobody sleeps and hopes: a test waits for a condition ({@link #await}), with a deadline.
 *       Delays have names, and are scaled in one place ({@link Delays}). A bound thread that waits
 *       so plays its worker meanwhile.
 *   <li>A test that wedges is ended, with all threads, virtual ones too, and all metrics in a dump
 *       ({@link WedgeGuard}).
 *   <li>Chance comes from {@link #random()}; if the test fails, it says from which seed, and how to
 *       repeat it.
 *   <li>Nothing is missing: at the end of every test the accounts of the processes balance, before
 *       its runtimes are closed and afterwards, and no process sleeps with a message unread.
 *   <li>The same test runs in a simulated world too ({@link SimulatedRun}), where its threads and
 *       its waits are simulated, and time is that world's.
 * </ol>
 */
@ExtendWith(WedgeGuard.class)
public abstract class ConcurrentTestCase {
  private static final AtomicLong RUNTIMES = new AtomicLong();

  /** How long a turn of a loop that spins takes in a simulated world, in nanoseconds. */
  private static final long TURN = 1_000;

  private static final long LONGEST_TURN = 100_000;

  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
  private final Queue<Heddle> runtimes = new ConcurrentLinkedQueue<>();
  private volatile @Nullable Long seed;

  /** What a thread of a test does. */
  @FunctionalInterface
  public interface Action {
    /** May throw whatever it likes: that fails the test. */
    void run() throws Throwable;
  }

  // ---- runtimes

  /**
   * A runtime as {@code setup} says, which is closed at the end of the test. If the setup says so,
   * the calling thread, which has to be the test's own, is bound to it until then.
   */
  protected final Heddle start(Setup setup) {
    Heddle heddle = start(builder(setup));
    if (setup.bound()) {
      heddle.bind();
    }
    return heddle;
  }

  /**
   * For a test that closes {@code heddle} itself: unbinds the test's own thread, if it is bound.
   */
  protected static void unbind(Heddle heddle) {
    if (heddle.isBound()) {
      heddle.unbind();
    }
  }

  /** A runtime as {@code builder} says, which is closed at the end of the test. */
  protected final Heddle start(HeddleBuilder builder) {
    Heddle heddle = builder.start();
    runtimes.add(heddle);
    return heddle;
  }

  /** A builder set as {@code setup} says, whose uncaught exceptions fail the test. */
  protected final HeddleBuilder builder(Setup setup) {
    return Heddle.builder()
        .name("t" + Clock.next(RUNTIMES) + "x")
        .workers(setup.workers())
        .engine(setup.engine())
        .uncaughtExceptionHandler((thread, e) -> fail(e));
  }

  // ---- threads

  /** Starts a platform thread, or a simulated one; what it throws fails the test. */
  protected final Thread thread(String name, Action body) {
    World world = World.current();
    if (world != null) {
      Thread thread = world.start(name, () -> guarded(body));
      threads.add(thread);
      return thread;
    }
    return started(Thread.ofPlatform().name(name).daemon(), body);
  }

  /** Starts a virtual thread of the JDK's own scheduler; what it throws fails the test. */
  protected final Thread virtualThread(String name, Action body) {
    return started(Thread.ofVirtual().name(name), body);
  }

  private Thread started(Thread.Builder builder, Action body) {
    Thread thread = builder.unstarted(() -> guarded(body));
    threads.add(thread);
    thread.start();
    return thread;
  }

  /** Runs {@code body}; what it throws fails the test. */
  protected final void guarded(Action body) {
    try {
      body.run();
    } catch (Throwable e) {
      fail(e);
    }
  }

  /** Fails the test by {@code e}, from whichever thread. */
  protected final void fail(Throwable e) {
    failures.add(e);
  }

  // ---- waiting

  /** Waits until {@code condition} holds; fails if it does not within {@link Delays#LONG}. */
  protected static void await(String what, BooleanSupplier condition) {
    long deadline = Clock.nanos() + Delays.LONG.toNanos();
    long pause = 10_000;
    while (!condition.getAsBoolean()) {
      if (Clock.nanos() - deadline > 0) {
        throw new AssertionError("has not come true: " + what);
      }
      if (Thread.interrupted()) {
        throw new AssertionError("interrupted while waiting for: " + what);
      }
      pause(pause);
      pause = Math.min(pause * 2, 1_000_000);
    }
  }

  /** Inside of a task it is a wait that Heddle does not see; a bound thread plays its worker. */
  private static void pause(long nanos) {
    if (Thread.currentThread().getClass() == Thread.class || World.current() != null) {
      Parking.parkNanos(ConcurrentTestCase.class, nanos);
    } else {
      LockSupport.parkNanos(nanos);
    }
  }

  /** As {@link #await}, but without parking: inside of a task it holds on to the worker. */
  protected static void spinUntil(String what, BooleanSupplier condition) {
    long deadline = Clock.nanos() + Delays.LONG.toNanos();
    long turn = TURN;
    while (!condition.getAsBoolean()) {
      if (Clock.nanos() - deadline > 0) {
        throw new AssertionError("has not come true: " + what);
      }
      Thread.onSpinWait();
      World.spend(turn);
      turn = Math.min(turn * 2, LONGEST_TURN);
    }
  }

  /** A turn of a loop that holds on to its worker. */
  protected static void spin() {
    Thread.onSpinWait();
    World.spend(TURN);
  }

  /** Is at work for {@code nanos}, and holds on to its worker. */
  protected static void spinFor(long nanos) {
    long start = Clock.nanos();
    World.spend(nanos);
    while (Clock.nanos() - start < nanos) {
      Thread.onSpinWait();
    }
  }

  /** The result of {@code future}, which has to come within {@link Delays#LONG}. */
  protected static <T extends @Nullable Object> T await(Future<T> future)
      throws ExecutionException {
    try {
      if (World.current() != null) {
        return future.get(); // if it never ends, the simulation says so
      }
      return future.get(Delays.LONG.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | InterruptedException e) {
      throw new AssertionError("has not ended: " + future, e);
    }
  }

  /** Joins {@code thread}, which has to end within {@link Delays#LONG}. */
  protected static void await(Thread thread) {
    long deadline = Clock.nanos() + Delays.LONG.toNanos();
    long pause = 10_000;
    while (thread.isAlive()
        && Clock.nanos() - deadline < 0
        && !Thread.currentThread().isInterrupted()) {
      pause(pause);
      pause = Math.min(pause * 2, 1_000_000);
    }
    if (thread.isAlive()) {
      AssertionError failure = new AssertionError("has not ended: " + thread);
      failure.setStackTrace(thread.getStackTrace());
      throw failure;
    }
  }

  /** Looks for {@link Delays#SHORT} whether {@code condition} stays false. */
  protected static void never(String what, BooleanSupplier condition) {
    long deadline = Clock.nanos() + Delays.SHORT.toNanos();
    do {
      if (condition.getAsBoolean()) {
        throw new AssertionError("has come true: " + what);
      }
      pause(1_000_000);
    } while (Clock.nanos() - deadline < 0);
  }

  // ---- chance

  /** The test's source of chance; {@code -Dheddle.test.seed=SEED} repeats a run. */
  protected final Random random() {
    Long chosen = Long.getLong("heddle.test.seed");
    if (chosen == null) {
      chosen = Clock.seed();
    }
    seed = chosen;
    return new Random(chosen);
  }

  @Nullable Long seed() {
    return seed;
  }

  // ---- the end of a test

  /** Joins the threads, closes the runtimes and returns everything that went wrong. */
  List<Throwable> end() {
    for (Thread thread : threads) {
      guarded(() -> await(thread));
    }
    for (Heddle heddle : runtimes) {
      guarded(() -> unbind(heddle));
      guarded(() -> settleAccounts(heddle));
      guarded(() -> close(heddle));
      guarded(() -> closeAccounts(heddle));
    }
    return new ArrayList<>(failures);
  }

  private static void settleAccounts(Heddle heddle) {
    Processes processes = heddle.processes();
    awaitOrShow(processes, "balance", () -> processes.counts().balance());
    awaitOrShow(
        processes,
        "no process sleeps with a message unread",
        () -> processes.list().stream().noneMatch(ConcurrentTestCase::sleepsOverMail));
  }

  private static boolean sleepsOverMail(ProcessInfo process) {
    boolean sleeps =
        process.state() == ProcessState.IDLE || process.state() == ProcessState.BLOCKED;
    return sleeps && process.mailbox() > 0;
  }

  private static void closeAccounts(Heddle heddle) {
    Processes processes = heddle.processes();
    awaitOrShow(
        processes,
        "balance, with nobody alive and nothing queued, once closed",
        () -> {
          ProcessCounts counts = processes.counts();
          return counts.balance() && counts.alive() == 0 && counts.queued() == 0;
        });
  }

  /** While a runtime works, its counts are not of one moment; at rest they are. */
  private static void awaitOrShow(Processes processes, String what, BooleanSupplier condition) {
    try {
      await(what, condition);
    } catch (AssertionError e) {
      throw new AssertionError(
          e.getMessage() + "\n" + processes.counts() + "\n" + processes.list(), e);
    }
  }

  private static void close(Heddle heddle) {
    boolean closedBefore = heddle.isClosed();
    ShutdownReport report = heddle.shutdown(Delays.LONG);
    if (!closedBefore && !report.orderly()) {
      throw new AssertionError("work was left at the end of the test: " + report);
    }
    String prefix = heddle.name() + "-";
    for (Thread left : threadsNamed(prefix)) {
      await(left);
    }
  }

  /** The live platform threads whose names begin with {@code prefix}. */
  protected static List<Thread> threadsNamed(String prefix) {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    for (ThreadGroup up = root; up != null; up = up.getParent()) {
      root = up;
    }
    Thread[] found = new Thread[Math.max(64, 2 * root.activeCount())];
    int count;
    while ((count = root.enumerate(found)) == found.length) {
      found = new Thread[2 * found.length];
    }
    List<Thread> named = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (found[i].getName().startsWith(prefix)) {
        named.add(found[i]);
      }
    }
    return named;
  }

  /** The runtimes of this test, for a dump. */
  Iterable<Heddle> runtimes() {
    return runtimes;
  }
}
