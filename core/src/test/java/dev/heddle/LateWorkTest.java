package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Signal;
import dev.heddle.metrics.Engine;
import dev.heddle.task.Body;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import dev.heddle.task.Task;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is given to a runtime, or goes on, after its end: nobody waits for it for ever. */
@SuppressWarnings("FutureReturnValueIgnored") // who is refused has no future
class LateWorkTest extends ConcurrentTestCase {

  @OnEachRuntime
  void aJobThatIsRefusedIsNoneOfItsScope(Setup setup) {
    Heddle heddle = start(setup);
    unbind(heddle);
    Scope scope = heddle.scope();
    heddle.close();

    assertThatThrownBy(() -> scope.spawn(() -> 1)).isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(() -> scope.enqueue(() -> 1)).isInstanceOf(RejectedExecutionException.class);

    scope.cancel();
    assertThatThrownBy(scope::close).isInstanceOf(CancellationException.class);
  }

  /** It goes on without a worker. */
  @Test
  void aFiberThatOutlivesItsRuntimeClosesItsScope() {
    Heddle heddle = start(Heddle.builder().workers(2).engine(Engine.VIRTUAL));
    CountDownLatch over = new CountDownLatch(1);
    AtomicReference<@Nullable Throwable> refusal = new AtomicReference<>();
    AtomicBoolean ended = new AtomicBoolean();
    Signal begun = Signal.manual();
    heddle.fiber(
        () -> {
          try (Scope scope = Scope.open()) {
            begun.signal();
            awaitWhateverHappens(over);
            try {
              scope.spawn(() -> 1);
            } catch (RejectedExecutionException e) {
              refusal.set(e);
            }
            scope.cancel();
          } catch (CancellationException e) {
            ended.set(true);
          }
        });
    await("it has begun", begun::isSignalled);
    heddle.shutdown(Duration.ZERO);
    over.countDown();

    await("it ends", ended::get);
    assertThat(refusal.get()).isNotNull();
  }

  private static void awaitWhateverHappens(CountDownLatch latch) {
    boolean opened = false;
    while (!opened) {
      try {
        latch.await();
        opened = true;
      } catch (InterruptedException _) {
        // The runtime ends.
      }
    }
  }

  /**
   * One holds its worker, which therefore leaves after all others. What it waits for then is a
   * timer of that worker; the other one, which it wakes, stands in its queue.
   */
  @OnEachRuntime(workers = {1, 2})
  void fibersThatWaitOrAreWokenAfterTheEndGoOn(Setup setup) {
    Heddle heddle = start(setup);
    unbind(heddle);
    Signal signal = Signal.manual();
    AtomicBoolean waits = new AtomicBoolean();
    AtomicBoolean wokenEnded = new AtomicBoolean();
    heddle.fiber(
        () -> {
          waits.set(true);
          while (!signal.isSignalled()) {
            try {
              signal.await();
            } catch (InterruptedException _) {
              // The runtime ends.
            }
          }
          wokenEnded.set(true);
        });
    await("one waits", waits::get);
    doAfterTheEnd(
        heddle,
        () -> {
          signal.signal();
          Fiber.sleep(Delays.SHORT);
        });

    await("who was woken ends", wokenEnded::get);
  }

  /** It holds its worker, so what it gives comes into a queue, and is swept out of it. */
  @OnEachRuntime(workers = 1, notSimulated = "a fiber that spins there gives its worker back")
  void whatIsGivenAfterTheEndIsRefusedOnce(Setup setup) {
    doAfterTheEnd(
        start(setup),
        () ->
            assertThatThrownBy(LateWorkTest::enqueueInAScope) // the job has failed with it, too
                .isInstanceOf(RejectedExecutionException.class));
  }

  private static void enqueueInAScope() {
    try (Scope scope = Scope.open()) {
      assertThatThrownBy(() -> scope.enqueue(() -> 1))
          .isInstanceOf(RejectedExecutionException.class);
      scope.cancel();
    }
  }

  /**
   * Ends the runtime while a fiber holds its worker, which so leaves after all others, and then
   * lets that fiber do {@code late}.
   */
  private static void doAfterTheEnd(Heddle heddle, Body late) {
    AtomicBoolean begun = new AtomicBoolean();
    AtomicBoolean over = new AtomicBoolean();
    AtomicBoolean done = new AtomicBoolean();
    heddle.fiber(
        () -> {
          begun.set(true);
          spinUntil("the runtime has ended", over::get);
          boolean _ = Thread.interrupted();
          late.run();
          done.set(true);
        });
    await("it has begun", begun::get);
    heddle.shutdown(Duration.ZERO);
    over.set(true);
    await("it is done", done::get);
  }

  /** Its thread is at something else when the runtime ends. */
  @OnEachRuntime(workers = 1, notSimulated = "binds a platform thread")
  void aJobOfABoundThreadThatIsInterruptedEnds(Setup setup) {
    Heddle heddle = start(setup);
    Signal never = Signal.manual();
    CountDownLatch over = new CountDownLatch(1);
    AtomicReference<@Nullable Job<?>> bound = new AtomicReference<>();
    Thread owner =
        thread(
            "owner",
            () -> {
              heddle.bind();
              AtomicBoolean begun = new AtomicBoolean();
              Job<?> job =
                  heddle.sameThread(
                      () -> {
                        begun.set(true);
                        never.await();
                      });
              while (!begun.get()) { // it runs here, and waits
                assertThatThrownBy(() -> job.get(Delays.SHORT.toNanos(), TimeUnit.NANOSECONDS))
                    .isInstanceOf(TimeoutException.class);
              }
              bound.set(job);
              over.await();
              heddle.unbind();
            });
    await("it waits", () -> bound.get() != null);
    heddle.shutdown(Duration.ZERO);
    await("it ends", () -> Objects.requireNonNull(bound.get()).isDone());
    over.countDown();
    await(owner);
  }

  @OnEachRuntime
  void aTaskThatWouldWaitForOthersIsRefusedLikeThem(Setup setup) {
    Heddle heddle = start(setup);
    unbind(heddle);
    heddle.close();
    Task first = Task.of(() -> {});
    Task second = Task.of(() -> {}).after(first);

    assertThatThrownBy(() -> heddle.spawn(second)).isInstanceOf(RejectedExecutionException.class);
    assertThatThrownBy(() -> heddle.spawn(first)).isInstanceOf(RejectedExecutionException.class);
  }
}
