package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.fiber.Fiber;
import dev.heddle.scheduler.Clock;
import dev.heddle.task.Parallel;
import dev.heddle.task.Task;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Logged;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/** A worker that does not get on is reported, with what holds it. */
class WatchdogTest extends ConcurrentTestCase {

  @OnEachRuntime(
      workers = {1, 2, 64},
      notSimulated = "needs the watchdog")
  void aStuckWorkerIsReportedOnceWithTheStackThatHoldsIt(Setup setup) {
    try (Logged logged = new Logged();
        RecordingStream recording = new RecordingStream()) {
      ConcurrentLinkedQueue<RecordedEvent> events = new ConcurrentLinkedQueue<>();
      recording.enable("dev.heddle.StuckWorker");
      recording.setReuse(false);
      recording.onEvent("dev.heddle.StuckWorker", events::add);
      recording.startAsync();
      Heddle heddle = start(builder(setup).reportAfter(Duration.ofMillis(20)));
      AtomicBoolean over = new AtomicBoolean();
      Fiber<?> hog = heddle.fiber("hog", () -> computeUntil(over));
      await("it is logged", () -> !reports(logged, heddle).isEmpty());
      over.set(true);
      hog.join();
      recording.stop();

      assertThat(reports(logged, heddle))
          .singleElement()
          .asString()
          .contains("hog", "computeUntil", "worker ");
      assertThat(events)
          .filteredOn(event -> event.getString("runtime").equals(heddle.name()))
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.getString("heldBy")).isEqualTo("hog");
                assertThat(event.getString("stack")).contains("computeUntil");
                assertThat(event.getDuration("heldFor")).isGreaterThan(Duration.ofMillis(19));
              });
    }
  }

  /** Parts that are called because enough of them wait are progress, though nothing is chosen. */
  @OnEachRuntime(workers = 2, notSimulated = "needs the watchdog")
  void whoFindsThatEnoughWaitsForOthersIsNotStuck(Setup setup) {
    try (Logged logged = new Logged()) {
      Heddle heddle = start(builder(setup).spareWorkers(0).reportAfter(Duration.ofMillis(400)));
      AtomicBoolean begun = new AtomicBoolean();
      AtomicBoolean over = new AtomicBoolean();
      Fiber<?> hog = // or its worker would steal what is to be enough
          heddle.fiber(
              "hog",
              () -> {
                begun.set(true);
                computeUntil(over);
              });
      await("the hog is there", begun::get);
      try {
        assertThat(heddle.invoke(() -> askFor(Duration.ofSeconds(1)))).isPositive();
      } finally {
        over.set(true);
      }
      hog.join();
      assertThat(reports(logged, heddle)).noneMatch(report -> report.contains("askFor"));
    }
  }

  private static long askFor(Duration time) {
    long end = Clock.nanos() + time.toNanos();
    long declined = 0;
    while (Clock.nanos() - end < 0) {
      if (Parallel.isWorthwhile()) {
        Task.of(() -> {}).spawn();
      } else {
        declined++;
      }
    }
    return declined;
  }

  private static List<String> reports(Logged logged, Heddle heddle) {
    return logged.about("'" + heddle.name() + "'").stream()
        .filter(message -> message.contains("has been held"))
        .toList();
  }

  private static void computeUntil(AtomicBoolean over) {
    spinUntil("it may end", over::get);
  }
}
