package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.fiber.Fiber;
import dev.heddle.scheduler.Parking;
import dev.heddle.task.Job;
import dev.heddle.task.Task;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;

/** Work that is given to a runtime while it closes is refused, or has its outcome. */
@SuppressWarnings("FutureReturnValueIgnored") // a scope, or the close of the runtime, waits for it
class CloseRaceTest extends ConcurrentTestCase {

  @OnEachRuntime
  void whatIsAcceptedWhileTheRuntimeClosesIsDone(Setup setup) {
    race(setup, Delays.LONG, true);
  }

  @OnEachRuntime
  void whatIsAcceptedWhileTheRuntimeIsCutOffHasAnOutcome(Setup setup) {
    race(setup, Duration.ZERO, false);
  }

  private void race(Setup setup, Duration timeout, boolean allRun) {
    Random random = random();
    int rounds = setup.workers() == 64 ? 3 : 10;
    for (int round = 0; round < rounds; round++) {
      Heddle heddle = start(setup);
      Queue<Job<Integer>> jobs = new ConcurrentLinkedQueue<>();
      Queue<Task> tasks = new ConcurrentLinkedQueue<>();
      List<Thread> producers = new ArrayList<>();
      for (int p = 0; p < 2; p++) {
        producers.add(thread("producer-" + p, () -> produce(heddle, jobs, tasks)));
      }
      Parking.parkNanos(this, random.nextInt(1_000_000));

      boolean orderly = heddle.shutdown(timeout).orderly();
      producers.forEach(ConcurrentTestCase::await);

      for (Job<Integer> job : jobs) {
        await("the job has an outcome", job::isDone);
        if (allRun) {
          assertThat(job.join()).isEqualTo(2);
        }
      }
      for (Task task : tasks) {
        await("the task has an outcome", task::isDone);
        if (allRun) {
          task.join();
        }
      }
      if (allRun) {
        assertThat(orderly).isTrue();
      }
    }
  }

  private static void produce(Heddle heddle, Queue<Job<Integer>> jobs, Queue<Task> tasks) {
    try {
      for (int i = 0; i < 2_000; i++) {
        if (i % 16 == 0) {
          jobs.add(heddle.submit(() -> 1 + heddle.submit(() -> 1).join()));
        } else if (i % 2 == 0) {
          jobs.add(heddle.submit(() -> 2));
        } else {
          Task task = Task.of(() -> {});
          heddle.spawn(task);
          tasks.add(task);
        }
      }
    } catch (RejectedExecutionException closed) {
      assertThat(heddle.isClosed()).isTrue();
    }
  }

  /**
   * Whoever closes looks at what is under way whenever something has ended on a worker. What is
   * refused never was under way.
   */
  @OnEachRuntime
  void fibersThatAreRefusedKeepNoCloseWaiting(Setup setup) {
    int rounds = setup.workers() == 64 ? 3 : 20;
    for (int round = 0; round < rounds; round++) {
      Heddle heddle = start(setup);
      unbind(heddle);
      Fiber<?> last = heddle.fiber(() -> Parking.parkNanos(this, 500_000));
      Thread closer = thread("closer", () -> heddle.shutdown(Delays.WEDGED));
      List<Thread> producers = new ArrayList<>();
      for (int p = 0; p < 2; p++) {
        producers.add(thread("producer-" + p, () -> beRefused(heddle, last)));
      }
      producers.forEach(ConcurrentTestCase::await);
      await(closer);
    }
  }

  /** Until a while after {@code last} has ended. */
  private static void beRefused(Heddle heddle, Fiber<?> last) {
    int afterwards = 0;
    while (afterwards < 200) {
      afterwards += last.isDone() ? 1 : 0;
      try {
        heddle.fiber(() -> {});
      } catch (RejectedExecutionException closed) {
        assertThat(heddle.isClosed()).isTrue();
      }
      spin();
    }
  }
}
