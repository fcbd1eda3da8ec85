package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.Engine;
import dev.heddle.task.Affinity;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import dev.heddle.task.Task;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Trees of work in which every node runs its children in ways drawn by chance: whatever the mix,
 * the sum is the one that a single thread gets, and the runtime closes in order.
 */
class RandomWorkTest extends ConcurrentTestCase {

  /** A node of the tree: a value of its own, whether it fails, and its children. */
  private record Node(long value, boolean fails, boolean yields, long seed, List<Node> children) {}

  private static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final long value;

    Failed(long value) {
      super("on purpose", null, false, true);
      this.value = value;
    }
  }

  private static Node tree(Random random, int depth) {
    List<Node> children = new ArrayList<>();
    int count = depth == 0 ? 0 : random.nextInt(5);
    for (int i = 0; i < count; i++) {
      children.add(tree(random, depth - 1));
    }
    return new Node(
        random.nextInt(1_000),
        random.nextInt(8) == 0,
        random.nextInt(8) == 0,
        random.nextLong(),
        children);
  }

  /** What a single thread gets: a node that fails counts negatively. */
  private static long expected(Node node) {
    long sum = node.value + node.children.stream().mapToLong(RandomWorkTest::expected).sum();
    return node.fails ? -sum : sum;
  }

  /** A way to run a child and to get its value later. */
  private interface Way {
    LongSupplier start(Heddle heddle, Scope scope, Node child);
  }

  private static final List<Way> WAYS =
      List.of(
          (heddle, scope, child) -> join(scope.spawn(() -> caught(heddle, child))),
          (heddle, scope, child) -> join(scope.enqueue(() -> caught(heddle, child))),
          (heddle, scope, child) ->
              join(
                  scope.spawn(
                      Affinity.worker((int) (child.value % heddle.workers())),
                      () -> caught(heddle, child))),
          (heddle, scope, child) ->
              join(
                  scope.spawn(
                      Affinity.boundTo((int) (child.value % heddle.workers())),
                      () -> caught(heddle, child))),
          (heddle, scope, child) -> {
            Job<Long> job = heddle.submit(() -> run(heddle, child));
            return () -> valueOf(job::join);
          },
          (heddle, scope, child) -> {
            AtomicLong value = new AtomicLong();
            Task task = Task.of(() -> value.set(run(heddle, child)));
            task.spawn();
            return () -> {
              long failed = valueOf(() -> joined(task));
              return failed != 0 ? failed : value.get();
            };
          },
          (heddle, scope, child) -> {
            AtomicLong value = new AtomicLong();
            Task before = Task.of(Thread::yield);
            Task after = Task.of(() -> value.set(caught(heddle, child))).after(before);
            after.spawn();
            before.spawn();
            return () -> {
              after.join();
              return value.get();
            };
          },
          (heddle, scope, child) -> () -> caught(heddle, child));

  private static long joined(Task task) {
    task.join();
    return 0;
  }

  private static LongSupplier join(Job<Long> job) {
    return job::join;
  }

  private static long valueOf(Supplier<Long> join) {
    try {
      return join.get();
    } catch (Failed e) {
      return e.value;
    } catch (CompletionException e) {
      throw new AssertionError(e);
    }
  }

  private static long caught(Heddle heddle, Node node) {
    return valueOf(() -> run(heddle, node));
  }

  private static long run(Heddle heddle, Node node) {
    Random random = new Random(node.seed);
    long sum = node.value;
    try (Scope scope = Scope.open()) {
      List<LongSupplier> children = new ArrayList<>();
      for (Node child : node.children) {
        children.add(WAYS.get(random.nextInt(WAYS.size())).start(heddle, scope, child));
        if (random.nextInt(4) == 0) {
          sum += children.removeLast().getAsLong();
        }
      }
      if (node.yields) {
        Thread.yield();
      }
      if (random.nextBoolean()) {
        children = children.reversed(); // newest first, which runs in place; else mostly parks
      }
      for (LongSupplier child : children) {
        sum += child.getAsLong();
      }
    }
    if (node.fails) {
      throw new Failed(-sum);
    }
    return sum;
  }

  @OnEachRuntime
  void aRandomMixOfWorkComesToTheRightSum(Setup setup) throws Exception {
    Random random = random();
    Heddle heddle = start(setup);
    int rounds = setup.engine() == Engine.VIRTUAL ? 30 : 10;
    for (int round = 0; round < rounds; round++) {
      Node root = tree(random, 5);
      assertThat(await(heddle.submit(() -> caught(heddle, root)))).isEqualTo(expected(root));
    }
  }

  /** The same trees from several threads at once, so that everything meets everything. */
  @OnEachRuntime
  void manyRandomMixesAtOnceComeToTheirSums(Setup setup) {
    Random random = random();
    Heddle heddle = start(setup);
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 3; t++) {
      Random own = new Random(random.nextLong());
      threads.add(
          thread(
              "giver-" + t,
              () -> {
                for (int round = 0; round < 8; round++) {
                  Node root = tree(own, 4);
                  assertThat(await(heddle.submit(() -> caught(heddle, root))))
                      .isEqualTo(expected(root));
                }
              }));
    }
    threads.forEach(ConcurrentTestCase::await);
  }
}
