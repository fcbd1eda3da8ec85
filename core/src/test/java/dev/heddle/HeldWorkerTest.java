package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.fiber.Fiber;
import dev.heddle.task.Job;
import dev.heddle.task.Task;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** What stands behind an item that holds its worker, while all others have work of their own. */
class HeldWorkerTest extends ConcurrentTestCase {
  private static final int CHILDREN = 40;

  private final AtomicBoolean busy = new AtomicBoolean(true);
  private final AtomicLong run = new AtomicLong();

  private void again(Heddle heddle) {
    run.getAndIncrement();
    if (busy.get()) {
      heddle.enqueue(() -> again(heddle));
    }
  }

  private void yieldOn() {
    while (busy.get()) {
      run.getAndIncrement();
      Fiber.yield();
    }
  }

  @OnEachRuntime(
      workers = {2, 4},
      notSimulated = "who spins there spins for ever")
  void hasItsTurnBesideTasks(Setup setup) {
    isRunBeside(setup, heddle -> heddle.enqueue(() -> again(heddle)));
  }

  @OnEachRuntime(
      workers = {2, 4},
      notSimulated = "who spins there spins for ever")
  void hasItsTurnBesideFibersThatYield(Setup setup) {
    isRunBeside(setup, heddle -> heddle.fiber(this::yieldOn));
  }

  /** Something spins until what it has spawned has run, and the others are never idle. */
  private void isRunBeside(Setup setup, Consumer<Heddle> addBusy) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicInteger done = new AtomicInteger();
    for (int i = 0; i < 4 * setup.workers(); i++) {
      addBusy.accept(heddle);
    }
    try {
      await("all are busy", () -> run.get() > 1_000);
      Job<Integer> holder = heddle.submit(() -> spinUntilChildrenHaveRun(done));
      await("all have run", holder::isDone);
      assertThat(holder.join()).isEqualTo(CHILDREN);
    } finally {
      busy.set(false);
    }
  }

  private int spinUntilChildrenHaveRun(AtomicInteger done) {
    for (int i = 0; i < CHILDREN; i++) {
      Task.of(done::getAndIncrement).spawn();
    }
    while (busy.get() && done.get() < CHILDREN) {
      Thread.onSpinWait();
    }
    return done.get();
  }
}
