package dev.heddle.fiber;

import dev.heddle.Heddle;
import dev.heddle.task.Job;
import dev.heddle.verify.Watched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Fibers, tasks, threads and virtual threads of the JDK that use one set of {@link Commons}, and
 * interrupt and cancel each other at random.
 */
final class StressRound {
  private final Heddle heddle;
  private final Commons commons;
  private final int users;
  private final int steps;
  private final SplittableRandom random;
  private final boolean binds;

  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> disturbances = new ConcurrentLinkedQueue<>();
  private final WaitGroup threads = new WaitGroup();
  private final WaitGroup active = new WaitGroup();
  private final AtomicLong progress = new AtomicLong();
  private volatile boolean over;

  /**
   * @param binds whether the thread that starts them is bound to the runtime meanwhile
   */
  StressRound(Heddle heddle, int users, int steps, boolean binds, SplittableRandom random) {
    this.heddle = heddle;
    this.commons = new Commons(heddle);
    this.users = users;
    this.steps = steps;
    this.binds = binds;
    this.random = random;
  }

  /**
   * Runs it, on a thread of its own.
   *
   * @return false if nothing happened for {@code stuck}
   */
  boolean run(Duration stuck) throws InterruptedException {
    Thread main = new Thread(this::startAndAwaitAll, "stress-main");
    main.setDaemon(true); // a stuck one stays
    main.start();
    while (!over) {
      long before = progress.get();
      if (!Watched.becomes(() -> over || progress.get() != before, stuck)) {
        return false;
      }
    }
    main.join();
    Throwable failure = failures.poll();
    if (failure != null) {
      throw new AssertionError("in a round", failure);
    }
    commons.checkConserved();
    return true;
  }

  private void startAndAwaitAll() {
    try {
      if (binds) {
        heddle.bind();
      }
      List<Runnable> joins = new ArrayList<>();
      for (int i = 0; i < users; i++) {
        joins.add(startOne(i, random.split()));
      }
      if (binds) {
        useHere(joins);
      }
      joins.forEach(StressRound::awaitEnd);
      threads.await();
      active.await(); // a cancelled job has ended before what it runs
      commons.close();
      if (binds) {
        heddle.unbind();
      }
    } catch (Throwable e) {
      failures.add(e);
    } finally {
      over = true;
    }
  }

  /** The bound thread itself, and what only it may run. */
  private void useHere(List<Runnable> joins) {
    for (int i = 0; i < 4; i++) {
      SplittableRandom own = random.split();
      joins.add(heddle.sameThread(() -> use(own))::join);
    }
    use(random.split());
    boolean _ = Thread.interrupted();
  }

  private static void awaitEnd(Runnable join) {
    try {
      join.run();
    } catch (CancellationException e) {
      return; // as it was asked
    }
  }

  /** Starts one; returns how to wait for its end. */
  private Runnable startOne(int number, SplittableRandom own) {
    return switch (random.nextInt(4)) {
      case 0 -> startTask(own);
      case 1 -> startThread(Thread.ofPlatform().daemon().name("stress-" + number), own);
      case 2 -> startThread(Thread.ofVirtual().name("stress-virtual-" + number), own);
      default -> startFiber("stress-fiber-" + number, own);
    };
  }

  private Runnable startTask(SplittableRandom own) {
    Job<?> job = heddle.submit(() -> use(own));
    disturbances.add(job::cancel);
    return job::join;
  }

  private Runnable startFiber(String name, SplittableRandom own) {
    Fiber<?> fiber = heddle.fiber(name, () -> use(own));
    disturbances.add(random.nextInt(4) == 0 ? fiber::cancel : fiber::interrupt);
    return fiber::join;
  }

  private Runnable startThread(Thread.Builder builder, SplittableRandom own) {
    threads.add(1);
    Thread thread =
        builder.unstarted(
            () -> {
              try {
                useOnThread(own);
              } finally {
                threads.done();
              }
            });
    disturbances.add(thread::interrupt);
    thread.start();
    return () -> {}; // all threads are waited for together
  }

  /** On a platform thread that may be, it is bound meanwhile, and has work of its own. */
  private void useOnThread(SplittableRandom own) {
    if (!binds || Thread.currentThread().isVirtual() || own.nextBoolean()) {
      use(own);
      return;
    }
    heddle.bind();
    try {
      SplittableRandom beside = own.split();
      Job<?> _ = heddle.sameThread(() -> use(beside));
      use(own);
    } finally {
      heddle.unbind();
    }
  }

  private void use(SplittableRandom own) {
    active.add(1);
    try {
      for (int i = 0; i < steps; i++) {
        step(own);
        progress.incrementAndGet();
      }
    } catch (Throwable e) {
      failures.add(e);
    } finally {
      active.done();
    }
  }

  private void step(SplittableRandom own) {
    try {
      switch (own.nextInt(20)) {
        case 0 -> disturbSomebody();
        case 1 -> Fiber.yield();
        case 2 -> Fiber.sleep(Duration.ofNanos(own.nextInt(200_000)));
        default -> commons.useOne(own);
      }
    } catch (InterruptedException e) {
      return; // somebody has disturbed; goes on
    }
  }

  private void disturbSomebody() {
    Runnable disturbance = disturbances.poll();
    if (disturbance != null) {
      disturbances.add(disturbance);
      disturbance.run();
    }
  }
}
