package dev.heddle.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import dev.heddle.testing.StackEnd;
import java.io.IOException;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The interrupt of a cancelled job hits that job's body, wherever it waits, and nothing else. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class JobInterruptTest extends ConcurrentTestCase {

  @OnEachRuntime
  void theInterruptReachesABodyThatSleeps(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean running = new AtomicBoolean();
    Job<?> job =
        heddle.submit(
            () -> {
              running.set(true);
              new CountDownLatch(1).await(); // a wait that is none of Heddle's
              return 0;
            });
    await("it runs", running::get);
    job.cancel();

    assertThatThrownBy(job::join)
        .isInstanceOf(CancellationException.class)
        .hasCauseInstanceOf(InterruptedException.class);
  }

  /** It has announced that it takes the job back, but a thief was faster. */
  @OnEachRuntime
  void anOwnerIsInterruptedOnlyForWhatItHasBegun(Setup setup) {
    Heddle heddle = start(setup);
    heddle.invoke(
        () -> {
          Job<Integer> job = new Job<>((Callable<Integer>) () -> 1, Scope.open());
          job.announceTakeBack();
          job.begin(false);

          assertThat(job.cancel()).isTrue();
          assertThat(job.isCancelled()).isTrue();
          assertThat(Thread.interrupted()).isFalse();
          assertThat(job.carryOut()).isNull(); // the thief's
          assertThatThrownBy(job::join).isInstanceOf(CancellationException.class);
          return 0;
        });
  }

  @OnEachRuntime(notSimulated = "its owner waits where none does, and who cancels does not")
  void whoCancelsWaitsUntilTheOwnerHasBegunOrNot(Setup setup) {
    Heddle heddle = start(setup);
    heddle.invoke(
        () -> {
          Job<Integer> job = new Job<>((Callable<Integer>) () -> 1, Scope.open());
          job.announceTakeBack();
          Thread canceller = thread("canceller", job::cancel);
          await("it asks", () -> job.toString().contains("running"));
          never("it guesses", () -> job.isDone() || Thread.currentThread().isInterrupted());

          assertThat(job.begin(true)).isFalse();
          await(canceller);
          assertThat(job.isCancelled()).isTrue();
          assertThat(Thread.interrupted()).isFalse();
          return 0;
        });
  }

  /**
   * While the owner stands still before it begins, more fibers cancel than there are workers to
   * hold. If the first of them left its worker meanwhile, the others would wait for it on all.
   */
  @OnEachRuntime(notSimulated = "its owner stands still without waiting")
  void manyWhoCancelDoNotKeepTheFirstFromGoingOn(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    int cancellers = 8 * setup.workers();
    for (int round = 0; round < 5; round++) {
      AtomicInteger cancelled = new AtomicInteger();
      await(
          heddle.submit(
              () -> {
                Job<Integer> job = new Job<>((Callable<Integer>) () -> 1, Scope.open());
                job.announceTakeBack();
                for (int i = 0; i < cancellers; i++) {
                  heddle.submit(
                      () -> {
                        job.cancel();
                        cancelled.incrementAndGet();
                      });
                }
                spinFor(5_000_000);
                job.begin(false);
                assertThatThrownBy(job::join).isInstanceOf(CancellationException.class);
              }));
      await("all have cancelled", () -> cancelled.get() == cancellers);
    }
  }

  @OnEachRuntime
  void whoCancelsInterruptsTheOwnerThatHasBegun(Setup setup) {
    Heddle heddle = start(setup);
    heddle.invoke(
        () -> {
          Scope scope = Scope.open();
          Callable<Integer> endless =
              () -> {
                new CountDownLatch(1).await();
                return 1;
              };
          Job<Integer> job = new Job<>(endless, scope);
          job.announceTakeBack();
          assertThat(job.begin(true)).isTrue();
          Thread canceller = thread("canceller", job::cancel);

          job.runInPlace(scope);
          await(canceller);
          assertThat(job.isCancelled()).isTrue();
          assertThat(Thread.interrupted()).isFalse();
          return 0;
        });
  }

  /** Wherever the stack ends in spawn and join, nothing waits for what they would have done. */
  @OnEachRuntime(workers = {1, 2})
  void aJobWhoseJoinOverflowedTheStackCanBeCancelled(Setup setup) {
    Heddle heddle = start(setup);
    heddle.invoke(
        () -> {
          for (int round = 0; round < 100; round++) {
            AtomicReference<@Nullable Job<Integer>> spawned = new AtomicReference<>();
            try (Scope scope = Scope.open()) {
              StackEnd.reach(
                  round,
                  () -> {
                    Job<Integer> job = scope.spawn(() -> 1);
                    spawned.set(job);
                    job.join();
                  });
              Job<Integer> job = spawned.get();
              if (job != null) {
                job.cancel();
              }
            } catch (StackOverflowError e) {
              // that of the job itself
            }
          }
          return 0;
        });
  }

  /**
   * The scope is opened far above: whatever a spawn or a join at the end of the stack has left
   * undone, it ends, and so do all of its jobs.
   */
  @OnEachRuntime(workers = {1, 2})
  void aScopeEndsWhateverTheEndOfTheStackHasLeftUndone(Setup setup) {
    Heddle heddle = start(setup);
    heddle.invoke(
        () -> {
          List<Job<Integer>> jobs = new ArrayList<>(1 << 12);
          for (int round = 0; round < 12; round++) {
            jobs.clear();
            Scope scope = Scope.open();
            try {
              descend(round % 13, 1, 2, 3, scope, jobs);
            } catch (StackOverflowError e) {
              // was to be expected
            }
            boolean cancelled = round % 2 == 1;
            if (cancelled) {
              scope.cancel();
            }
            try {
              assertThat(scope.joinFor(Duration.ofSeconds(20))).as("round " + round).isTrue();
            } catch (StackOverflowError e) {
              // that of a job
            } catch (CancellationException e) {
              assertThat(cancelled).isTrue();
            }
            assertThat(scope.left()).isZero();
            assertThat(jobs).isNotEmpty().allMatch(Job::isDone);
            closeQuietly(scope);
          }
          return 0;
        });
    // Whoever was counted as woken was woken; else this would wait until the test is wedged.
    assertThat(heddle.shutdown(Duration.ofMinutes(10)).orderly()).isTrue();
  }

  /** So that the frames at the end of the stack stand elsewhere each time. */
  private static long descend(
      int frames, long a, long b, long c, Scope scope, List<Job<Integer>> jobs) throws Exception {
    if (frames > 0) {
      return descend(frames - 1, a + 1, b * 3, c ^ a, scope, jobs) + a;
    }
    StackEnd.run(
        () -> {
          Job<Integer> job = scope.spawn(() -> 1);
          jobs.add(job);
          job.join();
        });
    return c;
  }

  /** Also of jobs that a fiber has spawned which is not the owner, and for who waits elsewhere. */
  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = "who waits elsewhere is no part of the simulation")
  void whoWaitsElsewhereIsToldWhateverTheEndOfTheStackHasLeftUndone(Setup setup) {
    Heddle heddle = start(setup);
    ConcurrentLinkedQueue<Job<Integer>> spawned = new ConcurrentLinkedQueue<>();
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger told = new AtomicInteger();
    Thread watcher =
        thread(
            "watcher",
            () -> {
              while (!over.get() || !spawned.isEmpty()) {
                Job<Integer> job = spawned.poll();
                if (job == null) {
                  Thread.yield();
                } else if (endsWell(job)) {
                  told.incrementAndGet();
                }
              }
            });
    heddle.invoke(
        () -> {
          List<Job<Integer>> jobs = new ArrayList<>(1 << 12);
          for (int round = 0; round < 12; round++) {
            jobs.clear();
            try (Scope scope = Scope.open()) {
              for (int i = 0; i < 20; i++) {
                heddle.fiber("spawning", () -> jobs.add(scope.spawn(() -> 1))).join();
              }
              spawned.addAll(jobs);
              StackEnd.run(
                  () -> {
                    Job<Integer> job = jobs.isEmpty() ? scope.spawn(() -> 1) : jobs.removeLast();
                    spawned.add(job);
                    job.join();
                  });
            } catch (StackOverflowError e) {
              // that of a job
            }
          }
          return 0;
        });
    over.set(true);
    await(watcher);
    assertThat(told).hasPositiveValue();
  }

  private static boolean endsWell(Job<Integer> job) {
    try {
      return job.get() == 1;
    } catch (Exception e) {
      return false;
    }
  }

  /** What a join has thrown to the owner is not thrown by the close again, as its own cause. */
  @OnEachRuntime(workers = {1, 2})
  void theCloseDoesNotThrowWhatTheJoinHasThrown(Setup setup) {
    Heddle heddle = start(setup);
    heddle.invoke(
        () -> {
          for (int round = 0; round < 100; round++) {
            @Nullable StackOverflowError[] met = new StackOverflowError[1];
            try (Scope scope = Scope.open()) {
              StackEnd.reach(
                  round,
                  () -> {
                    try {
                      scope.spawn(() -> 1).join();
                    } catch (StackOverflowError e) {
                      met[0] = e;
                    }
                  });
              if (met[0] != null) {
                throw met[0];
              }
            } catch (StackOverflowError e) {
              assertThat(e.getSuppressed()).doesNotContain(e);
            }
          }
          return 0;
        });
  }

  private static void closeQuietly(Scope scope) {
    try {
      scope.close();
    } catch (StackOverflowError | CancellationException e) {
      // it was told before, or now
    }
  }

  /**
   * Those who look on while an interrupt closes a reader's channel leave their workers to others.
   */
  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = "who cancels waits where none does")
  void manyWhoCancelAReaderDoNotHoldTheWorkers(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    SlowToClose channel = new SlowToClose();
    Job<?> reader = heddle.submit(channel::read);
    await("it reads", () -> channel.data.waiters() == 1);
    AtomicInteger cancelled = new AtomicInteger();
    Runnable cancel =
        () -> {
          reader.cancel();
          cancelled.incrementAndGet();
        };
    heddle.submit(cancel::run);
    await("it is being closed", () -> channel.closed.waiters() == 1);
    int others = 40;
    for (int i = 0; i < others; i++) {
      heddle.submit(cancel::run);
    }

    assertThat(await(heddle.submit(() -> "a turn"))).isEqualTo("a turn");
    assertThat(cancelled).hasValue(0);
    channel.closed.open();
    channel.data.open();
    await("all have cancelled", () -> cancelled.get() == 1 + others);
    await("the reader has ended", reader::isDone);
  }

  /** Whoever interrupts its reader closes it, as with all channels, and this one takes its time. */
  private static final class SlowToClose extends AbstractInterruptibleChannel {
    final Gate data = new Gate();
    final Gate closed = new Gate();

    void read() throws IOException {
      try {
        begin();
        data.await();
      } finally {
        end(true);
      }
    }

    @Override
    protected void implCloseChannel() {
      closed.await();
    }
  }

  @OnEachRuntime
  void theInterruptReachesABodyThatWaitsForItself(Setup setup) {
    Heddle heddle = start(setup);
    CompletableFuture<Job<Integer>> self = new CompletableFuture<>();
    AtomicBoolean running = new AtomicBoolean();
    Job<?> owner =
        heddle.submit(
            () -> {
              try (Scope scope = Scope.open()) {
                Job<Integer> job =
                    scope.spawn(
                        () -> {
                          running.set(true);
                          return self.join().get();
                        });
                self.complete(job);
                assertThatThrownBy(job::join).isInstanceOf(CancellationException.class);
              }
            });
    await("it runs", running::get);
    self.join().cancel();

    owner.join(); // the scope has counted the job once
  }

  @OnEachRuntime
  void anInterruptThatComesLaterIsNotTakenByAnotherJoin(Setup setup) {
    Heddle heddle = start(setup);
    heddle.invoke(
        () -> {
          try (Scope scope = Scope.open()) {
            CompletableFuture<Job<Integer>> self = new CompletableFuture<>();
            Job<Integer> job =
                scope.spawn(
                    () -> {
                      self.join().cancel();
                      return 1;
                    });
            self.complete(job);
            assertThat(job.join()).isEqualTo(1);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();

            Thread.currentThread().interrupt();
            assertThat(job.join()).isEqualTo(1);
            assertThat(Thread.interrupted()).isTrue();
          }
          return 0;
        });
  }

  @OnEachRuntime
  void theInterruptReachesABodyThatGetsAnotherJob(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Job<?> other = heddle.submit(gate::await);
    AtomicBoolean running = new AtomicBoolean();
    Job<?> job =
        heddle.submit(
            () -> {
              running.set(true);
              return other.get();
            });
    await("it runs", running::get);
    job.cancel();

    assertThatThrownBy(job::join).isInstanceOf(CancellationException.class);
    gate.open();
  }

  @OnEachRuntime
  void theInterruptOfAJobIsNotSeenByTheNextOnTheSameRunner(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    for (int round = 0; round < 20; round++) {
      Gate gate = new Gate();
      Job<?> job = heddle.submit(gate::await); // leaves the interrupt pending at its end
      await("it waits", () -> gate.waiters() == 1);
      job.cancel();
      gate.open();
      await(job);
      for (int i = 0; i < 2 * setup.workers(); i++) {
        assertThat(await(heddle.submit(() -> Thread.currentThread().isInterrupted()))).isFalse();
      }
    }
  }

  @OnEachRuntime
  void anInterruptThatRacesWithTheEndOfAJobHitsNobodyElse(Setup setup) throws Exception {
    Random random = random();
    Heddle heddle = start(setup);
    AtomicInteger strays = new AtomicInteger();
    for (int round = 0; round < 300; round++) {
      AtomicBoolean running = new AtomicBoolean();
      int work = random.nextInt(400);
      int delay = random.nextInt(400);
      Job<?> victim =
          heddle.submit(
              () -> {
                running.set(true);
                spin(work);
              });
      await("it runs", running::get);
      spin(delay);
      victim.cancel(true);
      Job<?> next =
          heddle.submit(
              () -> {
                if (Thread.currentThread().isInterrupted()) {
                  strays.incrementAndGet();
                }
              });
      await(next);
      await("the victim has ended", victim::isDone);
    }

    assertThat(strays).hasValue(0);
  }

  private static void spin(int steps) {
    for (int i = 0; i < steps; i++) {
      spin();
    }
  }

  @OnEachRuntime
  void aChildThatItsOwnerRunsInPlaceCanBeInterruptedWithoutTheOwner(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Job<String> owner =
        heddle.submit(
            () -> {
              try (Scope scope = Scope.open()) {
                return joinWhileItIsCancelled(heddle, scope);
              }
            });

    assertThat(await(owner)).isEqualTo("child interrupted, joiner at peace");
  }

  @OnEachRuntime
  void aJobThatAStrangerRunsInPlaceCanBeInterruptedWithoutTheStranger(Setup setup)
      throws Exception {
    Heddle heddle = start(setup);
    try (Scope scope = heddle.scope()) {
      Job<String> stranger = scope.spawn(() -> joinWhileItIsCancelled(heddle, scope));

      assertThat(await(stranger)).isEqualTo("child interrupted, joiner at peace");
    }
  }

  /** Joins a job that may run in place, and that is cancelled meanwhile but ends well. */
  private String joinWhileItIsCancelled(Heddle heddle, Scope scope) {
    Gate gate = new Gate();
    Job<String> child =
        scope.spawn(
            () -> {
              gate.await(); // leaves the interrupt pending
              return Thread.currentThread().isInterrupted()
                  ? "child interrupted"
                  : "child at peace";
            });
    heddle.submit(
        () -> {
          await("the child waits", () -> gate.waiters() == 1);
          child.cancel();
          gate.open();
        });
    return child.join()
        + (Thread.currentThread().isInterrupted() ? ", joiner interrupted" : ", joiner at peace");
  }
}
