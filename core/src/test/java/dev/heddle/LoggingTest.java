package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.task.Job;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Logged;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import dev.heddle.testing.SlowInitializer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What is written to the log, because nobody else is told. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class LoggingTest extends ConcurrentTestCase {

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = "a simulation ends by what nobody catches, and logs nothing")
  void anUncaughtExceptionIsLoggedByDefault(Setup setup) {
    Heddle heddle =
        start(
            Heddle.builder()
                .name("logging " + setup)
                .workers(setup.workers())
                .engine(setup.engine()));
    try (Logged logged = new Logged()) {
      heddle.spawn(
          () -> {
            throw new IllegalStateException("on purpose");
          });

      await(
          "it is logged",
          () -> logged.about(heddle.name()).stream().anyMatch(m -> m.contains("on purpose")));
    }
  }

  @OnEachRuntime(workers = 1, notSimulated = "a simulation is told what nobody catches")
  void theHandlerOfAllThreadsIsToldInsteadIfThereIsOne(Setup setup) {
    Heddle heddle =
        start(
            Heddle.builder()
                .name("telling " + setup)
                .workers(setup.workers())
                .engine(setup.engine()));
    AtomicReference<@Nullable Throwable> told = new AtomicReference<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> told.set(e));
    try (Logged logged = new Logged()) {
      heddle.spawn(
          () -> {
            throw new IllegalStateException("on purpose");
          });
      await("it is told", () -> told.get() != null);
      assertThat(told.get()).hasMessage("on purpose");
      assertThat(logged.about(heddle.name())).isEmpty();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @OnEachRuntime(workers = 1)
  void aCloseThatWasNotOrderlyIsLoggedWithWhatDidNotEnd(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0).reportAfter(Duration.ofHours(1)));
    AtomicBoolean leave = new AtomicBoolean();
    AtomicBoolean running = new AtomicBoolean();
    Job<?> stubborn =
        heddle.submit(
            () -> {
              running.set(true);
              spinUntil("may leave", leave::get);
            });
    await("it runs", running::get);
    heddle.submit(() -> {});
    try (Logged logged = new Logged()) {
      heddle.shutdown(Duration.ZERO);

      assertThat(logged.about(heddle.name()))
          .singleElement()
          .asString()
          .contains("1 never started", heddle.name() + "-runner-", "LoggingTest");
    }
    leave.set(true);
    await("it ends", stubborn::isDone);
  }

  @OnEachRuntime(workers = {1, 2})
  void anOrderlyCloseLogsNothing(Setup setup) {
    try (Logged logged = new Logged()) {
      Heddle heddle = start(builder(setup).reportAfter(Duration.ofHours(1)));
      heddle.invoke(() -> {});
      heddle.close();

      assertThat(logged.about(heddle.name())).isEmpty();
    }
  }

  /** Nobody could tell a deadlock by spent spares from a runtime that is slow. */
  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = "needs the watchdog and its spare workers")
  void aRuntimeWhoseWorkersAndSparesAreAllHeldSaysSoOnce(Setup setup) {
    Heddle heddle =
        start(
            builder(setup)
                .spareWorkers(1)
                .stuckAfter(Duration.ofMillis(5))
                .reportAfter(Duration.ofMillis(20)));
    CountDownLatch release = new CountDownLatch(1);
    Class<?> slow = SlowInitializer.prepare(() -> guarded(release::await));
    AtomicInteger held = new AtomicInteger();
    try (Logged logged = new Logged()) {
      for (int i = 0; i < setup.workers() + 3; i++) {
        heddle.submit(
            () -> {
              held.incrementAndGet();
              SlowInitializer.initialize(slow);
            });
      }
      await("all are held", () -> held.get() == setup.workers() + 1);
      await("it is said", () -> !ofWaitingWork(logged, heddle).isEmpty());
      never("it is said again", () -> ofWaitingWork(logged, heddle).size() > 1);

      assertThat(ofWaitingWork(logged, heddle).getFirst())
          .contains("spare workers", heddle.name() + "-runner-", "SlowInitializer");
      release.countDown();
    }
  }

  private static List<String> ofWaitingWork(Logged logged, Heddle heddle) {
    return logged.about(heddle.name()).stream()
        .filter(message -> message.contains("has work waiting"))
        .toList();
  }
}
