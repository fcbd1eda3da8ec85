package dev.heddle.scheduler;

import dev.heddle.verify.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * One owner that pushes and pops at random, and thieves; every item has a number.
 *
 * <p>Checked is what a deque promises to each side, whatever the other side does:
 *
 * <ul>
 *   <li>each item is taken exactly once (each thread keeps a table of its own, without a shared
 *       word whose fence could hide a missing one);
 *   <li>the owner pops the newest that it has not popped yet, or nothing: then all are stolen;
 *   <li>each thief steals in the order in which the items were pushed.
 * </ul>
 */
final class DequeStress {
  /**
   * What was seen.
   *
   * @param pushed how many items there were
   * @param stolen how many of them thieves took
   * @param lost taken by nobody
   * @param twice taken more than once
   * @param disorders pops and steals that returned another item than they must
   */
  record Outcome(int pushed, int stolen, int lost, int twice, int disorders) {
    boolean isSound() {
      return lost == 0 && twice == 0 && disorders == 0;
    }
  }

  private static final int HIGHEST = 40 * WorkDeque.BATCH;
  private static final int[] LEVELS = {
    1, 3, WorkDeque.BATCH, WorkDeque.BATCH + 4, 2 * WorkDeque.BATCH, HIGHEST / 2
  };

  private final StealingDeque deque;
  private final int items;
  private final CyclicBarrier start;
  private volatile boolean ownerDone;

  private DequeStress(StealingDeque deque, int items, int thieves) {
    this.deque = deque;
    this.items = items;
    start = new CyclicBarrier(thieves + 1);
  }

  static Outcome run(StealingDeque deque, Seed seed, int items, int thieves) throws Exception {
    DequeStress stress = new DequeStress(deque, items, thieves);
    Owner owner = stress.new Owner(seed.random(0));
    List<Thief> others = new ArrayList<>();
    for (int i = 0; i < thieves; i++) {
      others.add(stress.new Thief());
    }
    List<Callable<@Nullable Void>> all = new ArrayList<>(others);
    all.add(owner);
    inThreads(all);
    return stress.judge(owner, others);
  }

  private static void inThreads(List<Callable<@Nullable Void>> bodies)
      throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newFixedThreadPool(bodies.size())) {
      for (Future<@Nullable Void> each : threads.invokeAll(bodies)) {
        each.get();
      }
    }
  }

  private Outcome judge(Owner owner, List<Thief> thieves) {
    int lost = 0;
    int twice = 0;
    int stolen = 0;
    for (int i = 0; i < items; i++) {
      int taken = owner.taken[i];
      for (Thief thief : thieves) {
        taken += thief.taken[i];
        stolen += thief.taken[i];
      }
      lost += taken == 0 ? 1 : 0;
      twice += taken > 1 ? 1 : 0;
    }
    int disorders = owner.disorders + thieves.stream().mapToInt(thief -> thief.disorders).sum();
    return new Outcome(items, stolen, lost, twice, disorders);
  }

  /** Keeps what it has pushed and not popped on a stack, to know what a pop must return. */
  private final class Owner implements Callable<@Nullable Void> {
    final byte[] taken = new byte[items];
    int disorders;
    private final SplittableRandom random;
    private final NumberedItem[] stack = new NumberedItem[HIGHEST];
    private int height;
    private int pushed;

    Owner(SplittableRandom random) {
      this.random = random;
    }

    @Override
    public @Nullable Void call() throws Exception {
      start.await();
      try {
        while (pushed < items) {
          phase();
        }
        while (pop()) {}
      } finally {
        ownerDone = true;
      }
      return null;
    }

    /** For a while about a certain number of items: near none, near what thieves take, or many. */
    private void phase() {
      int level = LEVELS[random.nextInt(LEVELS.length)];
      for (int step = random.nextInt(400); step > 0; step--) {
        if (height < random.nextInt(2 * level)) {
          push();
        } else if (random.nextInt(16) != 0) {
          pop();
        } else if (random.nextBoolean()) {
          takeBack();
        } else {
          deque.releaseMemory();
        }
      }
    }

    private void push() {
      if (pushed < items) {
        NumberedItem item = new NumberedItem(pushed++);
        stack[height++] = item;
        deque.push(item);
      }
    }

    /** As a join that wants its newest child back, and no other item. */
    private void takeBack() {
      if (height > 0 && deque.takeBack(stack[height - 1])) {
        taken[stack[--height].number]++;
      }
    }

    private boolean pop() {
      Work item = deque.pop();
      if (item == null) {
        height = 0; // all stolen, as the tables will tell
        return false;
      }
      taken[((NumberedItem) item).number]++;
      if (height == 0 || stack[--height] != item) {
        disorders++;
      }
      return true;
    }
  }

  private final class Thief implements Callable<@Nullable Void> {
    final byte[] taken = new byte[items];
    int disorders;
    private final @Nullable Work[] loot = new Work[WorkDeque.BATCH];
    private int last = -1;

    @Override
    public @Nullable Void call() throws Exception {
      start.await();
      boolean done;
      int idle = 0;
      do {
        done = ownerDone;
        int n = deque.steal(loot);
        for (int i = 0; i < n; i++) {
          take(loot[i]);
        }
        idle = n > 0 ? 0 : idle + 1;
        if (idle % 64 == 63) {
          Thread.yield();
        }
      } while (!done);
      return null;
    }

    private void take(@Nullable Work item) {
      if (item == null) {
        disorders++;
        return;
      }
      int number = ((NumberedItem) item).number;
      taken[number]++;
      if (number <= last) {
        disorders++;
      }
      last = number;
    }
  }
}
