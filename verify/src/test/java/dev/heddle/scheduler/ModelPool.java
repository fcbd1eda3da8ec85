package dev.heddle.scheduler;

import dev.heddle.scheduler.FaultyIdle.Fault;
import dev.heddle.verify.Watched;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The least that can be called a pool: one queue, threads, and the idle protocol, with which they
 * go to sleep as {@link Worker} does. Its rounds are shorter than a runtime's, and it takes broken
 * protocols.
 */
final class ModelPool implements AutoCloseable {
  /**
   * With what {@link #state} begins if something is queued, a worker parked, and none searching.
   */
  static final String STRANDED = "stranded: ";

  private final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private final IdleProtocol idle;
  private final Fault fault;
  private volatile boolean closed;

  private ModelPool(int workers, Fault fault, Function<IntConsumer, IdleProtocol> protocol) {
    this.fault = fault;
    idle = protocol.apply(worker -> LockSupport.unpark(threads.get(worker)));
    for (int i = 0; i < workers; i++) {
      int worker = i;
      Thread thread = new Thread(() -> work(worker), "model-" + i);
      thread.setDaemon(true);
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  /** With {@link IdleSet}. */
  static ModelPool real(int workers) {
    return new ModelPool(workers, Fault.NONE, unpark -> new RealIdle(workers, unpark));
  }

  static ModelPool faulty(int workers, Fault fault) {
    return new ModelPool(workers, fault, unpark -> new FaultyIdle(fault, unpark));
  }

  void enqueue(Runnable item) {
    queue.add(item);
    idle.workAdded();
  }

  boolean isAsleep() {
    return idle.parked() == threads.size();
  }

  String state() {
    int parked = idle.parked();
    int searching = idle.searching();
    boolean stranded = !queue.isEmpty() && parked > 0 && searching == 0;
    return "%s%d queued, %d parked, %d searching"
        .formatted(stranded ? STRANDED : "", queue.size(), parked, searching);
  }

  private void work(int worker) {
    boolean searching = false;
    while (!closed) {
      Runnable item = queue.poll();
      if (item == null && (searching || idle.tryStartSearching(1))) {
        searching = true;
        item = search();
      }
      if (item == null) {
        searching = sleep(worker, searching);
      } else {
        leave(searching);
        searching = false;
        item.run();
      }
    }
  }

  private @Nullable Runnable search() {
    Thread.onSpinWait();
    return queue.poll();
  }

  private void leave(boolean searching) {
    if (searching && idle.stopSearching() && fault != Fault.LAST_SEARCHER_WITHOUT_LOOK) {
      look();
    }
  }

  /** S1 to S5; whether it was woken, and so counts as searching. */
  private boolean sleep(int worker, boolean searching) {
    idle.announce(worker);
    if (searching) {
      idle.stopSearching();
    }
    VarHandle.fullFence();
    if (fault != Fault.SLEEPER_WITHOUT_LOOK) {
      look();
    }
    while (idle.isParked(worker) && !closed) {
      LockSupport.park(this);
    }
    return !idle.withdraw(worker);
  }

  private void look() {
    if (!queue.isEmpty()) {
      idle.wakeOne();
    }
  }

  @Override
  public void close() {
    closed = true;
    for (Thread thread : threads) {
      LockSupport.unpark(thread);
      Watched.await(() -> !thread.isAlive(), "the end of " + thread.getName());
    }
  }
}
