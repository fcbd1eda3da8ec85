package dev.heddle.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/** Random trees of scopes and jobs have the outcome that a recursion over them has. */
class ScopeFuzzTest {

  sealed interface Tree {}

  record Leaf(int value) implements Tree {}

  record Failing(int number) implements Tree {}

  /** A scope with a job for each child. */
  record Branch(How how, boolean recovers, List<Tree> children) implements Tree {}

  enum How {
    SPAWNED,
    ENQUEUED,
    /** Each child in a fiber, for which its job waits. */
    IN_FIBERS
  }

  private static final class Planned extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;
    final int number;

    Planned(int number) {
      super("planned " + number);
      this.number = number;
    }
  }

  // ---- the model

  /** A value, or the failures of which one is thrown. */
  private record Outcome(int value, Set<Integer> failures) {}

  private static Outcome outcome(Tree tree) {
    return switch (tree) {
      case Leaf leaf -> new Outcome(leaf.value(), Set.of());
      case Failing failing -> new Outcome(0, Set.of(failing.number()));
      case Branch branch -> {
        int sum = 0;
        Set<Integer> failures = new TreeSet<>();
        for (Tree child : branch.children()) {
          Outcome of = outcome(child);
          sum += of.value();
          failures.addAll(of.failures());
        }
        yield failures.isEmpty()
            ? new Outcome(sum, failures)
            : branch.recovers() ? new Outcome(-1, Set.of()) : new Outcome(0, failures);
      }
    };
  }

  private static int size(Tree tree) {
    return tree instanceof Branch branch
        ? branch.children().stream().mapToInt(ScopeFuzzTest::size).sum()
        : 1;
  }

  private static boolean fails(Tree tree) {
    return switch (tree) {
      case Leaf _ -> false;
      case Failing _ -> true;
      case Branch branch -> branch.children().stream().anyMatch(ScopeFuzzTest::fails);
    };
  }

  // ---- the real thing

  /** One run of a tree. */
  private static class Run {
    final Heddle heddle;
    final AtomicInteger leaves = new AtomicInteger();
    final AtomicInteger running = new AtomicInteger();

    Run(Heddle heddle) {
      this.heddle = heddle;
    }

    int run(Tree tree) {
      running.incrementAndGet();
      try {
        return switch (tree) {
          case Leaf leaf -> {
            leaves.incrementAndGet();
            yield leaf.value();
          }
          case Failing failing -> {
            leaves.incrementAndGet();
            throw new Planned(failing.number());
          }
          case Branch branch -> run(branch);
        };
      } finally {
        running.decrementAndGet();
      }
    }

    private int run(Branch branch) {
      try (Scope scope = Scope.open()) {
        List<Job<Integer>> jobs = new ArrayList<>();
        for (Tree child : branch.children()) {
          jobs.add(start(scope, branch.how(), child));
        }
        scope.join();
        return sum(jobs);
      } catch (Planned e) {
        if (branch.recovers()) {
          return -1;
        }
        throw e;
      }
    }

    private Job<Integer> start(Scope scope, How how, Tree child) {
      Callable<Integer> body = () -> run(child);
      return switch (how) {
        case SPAWNED -> scope.spawn(body);
        case ENQUEUED -> scope.enqueue(body);
        case IN_FIBERS -> scope.spawn(() -> heddle.fiber(body).join());
      };
    }

    int sum(List<Job<Integer>> jobs) {
      return jobs.stream().mapToInt(Job::resultNow).sum();
    }
  }

  /** Broken on purpose: does not count the last of three or more. */
  private static final class Forgetful extends Run {
    Forgetful(Heddle heddle) {
      super(heddle);
    }

    @Override
    int sum(List<Job<Integer>> jobs) {
      return super.sum(jobs.subList(0, Math.min(2, jobs.size())));
    }
  }

  private static void compare(Run run, Tree tree) {
    Outcome expected = outcome(tree);
    Integer value = null;
    Planned failure = null;
    try {
      value = run.heddle.submit(() -> run.run(tree)).join();
    } catch (Planned e) {
      failure = e;
    }
    assertThat(run.running).as("what goes on after the end").hasValue(0);
    assertOutcome(expected, value, failure);
    if (fails(tree)) {
      assertThat(run.leaves.get()).as("leaves that ran").isLessThanOrEqualTo(size(tree));
    } else {
      assertThat(run.leaves.get()).as("leaves that ran").isEqualTo(size(tree));
    }
  }

  private static void assertOutcome(
      Outcome expected, @Nullable Integer value, @Nullable Planned failure) {
    if (expected.failures().isEmpty()) {
      assertThat(failure).as("what was thrown").isNull();
      assertThat(value).as("the value").isEqualTo(expected.value());
    } else {
      assertThat(failure).as("what was thrown").isNotNull();
      assertThat(expected.failures()).contains(failure.number);
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void aTreeOfScopesHasTheOutcomeOfARecursion(
      @ForAll("trees") Tree tree, @ForAll @IntRange(min = 1, max = 4) int workers) {
    try (Heddle heddle = Heddle.start(workers)) {
      compare(new Run(heddle), tree);
    }
  }

  @Example
  void aForgottenJobIsFound() {
    try (Heddle heddle = Heddle.start(1)) {
      assertThat(trees().sampleStream().limit(200))
          .anySatisfy(tree -> assertThat(isCaught(new Forgetful(heddle), tree)).isTrue());
    }
  }

  private static boolean isCaught(Run broken, Tree tree) {
    try {
      compare(broken, tree);
      return false;
    } catch (AssertionError e) {
      return String.valueOf(e.getMessage()).contains("the value");
    }
  }

  @Provide
  Arbitrary<Tree> trees() {
    return trees(3);
  }

  private static Arbitrary<Tree> trees(int height) {
    Arbitrary<Tree> leaf = Arbitraries.integers().between(0, 99).map(Leaf::new);
    Arbitrary<Tree> failing = Arbitraries.integers().between(100, 999).map(Failing::new);
    if (height == 0) {
      return Arbitraries.frequencyOf(Tuple.of(9, leaf), Tuple.of(1, failing));
    }
    Arbitrary<Tree> branch =
        Combinators.combine(
                Arbitraries.of(How.class),
                Arbitraries.of(false, true),
                Arbitraries.lazy(() -> trees(height - 1)).list().ofMaxSize(5))
            .as(Branch::new);
    return Arbitraries.frequencyOf(Tuple.of(5, branch), Tuple.of(4, leaf), Tuple.of(1, failing));
  }
}
