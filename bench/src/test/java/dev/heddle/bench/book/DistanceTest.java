package dev.heddle.bench.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.Suite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DistanceTest {
  @Test
  void whatWasSeenIsToldForEachSuite() {
    Distance distance = new Distance();
    distance.look(Suite.FIBERS);
    distance.look(Suite.FIBERS);
    distance.look(Suite.SAVINA);
    assertThat(distance.facts())
        .containsOnlyKeys("a cache line to and fro, fibers", "a cache line to and fro, savina")
        .allSatisfy((_, value) -> assertThat(value).matches("\\d+ ns, from \\d+ to \\d+"));
  }

  @Test
  void nothingTravelsInLessThanANanosecond() {
    assertThat(new Distance().roundTrip()).isGreaterThan(1);
  }
}
