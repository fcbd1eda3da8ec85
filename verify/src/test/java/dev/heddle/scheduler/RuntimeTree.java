package dev.heddle.scheduler;

import dev.heddle.Heddle;
import dev.heddle.task.Affinity;
import dev.heddle.task.Body;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import dev.heddle.task.Task;
import dev.heddle.verify.Watched;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A random tree of work: each node is numbered, is counted when it runs, and gives its children to
 * the runtime in every way there is: spawned or enqueued, waited for or not, with and without
 * affinity.
 */
final class RuntimeTree {
  private static final int DEEPEST = 10;
  private static final int MOST_CHILDREN = 6;

  private final Heddle heddle;
  private final AtomicIntegerArray runs;
  private final AtomicInteger numbers = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();

  private RuntimeTree(Heddle heddle, int nodes) {
    this.heddle = heddle;
    runs = new AtomicIntegerArray(nodes);
  }

  /** Grows a tree of at most {@code nodes} nodes, and fails unless each of them runs once. */
  static int grow(Heddle heddle, SplittableRandom random, int nodes) {
    RuntimeTree tree = new RuntimeTree(heddle, nodes);
    int root = tree.numbers.getAndIncrement();
    SplittableRandom own = random.split();
    heddle.enqueue(() -> tree.run(root, 0, own));
    Watched.await(tree::isComplete, "the end of a tree, " + heddle.metrics());
    tree.check();
    return tree.size();
  }

  private boolean isComplete() {
    return ended.get() == size();
  }

  private int size() {
    return Math.min(numbers.get(), runs.length());
  }

  private void check() {
    for (int i = 0; i < size(); i++) {
      if (runs.get(i) != 1) {
        throw new AssertionError("node " + i + " ran " + runs.get(i) + " times");
      }
    }
  }

  private void run(int number, int depth, SplittableRandom random) {
    runs.incrementAndGet(number);
    int children = depth == DEEPEST ? 0 : random.nextInt(MOST_CHILDREN);
    switch (random.nextInt(3)) {
      case 0 -> joinScope(children, depth, random);
      case 1 -> joinTasks(children, depth, random);
      default -> letGo(children, depth, random);
    }
    ended.incrementAndGet();
  }

  /** One child's body, or one that does nothing once the tree is large enough. */
  private Body child(int depth, SplittableRandom random) {
    int number = numbers.getAndIncrement();
    SplittableRandom own = random.split();
    return number < runs.length() ? () -> run(number, depth + 1, own) : () -> {};
  }

  private void joinScope(int children, int depth, SplittableRandom random) {
    try (Scope scope = Scope.open()) {
      List<Job<?>> jobs = new ArrayList<>();
      for (int i = 0; i < children; i++) {
        Body body = child(depth, random);
        jobs.add(
            switch (random.nextInt(3)) {
              case 0 -> scope.spawn(body);
              case 1 -> scope.enqueue(body);
              default -> scope.spawn(affinity(random), () -> runAndReturn(body));
            });
      }
      if (random.nextBoolean()) {
        jobs.forEach(Job::join);
      }
    }
  }

  private static int runAndReturn(Body body) throws Exception {
    body.run();
    return 0;
  }

  private void joinTasks(int children, int depth, SplittableRandom random) {
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < children; i++) {
      Task task = Task.of(child(depth, random));
      if (random.nextInt(4) == 0) {
        task.affinity(affinity(random));
      }
      if (!tasks.isEmpty() && random.nextInt(4) == 0) {
        task.after(tasks.get(random.nextInt(tasks.size())));
      }
      task.spawn();
      tasks.add(task);
    }
    tasks.reversed().forEach(Task::join);
  }

  private void letGo(int children, int depth, SplittableRandom random) {
    for (int i = 0; i < children; i++) {
      Body body = child(depth, random);
      if (random.nextBoolean()) {
        heddle.spawn(body);
      } else {
        heddle.enqueue(body);
      }
    }
  }

  private Affinity affinity(SplittableRandom random) {
    int worker = random.nextInt(heddle.workers());
    return random.nextInt(4) == 0 ? Affinity.boundTo(worker) : Affinity.worker(worker);
  }
}
