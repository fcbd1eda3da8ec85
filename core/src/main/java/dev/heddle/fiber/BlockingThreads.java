package dev.heddle.fiber;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Parking;
import dev.heddle.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which a runtime's blocking calls run: platform threads outside of its workers,
 * made as needed, kept while they find work every few seconds.
 *
 * <p>At most {@link #MOST} calls run at once. Who comes when there are as many waits as a fiber
 * does, in the order of arrival, for the place of a call that ends. A call gives its place back
 * before its thread is idle, so there may be a thread more for a moment.
 */
final class BlockingThreads {
  /** How many calls may run at once; more wait. */
  static final int MOST = 256;

  private static final long IDLE_SECONDS = 5;
  private static final long GRACE_NANOS = 1_000_000_000;
  private static final long LOOK_NANOS = 1_000_000;
  private static final System.Logger LOG = System.getLogger("dev.heddle");

  /** Of runtimes that have made a blocking call and have not closed. */
  private static final ConcurrentHashMap<Scheduler, BlockingThreads> ALL =
      new ConcurrentHashMap<>();

  private final String name;
  private final AtomicLong number = new AtomicLong();
  private final ThreadPoolExecutor threads;
  private final Set<BlockingCall<?>> running = ConcurrentHashMap.newKeySet();
  private final Semaphore places = new Semaphore(MOST);
  private @Nullable List<String> stuck; // the outcome of end(); guarded by its monitor

  private BlockingThreads(String name) {
    this.name = name;
    threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            this::newThread);
  }

  private Thread newThread(Runnable body) {
    Thread thread = new Thread(null, body, nextName(), 0, false);
    thread.setDaemon(true);
    return thread;
  }

  private String nextName() {
    return name + "-blocking-" + number.incrementAndGet();
  }

  private static BlockingThreads of(Scheduler scheduler) {
    BlockingThreads found = ALL.get(scheduler);
    if (found == null) {
      found = ALL.computeIfAbsent(scheduler, key -> new BlockingThreads(key.name()));
      if (scheduler.isEnded()) {
        ALL.remove(scheduler, found); // nobody will any more; its threads leave by themselves
      }
    }
    return found;
  }

  // ---- calling

  /**
   * Runs {@code body} on one of the threads of {@code scheduler}, for the caller, which waits.
   *
   * @param nanos how long at most; {@link Long#MAX_VALUE}: without end
   */
  static <T extends @Nullable Object> T call(Scheduler scheduler, Callable<T> body, long nanos)
      throws Exception {
    if (scheduler.isClosed() && !scheduler.isInside()) {
      throw new RejectedExecutionException(
          "the runtime '" + scheduler.name() + "' is closed and takes no more blocking calls");
    }
    StackRoom.toHold();
    BlockingThreads all = of(scheduler);
    Executor simulated = call -> all.simulate(call, scheduler);
    return all.call(body, nanos, scheduler.isSimulated() ? simulated : all.threads);
  }

  /** As the pool would: in a simulation its threads would be strangers. */
  private void simulate(Runnable call, Scheduler scheduler) {
    if (threads.isShutdown()) {
      throw new RejectedExecutionException("the runtime '" + name + "' has closed");
    }
    scheduler.startThread(nextName(), call);
  }

  private <T extends @Nullable Object> T call(Callable<T> body, long nanos, Executor by)
      throws Exception {
    long start = Clock.nanos();
    BlockingCall<T> call = new BlockingCall<>(body, this);
    if (nanos <= 0) {
      throw new TimeoutException("a blocking call takes time, and was given none");
    }
    if (!takePlace(nanos)) {
      throw new TimeoutException(
          "no thread was free within %d ms: %s".formatted(nanos / 1_000_000, this));
    }
    try {
      running.add(call);
      if (Thread.interrupted()) {
        call.interrupt(); // as it would find it in place
      }
      by.execute(call);
    } catch (Throwable e) { // the runtime has closed, or no thread is to be had
      ended(call);
      throw e;
    }
    return call.await(nanos == Long.MAX_VALUE ? nanos : nanos - (Clock.nanos() - start));
  }

  /** An interrupt that was there before is for the call, unless the caller has to wait for one. */
  private boolean takePlace(long nanos) throws InterruptedException {
    if (places.tryAcquire()) {
      return true;
    }
    return places.tryAcquire(Duration.ofNanos(nanos));
  }

  /** {@code call} has ended, or will never begin. */
  void ended(BlockingCall<?> call) {
    running.remove(call);
    places.release();
  }

  // ---- the end of the runtime

  /**
   * Ends the threads of {@code scheduler}, which takes no more work: waits for what runs, up to
   * {@code nanos}, then interrupts it and waits a second more.
   *
   * @return the calls that have not ended even then: a thread's name and its stack each
   */
  static List<String> end(Scheduler scheduler, long nanos) {
    BlockingThreads threads = ALL.get(scheduler);
    if (threads == null) {
      return List.of();
    }
    List<String> stuck = threads.end(nanos);
    ALL.remove(scheduler, threads);
    return stuck;
  }

  private synchronized List<String> end(long nanos) {
    List<String> before = stuck;
    if (before != null) {
      return before;
    }
    threads.shutdown(); // idle ones go at once
    if (!awaitEnd(nanos)) {
      running.forEach(BlockingCall::interrupt);
      awaitEnd(GRACE_NANOS);
    }
    List<String> left = new ArrayList<>();
    running.forEach(call -> call.describeTo(left));
    if (!left.isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the runtime '%s' was closed with blocking calls under way:\n  %s"
              .formatted(name, String.join("\n  ", left)));
    }
    stuck = List.copyOf(left);
    return stuck;
  }

  /** Looks again every millisecond: this comes once in a runtime's life. */
  private boolean awaitEnd(long nanos) {
    long start = Clock.nanos();
    boolean interrupted = false;
    while (!isOver() && !interrupted && Clock.nanos() - start < nanos) {
      Parking.parkNanos(this, LOOK_NANOS);
      interrupted = Thread.currentThread().isInterrupted();
    }
    return isOver();
  }

  /** Simulated calls are not the pool's. */
  private boolean isOver() {
    return threads.isTerminated() && running.isEmpty();
  }

  /** For messages: what a caller waits for that finds no thread. */
  @Override
  public String toString() {
    return "one of the %d threads for blocking calls of the runtime '%s'".formatted(MOST, name);
  }
}
