package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How long a worker stays away from what others have. */
class BackoffTest {
  private long now = 1_000_000;
  private final Backoff backoff = new Backoff(() -> now);

  @Test
  void theFirstTimeForAMoment() {
    assertThat(backoff.stayAway()).isEqualTo(4);
  }

  @Test
  void whoSoonMeetsTheOtherAgainStaysAwayForTwiceAsLongUpToALimit() {
    int[] pauses = new int[10];
    for (int i = 0; i < pauses.length; i++) {
      pauses[i] = backoff.stayAway();
      now += 2_999;
    }
    assertThat(pauses).containsExactly(4, 8, 16, 32, 64, 128, 256, 512, 512, 512);
  }

  @Test
  void whoGoesWithoutForAWhileBeginsAnew() {
    backoff.stayAway();
    assertThat(backoff.stayAway()).isEqualTo(8);
    now += 3_000;
    assertThat(backoff.stayAway()).isEqualTo(4);
    assertThat(backoff.stayAway()).isEqualTo(8);
  }
}
