package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.testing.ConcurrentTestCase;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Who takes most of a worker's time. */
class BusyNumbersTest extends ConcurrentTestCase {

  private static Map<Long, Long> entries(BusyNumbers busy) {
    Map<Long, Long> entries = new HashMap<>();
    busy.forEach(entries::put);
    return entries;
  }

  @Test
  void aFewAreCountedExactly() {
    BusyNumbers busy = new BusyNumbers();
    for (int i = 0; i < 1_000; i++) {
      busy.add(1 + i % 10, i % 10);
    }
    for (long number = 1; number <= 10; number++) {
      assertThat(entries(busy)).containsEntry(number, (number - 1) * 100);
    }
  }

  @Test
  void whoeverTakesMoreThanItsShareIsAmongThemAndNeverTooLow() {
    Random random = random();
    BusyNumbers busy = new BusyNumbers();
    Map<Long, Long> exact = new HashMap<>();
    long all = 0;
    for (int i = 0; i < 100_000; i++) {
      long number = random.nextInt(4) == 0 ? 7 : 100 + random.nextInt(50_000);
      long nanos = random.nextInt(1_000);
      busy.add(number, nanos);
      exact.merge(number, nanos, Long::sum);
      all += nanos;
    }
    Map<Long, Long> entries = entries(busy);
    assertThat(entries).hasSize(16).containsKey(7L);
    long bound = all / 16;
    entries.forEach(
        (number, nanos) -> {
          long taken = exact.getOrDefault(number, 0L);
          assertThat(nanos).as("number %d", number).isBetween(taken, taken + bound);
        });
  }
}
