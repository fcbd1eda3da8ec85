package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.internal.TaskAccess;
import dev.heddle.task.InPlace;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import dev.heddle.task.Task;
import dev.heddle.verify.Duel;
import dev.heddle.verify.Effort;
import dev.heddle.verify.Seed;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Who waits for a task, a job or a scope is told of the end, however the two meet, and sees what
 * was done before it. The waiter really parks; the other thread runs what a worker would run.
 */
class JoinHandshakeTest {
  private static final Duration TIME = Effort.time(Duration.ofSeconds(1));
  private static final int VALUE = 42;

  /** The end sees the waiter or the waiter sees the end: the status word's WATCHED and DONE. */
  @Test
  void taskTellsWhoJoinsIt() throws Exception {
    checkNeverStuck("task", TaskRound::new);
  }

  private static final class TaskRound implements Duel.Round {
    private int value; // plain: join must make it visible
    private final Task task = Task.of(() -> value = VALUE);

    TaskRound() {
      TaskAccess.get().start(task, new UnstartedWorkers(1).scheduler, false, false);
    }

    @Override
    public void left() {
      UnstartedWorkers.run(task);
    }

    @Override
    public void right() {
      task.join();
      assertThat(value).isEqualTo(VALUE);
    }
  }

  /** The end that makes no CAS tells the waiter, or the waiter looks again. */
  @Test
  void aTaskThatIsTakenBackIsNotWaitedForInVain() throws Exception {
    checkNeverStuck("task taken back", TakenBackTaskRound::new);
  }

  private static final class TakenBackTaskRound implements Duel.Round {
    private final WorkDeque deque = new WorkDeque(2);
    private int value; // plain: join must make it visible
    private final Task task = Task.of(() -> value = VALUE);

    TakenBackTaskRound() {
      InPlace.accept(task);
      deque.push(task);
    }

    @Override
    public void left() {
      assertThat(deque.takeBack(task)).isTrue();
      InPlace.run(task);
    }

    @Override
    public void right() {
      task.join();
      assertThat(value).isEqualTo(VALUE);
    }
  }

  /** As a task that is joined; a successor is queued. */
  @Test
  void theSuccessorOfATaskThatIsTakenBackIsQueued() throws Exception {
    checkNeverStuck("predecessor taken back", TakenBackPredecessorRound::new);
  }

  private static final class TakenBackPredecessorRound implements Duel.Round {
    private final UnstartedWorkers workers = new UnstartedWorkers(1);
    private final WorkDeque deque = new WorkDeque(2);
    private final Task task = Task.of(() -> {});

    TakenBackPredecessorRound() {
      InPlace.accept(task);
      deque.push(task);
    }

    @Override
    public void left() {
      assertThat(deque.takeBack(task)).isTrue();
      InPlace.run(task);
    }

    @Override
    public void right() {
      Task successor = Task.of(() -> {}).after(task);
      TaskAccess.get().start(successor, workers.scheduler, false, false);
      Work queued;
      while ((queued = workers.takeEnqueued()) == null && !Thread.currentThread().isInterrupted()) {
        Thread.yield();
      }
      assertThat(queued).isSameAs(successor);
    }
  }

  /** A job that is taken back ends by a CAS, without a claim before. */
  @Test
  void aJobThatIsTakenBackTellsWhoJoinsIt() throws Exception {
    checkNeverStuck("job taken back", TakenBackJobRound::new);
  }

  private static final class TakenBackJobRound implements Duel.Round {
    private final WorkDeque deque = new WorkDeque(2);
    private final Scheduler scheduler = new UnstartedWorkers(1).scheduler;
    private volatile @Nullable Job<Integer> job;

    @Override
    public void left() {
      Scope scope = InPlace.scope(scheduler);
      Job<Integer> made = InPlace.job(() -> VALUE, scope);
      deque.push(made);
      job = made;
      boolean taken = deque.takeBack(made);
      assertThat(taken).isTrue();
      InPlace.runIfTaken(made, scope, taken);
    }

    @Override
    public void right() {
      Job<Integer> seen;
      while ((seen = job) == null) {
        Thread.onSpinWait();
      }
      assertThat(seen.join()).isEqualTo(VALUE);
    }
  }

  /** As a task; the result must be visible too. */
  @Test
  void jobTellsWhoJoinsIt() throws Exception {
    checkNeverStuck("job", JobRound::new);
  }

  private static final class JobRound implements Duel.Round {
    private final Job<Integer> job =
        TaskAccess.get().submit((Callable<Integer>) () -> VALUE, new UnstartedWorkers(1).scheduler);

    @Override
    public void left() {
      UnstartedWorkers.run(job);
    }

    @Override
    public void right() {
      assertThat(job.join()).isEqualTo(VALUE);
    }
  }

  /** The owner sets waiting and reads remote; the last job counts remote down and reads waiting. */
  @Test
  void lastJobTellsWhoJoinsTheScope() throws Exception {
    checkNeverStuck("scope", ScopeRound::new);
  }

  private static final class ScopeRound implements Duel.Round {
    private final UnstartedWorkers workers = new UnstartedWorkers(1);

    @Override
    public void left() {
      for (int ran = 0; ran < 2 && !Thread.currentThread().isInterrupted(); ) {
        Work job = workers.takeEnqueued();
        if (job == null) {
          Thread.onSpinWait();
        } else {
          UnstartedWorkers.run(job);
          ran++;
        }
      }
    }

    @Override
    public void right() {
      try (Scope scope = TaskAccess.get().scope(workers.scheduler)) {
        Job<Integer> first = scope.spawn(() -> VALUE);
        Job<Integer> second = scope.spawn(() -> VALUE);
        scope.join();
        assertThat(first.resultNow() + second.resultNow()).isEqualTo(2 * VALUE);
      }
    }
  }

  private static void checkNeverStuck(String what, Supplier<Duel.Round> rounds) throws Exception {
    Seed seed = Seed.of(what);
    String hung = Duel.fight(rounds, seed, TIME, Effort.STUCK);
    assertThat(hung).as("%s", seed).isNull();
  }

  /** That the duel finds a lost wake-up. */
  @Test
  void carelessLatchIsCaught() throws Exception {
    Seed seed = Seed.of("careless latch");
    String hung = Duel.fight(LatchRound::new, seed, Effort.CAUGHT_WITHIN, Duration.ofSeconds(1));
    assertThat(hung).as("%s", seed).isNotNull().contains("CarelessLatch.await");
  }

  private static final class LatchRound implements Duel.Round {
    private final CarelessLatch latch = new CarelessLatch();

    @Override
    public void left() {
      latch.end();
    }

    @Override
    public void right() {
      latch.await();
    }
  }
}
