package dev.heddle.bench.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AlternationTest {
  private final List<String> order = new ArrayList<>();
  private long now;

  @Test
  void contestantsTakeTurns() {
    List<List<Double>> costs = run(3, Duration.ofDays(1));
    assertThat(order).containsExactly("A", "B", "C", "A", "B", "C", "A", "B", "C");
    assertThat(costs)
        .containsExactly(List.of(1.0, 4.0, 7.0), List.of(2.0, 5.0, 8.0), List.of(3.0, 6.0, 9.0));
  }

  @Test
  void noRoundBeginsThatWouldEndTooLate() {
    run(100, Duration.ofSeconds(10)); // a round of all three takes three seconds
    assertThat(order).hasSize(9);
  }

  @Test
  void thereIsAlwaysOneRound() {
    run(100, Duration.ZERO);
    assertThat(order).containsExactly("A", "B", "C");
  }

  @Test
  void orAsManyAsAreAskedForAtLeast() {
    run(4, 100, Duration.ZERO);
    assertThat(order).hasSize(12);
  }

  private List<List<Double>> run(int rounds, Duration budget) {
    return run(1, rounds, budget);
  }

  private List<List<Double>> run(int least, int rounds, Duration budget) {
    return new Alternation(() -> now, budget)
        .run(List.of(contestant("A"), contestant("B"), contestant("C")), least, rounds, _ -> {});
  }

  /** Takes a second of the test's own time, and costs as many units as there were rounds. */
  private Contestant contestant(String name) {
    return () -> {
      order.add(name);
      now += TimeUnit.SECONDS.toNanos(1);
      return order.size();
    };
  }
}
