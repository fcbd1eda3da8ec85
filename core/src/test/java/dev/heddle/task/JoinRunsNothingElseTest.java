package dev.heddle.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A wait never runs somebody else's work on the waiter's stack. Helping joins, as ForkJoinPool's
 * and TBB's, fail these tests: by a foreign item under the joiner's frames, by a deadlock, or by a
 * stack overflow.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class JoinRunsNothingElseTest extends ConcurrentTestCase {
  /** The threads that are inside of a join of something that cannot run in place. */
  private final Set<Thread> joining = ConcurrentHashMap.newKeySet();

  private final AtomicInteger unrelatedRuns = new AtomicInteger();

  /** An item that nobody who joins has asked for. */
  private void unrelated() {
    unrelatedRuns.incrementAndGet();
    if (joining.contains(Thread.currentThread())) {
      fail(
          new AssertionError(
              "unrelated work on the stack of a join, on " + Thread.currentThread()));
    }
  }

  private void joinNoting(Runnable join) {
    joining.add(Thread.currentThread());
    join.run();
    joining.remove(Thread.currentThread());
  }

  @OnEachRuntime
  void aJoinOfABlockedJobRunsNothingElse(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Gate gate = new Gate();
    Job<?> blocked = heddle.submit(gate::await);
    await("it waits", () -> gate.waiters() == 1);

    Job<?> joiner =
        heddle.submit(
            () -> {
              for (int i = 0; i < 10; i++) {
                heddle.spawn(this::unrelated); // in the joiner's own deque
                heddle.enqueue(this::unrelated);
              }
              joinNoting(blocked::join);
            });
    await("the worker has gone on with the rest", () -> unrelatedRuns.get() == 20);
    assertThat(joiner.isDone()).isFalse();
    gate.open();
    await(joiner);
  }

  @OnEachRuntime
  void aJoinOfABlockedTaskRunsNothingElse(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Gate gate = new Gate();
    Task blocked = Task.of(gate::await);
    heddle.spawn(blocked);
    await("it waits", () -> gate.waiters() == 1);

    Job<?> joiner =
        heddle.submit(
            () -> {
              for (int i = 0; i < 10; i++) {
                Task.of(this::unrelated).spawn();
                heddle.enqueue(this::unrelated);
              }
              joinNoting(blocked::join);
            });
    await("the worker has gone on with the rest", () -> unrelatedRuns.get() == 20);
    assertThat(joiner.isDone()).isFalse();
    gate.open();
    await(joiner);
  }

  @OnEachRuntime
  void aJoinOfAScopeRunsItsOwnJobsAndNothingElse(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Gate gate = new Gate();

    Job<?> owner =
        heddle.submit(
            () -> {
              try (Scope scope = Scope.open()) {
                scope.enqueue(gate::await);
                for (int i = 0; i < 10; i++) {
                  heddle.spawn(this::unrelated);
                  scope.spawn(() -> {}); // runs in place, or wherever
                  heddle.enqueue(this::unrelated);
                }
                joinNoting(scope::join);
              }
            });
    await("the worker has gone on with the rest", () -> unrelatedRuns.get() == 20);
    assertThat(owner.isDone()).isFalse();
    gate.open();
    await(owner);
  }

  @OnEachRuntime
  void aTaskThatHoldsALockWhileItJoinsDoesNotMeetAnotherOneThatWantsIt(Setup setup)
      throws Exception {
    // With helping joins the second task runs on the stack of the first and enters the lock, which
    // is reentrant and lets it in: the first one's invariant is broken under its feet. On the
    // platform engine each that waits for the lock holds a worker, hence the spares.
    Heddle heddle = start(builder(setup).spareWorkers(20).stuckAfter(Duration.ofMillis(1)));
    ReentrantLock lock = new ReentrantLock();
    AtomicInteger reentered = new AtomicInteger();
    Body critical =
        () -> {
          lock.lock();
          try {
            if (lock.getHoldCount() > 1) {
              reentered.incrementAndGet();
            }
            heddle.submit(() -> {}).join();
          } finally {
            lock.unlock();
          }
        };

    try (Scope scope = heddle.scope()) {
      for (int i = 0; i < 20; i++) {
        scope.spawn(critical);
      }
    }

    assertThat(reentered).hasValue(0);
  }

  @OnEachRuntime
  void randomTreesOfJoinsNeverRunForeignWorkOnAJoiner(Setup setup) throws Exception {
    Random random = random();
    Heddle heddle = start(setup);
    for (int round = 0; round < 5; round++) {
      long seed = random.nextLong();
      await(heddle.submit(() -> tree(heddle, new Random(seed), 5)));
    }
    assertThat(unrelatedRuns.get()).isPositive();
  }

  private void tree(Heddle heddle, Random random, int depth) {
    if (depth == 0) {
      heddle.spawn(this::unrelated);
      return;
    }
    Job<?>[] children = new Job<?>[1 + random.nextInt(3)];
    for (int i = 0; i < children.length; i++) {
      long seed = random.nextLong();
      children[i] = heddle.submit(() -> tree(heddle, new Random(seed), depth - 1));
      heddle.enqueue(this::unrelated);
    }
    for (Job<?> child : children) { // enqueued: none can run in place
      joinNoting(child::join);
    }
  }

  @OnEachRuntime
  void aDeepChainOfWaitsDoesNotOverflowTheStack(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    int depth = setup.parksAnywhere() ? 10_000 : 500; // the platform engine has a thread for each

    assertThat(await(heddle.submit(() -> chain(heddle, depth)))).isEqualTo(depth);
  }

  private static int chain(Heddle heddle, int depth) {
    return depth == 0 ? 0 : 1 + heddle.submit(() -> chain(heddle, depth - 1)).join();
  }

  @OnEachRuntime(workers = 1)
  void aLongTaskBesideDoesNotHoldUpAShortJoin(Setup setup) throws Exception {
    // A helping join would pick the long task up, and the joiner would be late by all of it.
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Gate longGate = new Gate();
    Gate shortGate = new Gate();
    Job<?> longJob = heddle.submit(longGate::await);
    Job<?> shortJob = heddle.submit(shortGate::await);
    Job<?> joiner = heddle.submit(() -> shortJob.join());
    await("both wait", () -> longGate.waiters() == 1 && shortGate.waiters() == 1);

    shortGate.open();
    await(joiner);
    assertThat(longJob.isDone()).isFalse();
    longGate.open();
  }
}
