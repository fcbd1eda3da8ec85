package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.metrics.Distribution;
import dev.heddle.testing.ConcurrentTestCase;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How often something took how long. */
class DurationsTest extends ConcurrentTestCase {

  @Test
  void everyTimeFallsIntoTheBucketThatItsBoundsSay() {
    long before = -1;
    for (int bucket = 0; bucket <= Durations.bucketOf((1L << 40) - 1); bucket++) {
      long longest = Durations.longestOf(bucket);
      assertThat(Durations.bucketOf(before + 1)).as("the shortest").isEqualTo(bucket);
      assertThat(Durations.bucketOf(longest)).as("the longest").isEqualTo(bucket);
      assertThat((longest - before - 1) * 8)
          .as("the width, in eighths")
          .isLessThanOrEqualTo(before + 1);
      before = longest;
    }
    assertThat(before).isEqualTo((1L << 40) - 1);
  }

  @Test
  void quantilesAreRightWithinAnEighth() {
    Random random = random();
    Durations durations = new Durations();
    long[] times = new long[10_000];
    for (int i = 0; i < times.length; i++) {
      times[i] = (long) Math.exp(random.nextDouble() * 20);
      durations.add(times[i]);
    }
    Arrays.sort(times);
    Distribution counted = Durations.total(List.of(durations));
    assertThat(counted.count()).isEqualTo(times.length);
    assertThat(counted.sum()).isEqualTo(Arrays.stream(times).sum());
    assertThat(counted.max()).isEqualTo(times[times.length - 1]);
    assertThat(counted.mean()).isEqualTo(counted.sum() / counted.count());
    for (double share : new double[] {0, 0.01, 0.5, 0.9, 0.99, 0.999, 1}) {
      long exact = times[Math.max(0, (int) Math.ceil(share * times.length) - 1)];
      assertThat(counted.quantile(share))
          .as("%s of them", share)
          .isBetween(exact, exact + exact / 8 + 1);
    }
  }

  @Test
  void printsInALine() {
    Durations durations = new Durations();
    assertThat(Durations.total(List.of(durations))).hasToString("none");
    durations.add(5);
    assertThat(Durations.total(List.of(durations)))
        .hasToString("1 time, 50 %: 5 ns, 99 %: 5 ns, max: 5 ns");
    for (int i = 0; i < 98; i++) {
      durations.add(7);
    }
    durations.add(40);
    assertThat(Durations.total(List.of(durations)))
        .hasToString("100 times, 50 %: 7 ns, 99 %: 7 ns, max: 40 ns");
  }

  @Test
  void whatIsTooLongCountsAsVeryLong() {
    Durations durations = new Durations();
    durations.add(Long.MAX_VALUE);
    durations.add(-5);
    Distribution counted = Durations.total(List.of(durations));
    assertThat(counted.count()).isEqualTo(2);
    assertThat(counted.buckets())
        .extracting(Distribution.Bucket::upTo)
        .containsExactly(0L, (1L << 40) - 1);
    assertThat(counted.max()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void manyThreadsLoseNothingAndPartsAddUp() throws InterruptedException {
    Durations one = new Durations();
    Durations other = new Durations();
    Thread[] threads = new Thread[4];
    for (int t = 0; t < threads.length; t++) {
      Durations mine = t % 2 == 0 ? one : other;
      threads[t] =
          new Thread(
              () -> {
                for (int i = 0; i < 10_000; i++) {
                  mine.add(i % 5);
                }
              });
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Distribution counted = Durations.total(List.of(one, other));
    assertThat(counted.buckets())
        .containsExactly(
            new Distribution.Bucket(0, 8_000),
            new Distribution.Bucket(1, 8_000),
            new Distribution.Bucket(2, 8_000),
            new Distribution.Bucket(3, 8_000),
            new Distribution.Bucket(4, 8_000));
    assertThat(counted.sum()).isEqualTo(80_000);
  }

  @Test
  void nothingHasQuantilesOfZeroAndAShareIsNoPercentage() {
    assertThat(Distribution.NONE.quantile(0.99)).isZero();
    assertThat(Distribution.NONE.mean()).isZero();
    assertThatThrownBy(() -> Distribution.NONE.quantile(99))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("99")
        .hasMessageContaining("from 0 to 1");
  }
}
