package dev.heddle.fiber;

import dev.heddle.Heddle;
import dev.heddle.scheduler.World;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.ConcurrentTestCase.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/**
 * Fibers, tasks, plain threads and virtual threads that take part in one test, and may all be
 * interrupted.
 */
final class Crew {
  private final Heddle heddle;
  private final Consumer<Throwable> onFailure;
  private final List<Runnable> joins = new ArrayList<>();
  private final List<Runnable> interrupts = new ArrayList<>();

  Crew(Heddle heddle, Consumer<Throwable> onFailure) {
    this.heddle = heddle;
    this.onFailure = onFailure;
  }

  /** Starts {@code body} on the kind of thread that {@code kind} modulo 4 stands for. */
  void start(int kind, Action body) {
    switch (Math.floorMod(kind, 4)) {
      case 0 -> {
        Fiber<?> fiber = heddle.fiber(() -> guarded(body));
        joins.add(() -> ended(fiber::join));
        interrupts.add(fiber::interrupt);
      }
      case 1 -> {
        var job = heddle.submit(() -> guarded(body));
        joins.add(() -> ended(job::join));
        interrupts.add(() -> {});
      }
      case 2 -> {
        World world = World.current();
        add(
            world == null
                ? Thread.ofPlatform().daemon().start(() -> guarded(body))
                : world.start("outside", () -> guarded(body)));
      }
      default -> add(Thread.ofVirtual().start(() -> guarded(body)));
    }
  }

  private void add(Thread thread) {
    joins.add(() -> ConcurrentTestCaseJoin.join(thread));
    interrupts.add(thread::interrupt);
  }

  private static void ended(Runnable join) {
    try {
      join.run();
    } catch (CancellationException e) {
      // was cancelled before it started
    }
  }

  private void guarded(Action body) {
    try {
      body.run();
    } catch (Throwable e) {
      onFailure.accept(e);
    }
  }

  /** Interrupts one of them. */
  void interruptOne(Random random) {
    interrupts.get(random.nextInt(interrupts.size())).run();
  }

  /** Waits for the end of all. */
  void join() {
    joins.forEach(Runnable::run);
  }

  /** Lends {@link ConcurrentTestCase}'s join, which fails a thread that does not end. */
  private abstract static class ConcurrentTestCaseJoin extends ConcurrentTestCase {
    static void join(Thread thread) {
      await(thread);
    }
  }
}
