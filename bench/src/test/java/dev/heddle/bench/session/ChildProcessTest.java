package dev.heddle.bench.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.bench.BenchmarkFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With a shell in the place of a contender. */
@Timeout(60)
class ChildProcessTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Test
  void warmsUpAndMeasures() {
    try (ChildProcess child =
        start("echo warming 3; echo warming 2; echo ready 2 17 true; read ask; echo cost 1.5")) {
      List<Double> costs = new ArrayList<>();
      assertThat(child.awaitReady(costs::add))
          .isEqualTo(new ChildProcess.WarmUp(2, Duration.ofMillis(17), true));
      assertThat(costs).containsExactly(3.0, 2.0);
      assertThat(child.round()).isEqualTo(1.5);
    }
  }

  @Test
  void anErrorIsToldInTheChildsOwnWords() {
    try (ChildProcess child = start("echo ready 1 1 true; read ask; echo error wrong result: 3")) {
      child.awaitReady(_ -> {});
      assertThatThrownBy(child::round)
          .isInstanceOf(BenchmarkFailure.class)
          .hasMessage("some child failed: wrong result: 3");
    }
  }

  @Test
  void aDeathIsToldWithTheLastWords() {
    try (ChildProcess child = start("echo out of luck >&2; exit 3")) {
      assertThatThrownBy(() -> child.awaitReady(_ -> {}))
          .isInstanceOf(BenchmarkFailure.class)
          .hasMessageContainingAll("some child died with the exit code 3", "out of luck");
    }
  }

  @Test
  void silenceIsNotWaitedForForEver() {
    try (ChildProcess child =
        ChildProcess.start("some child", shell("exec sleep 100"), Duration.ofMillis(200))) {
      assertThatThrownBy(() -> child.awaitReady(_ -> {}))
          .isInstanceOf(BenchmarkFailure.class)
          .hasMessageContaining("some child has said nothing");
    }
  }

  @Test
  void whatCannotBeStartedIsNamed() {
    assertThatThrownBy(
            () -> ChildProcess.start("some child", List.of("/no/such/program"), PATIENCE))
        .isInstanceOf(BenchmarkFailure.class)
        .hasMessageContaining("/no/such/program");
  }

  private static ChildProcess start(String script) {
    return ChildProcess.start("some child", shell(script), PATIENCE);
  }

  private static List<String> shell(String script) {
    return List.of("/bin/sh", "-c", script);
  }
}
