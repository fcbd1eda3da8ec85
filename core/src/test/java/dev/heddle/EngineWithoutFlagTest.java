package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.Engine;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import dev.heddle.testing.ChildJvm;
import dev.heddle.testing.ConcurrentTestCase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A JVM without the flag for the virtual engine. */
class EngineWithoutFlagTest extends ConcurrentTestCase {

  /** What the child does. */
  static final class Child {
    private Child() {}

    public static void main(String[] args) {
      for (int i = 0; i < 3; i++) {
        try (Heddle heddle = Heddle.start(2)) {
          System.out.println(heddle.engine() + " " + heddle.invoke(() -> fib(10)));
        }
      }
      try (Heddle asked = Heddle.builder().engine(Engine.PLATFORM).start()) {
        System.out.println(asked.engine() + " " + asked.invoke(() -> fib(10)));
      }
      try (Heddle virtual = Heddle.builder().engine(Engine.VIRTUAL).start()) {
        System.out.println(virtual.engine() + " " + virtual.invoke(() -> fib(10)));
      } catch (IllegalStateException e) {
        System.out.println(e.getMessage());
      }
    }

    private static int fib(int n) {
      if (n < 2) {
        return n;
      }
      try (Scope scope = Scope.open()) {
        Job<Integer> left = scope.spawn(() -> fib(n - 1));
        return fib(n - 2) + left.join();
      }
    }
  }

  @Test
  void runsOnThePlatformEngineAndSaysOnceWhichFlagIsMissing() throws Exception {
    ChildJvm.Result result = ChildJvm.run(Child.class, List.of());

    assertThat(result.exitCode()).as(result.err()).isZero();
    List<String> lines = result.out().lines().toList();
    assertThat(lines.subList(0, 4)).containsOnly("PLATFORM 55");
    assertThat(lines.get(4))
        .as("asking for the virtual engine is an error that names the flag")
        .contains("--add-opens java.base/java.lang=ALL-UNNAMED");
    assertThat(result.err().lines().filter(line -> line.contains("--add-opens")))
        .as("exactly one warning: %s", result.err())
        .hasSize(1)
        .allMatch(line -> line.contains("--add-opens java.base/java.lang=ALL-UNNAMED"));
  }

  @Test
  void withTheFlagItRunsOnTheVirtualEngineAndSaysNothing() throws Exception {
    ChildJvm.Result result = ChildJvm.run(Child.class, List.of(ChildJvm.FLAG));

    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out().lines())
        .containsExactly("VIRTUAL 55", "VIRTUAL 55", "VIRTUAL 55", "PLATFORM 55", "VIRTUAL 55");
    assertThat(result.err()).isEmpty();
  }
}
