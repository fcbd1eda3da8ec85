package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.task.Job;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import dev.heddle.testing.SlowInitializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BindTest extends ConcurrentTestCase {

  @OnEachRuntime(
      workers = {0, 1, 2, 4, 8, 64},
      notSimulated = "binds a platform thread")
  void workForTheSameThreadRunsWhileTheThreadWaits(Setup setup) {
    Heddle heddle = start(setup);
    heddle.bind();
    try {
      int me = Heddle.currentWorker();
      Job<Integer> job = heddle.sameThread(() -> Heddle.currentWorker());
      assertThat(job.isDone()).isFalse();
      assertThat(job.join()).isEqualTo(me);
    } finally {
      heddle.unbind();
    }
  }

  /** However busy the workers are: their work may take longer than what the thread waits for. */
  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = "binds a platform thread")
  void aBoundThreadDoesNotRunTheWorkOfTheWorkers(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean over = new AtomicBoolean();
    CountDownLatch busy = new CountDownLatch(heddle.workers());
    for (int i = 0; i < heddle.workers(); i++) {
      heddle.enqueue(
          () -> {
            busy.countDown();
            spinUntil("the others may run", over::get);
          });
    }
    busy.await();
    heddle.bind();
    Set<Integer> seen = ConcurrentHashMap.newKeySet();
    List<Job<?>> jobs = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      jobs.add(heddle.submit(() -> seen.add(Heddle.currentWorker())));
    }
    int me = heddle.sameThread(() -> Heddle.currentWorker()).join();
    Fiber.sleep(Delays.SHORT);
    over.set(true);
    jobs.forEach(Job::join);
    heddle.unbind();
    assertThat(seen).doesNotContain(me);
  }

  /** In a class initialiser a fiber cannot leave its thread, which then cannot keep time. */
  @OnEachRuntime(
      workers = {0, 1, 2},
      notSimulated = "binds a platform thread")
  void aSleepThatHoldsItsWorkerEnds(Setup setup) {
    Heddle heddle = start(setup);
    Class<?> sleepy =
        SlowInitializer.prepare(() -> guarded(() -> Fiber.sleep(Duration.ofMillis(10))));
    heddle.bind();
    heddle.sameThread(() -> SlowInitializer.initialize(sleepy)).join();
    heddle.unbind();
  }

  @OnEachRuntime(
      workers = {0, 1, 2, 4, 8, 64},
      notSimulated = "binds a platform thread")
  void unbindRunsWhatIsLeft(Setup setup) {
    Heddle heddle = start(setup);
    heddle.bind();
    List<Integer> ran = new ArrayList<>(); // no lock: all on this thread, or while it waits
    for (int i = 0; i < 20; i++) {
      int number = i;
      Job<?> _ = heddle.sameThread(() -> ran.add(number));
    }
    assertThat(ran).isEmpty();
    heddle.unbind();
    assertThat(ran).hasSize(20);
    assertThat(heddle.isBound()).isFalse();
  }

  /** It stays on the thread however often it waits, though others could take it. */
  @OnEachRuntime(
      workers = {0, 1, 2, 4, 8, 64},
      notSimulated = "binds a platform thread")
  void workForTheSameThreadStaysThereAcrossWaits(Setup setup) {
    Heddle heddle = start(setup);
    heddle.bind();
    int me = Heddle.currentWorker();
    Set<Integer> seen = ConcurrentHashMap.newKeySet();
    List<Job<?>> jobs = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      jobs.add(
          heddle.sameThread(
              () -> {
                for (int n = 0; n < 10; n++) {
                  seen.add(Heddle.currentWorker());
                  if (n % 2 == 0) {
                    Fiber.yield();
                  } else {
                    Fiber.sleep(Duration.ofMillis(1));
                  }
                }
                seen.add(Heddle.currentWorker());
              }));
    }
    jobs.forEach(Job::join);
    heddle.unbind();
    assertThat(seen).containsExactly(me);
  }

  @OnEachRuntime
  void sameThreadInsideOfATaskStaysOnItsWorker(Setup setup) {
    Heddle heddle = start(setup);
    for (int i = 0; i < 20; i++) {
      heddle
          .submit(
              () -> {
                int here = Heddle.currentWorker();
                Job<Integer> same = heddle.sameThread(() -> Heddle.currentWorker());
                assertThat(same.join()).isEqualTo(here);
              })
          .join();
    }
  }

  @OnEachRuntime(workers = 0)
  void withoutWorkersTheBoundThreadRunsEverything(Setup setup) {
    Heddle heddle = start(setup);
    heddle.bind();
    AtomicInteger ran = new AtomicInteger();
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      fibers.add(
          heddle.fiber(
              () -> {
                Fiber.sleep(Duration.ofMillis(2));
                heddle.submit(ran::incrementAndGet).join();
              }));
    }
    fibers.forEach(Fiber::join);
    heddle.unbind();
    assertThat(ran.get()).isEqualTo(100);
  }

  /** A fiber of another scheduler can wait for a runtime without workers if a thread is bound. */
  @OnEachRuntime(workers = 0)
  void othersMayWaitWhileAThreadIsBound(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    heddle.bind();
    CountDownLatch waits = new CountDownLatch(1);
    AtomicBoolean got = new AtomicBoolean();
    Thread other =
        virtualThread(
            "other",
            () -> {
              Job<Integer> job = heddle.submit(() -> 1);
              waits.countDown();
              got.set(job.join() == 1);
            });
    waits.await();
    while (!got.get()) {
      Fiber.sleep(Duration.ofMillis(1)); // runs what there is
    }
    heddle.unbind();
    await(other);
  }

  @Test
  void onTheVirtualEngineItIsTheVeryThread() {
    Heddle heddle = start(new Setup(2, Engine.VIRTUAL));
    heddle.bind();
    String fiber = heddle.sameThread(() -> Thread.currentThread().toString()).join();
    heddle.unbind();
    assertThat(fiber).contains("@" + Thread.currentThread().getName()); // the carrier's name
  }

  @OnEachRuntime(
      workers = {0, 1, 2},
      notSimulated = "binds a platform thread")
  void misuseIsToldAtOnce(Setup setup) {
    Heddle heddle = start(setup);
    assertThatThrownBy(heddle::unbind)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not bound");
    assertThatThrownBy(() -> heddle.sameThread(() -> 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("bind()");
    heddle.bind();
    assertThatThrownBy(heddle::bind)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("already");
    assertThatThrownBy(heddle::close)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("unbind()");
    heddle.unbind();
    await(
        virtualThread(
            "virtual",
            () ->
                assertThatThrownBy(heddle::bind)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("virtual")));
  }

  @OnEachRuntime(
      workers = {0, 1, 2},
      notSimulated = "binds a platform thread")
  void closeWaitsForTheUnbind(Setup setup) {
    Heddle heddle = start(setup);
    CountDownLatch bound = new CountDownLatch(1);
    AtomicBoolean ran = new AtomicBoolean();
    Thread user =
        thread(
            "user",
            () -> {
              heddle.bind();
              Job<?> _ = heddle.sameThread(() -> ran.set(true));
              bound.countDown();
              await("somebody closes", heddle::isClosed);
              heddle.unbind();
            });
    await("the thread is bound", () -> bound.getCount() == 0);
    ShutdownReport report = heddle.shutdown(Duration.ofSeconds(20));
    assertThat(report.orderly()).isTrue();
    assertThat(ran.get()).isTrue();
    await(user);
  }

  @OnEachRuntime(
      workers = {0, 1, 2},
      notSimulated = "binds a platform thread")
  void closeNamesTheThreadThatDidNotUnbind(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    CountDownLatch bound = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    Thread user =
        thread(
            "the-forgetful-one",
            () -> {
              heddle.bind();
              bound.countDown();
              over.await();
              heddle.unbind(); // too late, and harmless
            });
    bound.await();
    ShutdownReport report = heddle.shutdown(Duration.ofMillis(50));
    assertThat(report.unfinished())
        .singleElement()
        .asString()
        .contains("the-forgetful-one", "unbind()");
    over.countDown();
    await(user);
  }

  /** It waits as a bound one when the runtime ends, and goes on as a plain thread. */
  @OnEachRuntime(
      workers = {0, 1, 2},
      notSimulated = "binds a platform thread")
  void aThreadThatWaitsWhenTheRuntimeEndsGoesOn(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Heddle other = start(new Setup(1, setup.engine()));
    CountDownLatch bound = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    Job<Integer> slow =
        other.submit(
            () -> {
              gate.await();
              return 1;
            });
    AtomicInteger got = new AtomicInteger();
    Thread user =
        thread(
            "waiter",
            () -> {
              heddle.bind();
              bound.countDown();
              got.set(slow.join());
            });
    bound.await();
    heddle.shutdown(Duration.ofMillis(50));
    gate.countDown();
    await(user);
    assertThat(got.get()).isEqualTo(1);
  }
}
