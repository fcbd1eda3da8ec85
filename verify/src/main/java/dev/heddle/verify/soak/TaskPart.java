package dev.heddle.verify.soak;

import dev.heddle.fiber.Fiber;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that succeed, fail, wait, are cancelled, are waited for with too little time, and scopes of
 * such. Each job that was accepted has run once, or says that it was cancelled and has run at most
 * once.
 */
final class TaskPart implements Part {
  private record Item(Job<?> job, AtomicInteger begun) {}

  @Override
  public void work(Bed bed, SplittableRandom random) throws Exception {
    while (bed.goesOn()) {
      List<Item> items = new ArrayList<>();
      int count = 1 + random.nextInt(50);
      for (int i = 0; i < count; i++) {
        items.add(random.nextInt(4) == 0 ? scope(bed, random.split()) : job(bed, random.split()));
      }
      for (Item item : items) {
        if (random.nextInt(10) == 0) {
          item.job.cancel(random.nextBoolean());
        }
      }
      items.forEach(TaskPart::settle);
      bed.deeds.add(count);
    }
  }

  private static Item job(Bed bed, SplittableRandom random) {
    AtomicInteger begun = new AtomicInteger();
    Job<@Nullable Void> job =
        bed.heddle.submit(
            () -> {
              begun.incrementAndGet();
              doSomething(random);
            });
    return new Item(job, begun);
  }

  private static void doSomething(SplittableRandom random) throws Exception {
    switch (random.nextInt(6)) {
      case 0 -> Bed.throwSomething(random);
      case 1 -> Fiber.sleep(Duration.ofNanos(random.nextInt(2_000_000)));
      case 2 -> Fiber.yield();
      case 3 -> Thread.sleep(Duration.ofNanos(random.nextInt(1_000_000)));
      default -> {}
    }
  }

  /** A job with a scope of jobs, of which some fail. */
  private static Item scope(Bed bed, SplittableRandom random) {
    AtomicInteger begun = new AtomicInteger();
    Job<@Nullable Void> job =
        bed.heddle.submit(
            () -> {
              begun.incrementAndGet();
              tree(random, 3);
            });
    return new Item(job, begun);
  }

  private static void tree(SplittableRandom random, int height) throws Exception {
    List<Item> children = new ArrayList<>();
    try (Scope scope = Scope.open()) {
      int count = random.nextInt(4);
      for (int i = 0; i < count; i++) {
        SplittableRandom own = random.split();
        AtomicInteger begun = new AtomicInteger();
        children.add(
            new Item(
                scope.spawn(
                    () -> {
                      begun.incrementAndGet();
                      if (height == 0 || own.nextInt(8) == 0) {
                        doSomething(own);
                      } else {
                        tree(own, height - 1);
                      }
                    }),
                begun));
      }
      if (random.nextInt(8) == 0) {
        scope.cancel();
      }
      if (random.nextInt(4) == 0) {
        scope.joinFor(Duration.ofNanos(random.nextInt(500_000)));
      }
    } finally {
      for (Item child : children) {
        SoakFailure.unless(
            child.job.isDone(), () -> "a job outlives its scope: %s".formatted(child.job));
        check(child);
      }
    }
  }

  private static void settle(Item item) {
    try {
      item.job.join();
    } catch (Throwable expected) {
      // whatever it threw, on purpose, or that it was cancelled; laws are checked below
      if (expected instanceof SoakFailure failure) {
        throw failure;
      }
    }
    check(item);
  }

  private static void check(Item item) {
    int begun = item.begun.get();
    boolean right =
        item.job.state() == Future.State.CANCELLED ? begun <= 1 : item.job.isDone() && begun == 1;
    SoakFailure.unless(right, () -> "a job has run %d times, and is %s".formatted(begun, item.job));
  }
}
