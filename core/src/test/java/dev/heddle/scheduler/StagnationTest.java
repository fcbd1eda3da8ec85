package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** For how long workers have not got on. */
class StagnationTest {
  private static final long PERIOD = 25;

  private final Stagnation stagnation = new Stagnation(2, 1_000);

  @Test
  void whoGetsOnIsNotHeld() {
    assertThat(stagnation.getsOn(0, 7, 1_025)).isTrue();
    assertThat(stagnation.getsOn(0, 7, 1_050)).isFalse();
    assertThat(stagnation.held(0, 1_050)).isEqualTo(25);
    assertThat(stagnation.held(1, 1_050)).isEqualTo(50);
    stagnation.rests(1, 1_050);
    assertThat(stagnation.held(1, 1_050)).isZero();
  }

  @Test
  void aLookThatIsALittleLateCounts() {
    stagnation.look(1_050, PERIOD);
    assertThat(stagnation.held(0, 1_050)).isEqualTo(50);
  }

  @Test
  void timeInWhichNobodyCouldRunDoesNotCount() {
    stagnation.look(1_025, PERIOD);
    stagnation.look(1_025 + 50 + 400, PERIOD);
    assertThat(stagnation.held(0, 1_475)).isEqualTo(75);
    stagnation.look(1_500, PERIOD);
    assertThat(stagnation.held(0, 1_500)).isEqualTo(100);
  }

  @Test
  void whoGotOnDuringAStandstillIsNotHeldForLessThanNothing() {
    stagnation.look(1_025, PERIOD);
    stagnation.rests(0, 1_025);
    stagnation.look(9_000, PERIOD);
    assertThat(stagnation.held(0, 9_000)).isEqualTo(50);
  }
}
