package dev.heddle.process;

import static dev.heddle.process.ProcessWord.BLOCKED;
import static dev.heddle.process.ProcessWord.COMPLETE;
import static dev.heddle.process.ProcessWord.IDLE;
import static dev.heddle.process.ProcessWord.READY;
import static dev.heddle.process.ProcessWord.RUNNING;
import static dev.heddle.process.ProcessWord.STARTING;
import static dev.heddle.process.ProcessWord.YIELDING;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each transition of the state word, one by one. */
class ProcessWordTest {
  private static final class Word extends ProcessWord {
    @Override
    protected void abandon(RuntimeException reason) {
      throw new AssertionError("there is no runtime", reason);
    }
  }

  /** One in {@code state}, without flags, and with no entry in a queue. */
  private static Word in(int state) {
    Word word = new Word();
    if (state == STARTING) {
      return word;
    }
    word.started();
    assertThat(word.claimEntry()).isTrue();
    switch (state) {
      case READY -> assertThat(word.requeue()).isTrue();
      case YIELDING -> word.yielding();
      case IDLE, BLOCKED -> assertThat(word.leave(state)).isTrue();
      case COMPLETE -> word.finish();
      default -> assertThat(state).isEqualTo(RUNNING);
    }
    assertThat(word.state()).isEqualTo(state);
    return word;
  }

  // ---- coming into being

  @Test
  void aNewOneIsStarting() {
    assertThat(new Word().state()).isEqualTo(STARTING);
  }

  @Test
  void startedMakesItReadyWithItsEntry() {
    Word word = new Word();
    word.started();
    assertThat(word.state()).isEqualTo(READY);
    assertThat(word.claimEntry()).isTrue();
    assertThat(word.state()).isEqualTo(RUNNING);
  }

  @Test
  void aWakeUpWhileStartingAsksForNoSecondEntry() {
    Word word = new Word();
    assertThat(word.wake()).isFalse();
    assertThat(word.state()).isEqualTo(STARTING);
    word.started();
    assertThat(word.claimEntry()).isTrue();
    assertThat(word.leave(IDLE)).as("the claim comes after the wake-up").isTrue();
  }

  @Test
  void nobodyRunsOneThatIsStarting() {
    Word word = new Word();
    assertThat(word.claimEntry()).isFalse();
    assertThat(word.claimWithoutEntry()).isFalse();
    assertThat(word.seize()).isFalse();
    assertThat(word.state()).isEqualTo(STARTING);
  }

  @Test
  void aKillWhileStartingOutlastsTheStart() {
    Word word = new Word();
    assertThat(word.kill()).isFalse();
    word.started();
    assertThat(word.isKilled()).isTrue();
    assertThat(word.state()).isEqualTo(READY);
  }

  // ---- waking

  @ParameterizedTest
  @ValueSource(ints = {IDLE, BLOCKED})
  void aWakeUpMakesOneThatWaitsReadyOnce(int state) {
    Word word = in(state);
    assertThat(word.wake()).as("the first one adds the entry").isTrue();
    assertThat(word.state()).isEqualTo(READY);
    assertThat(word.wake()).as("the second one does not").isFalse();
    assertThat(word.claimEntry()).isTrue();
    assertThat(word.leave(IDLE)).as("the claim comes after both").isTrue();
  }

  @Test
  void aWakeUpOfOneThatIsReadyChangesNothing() {
    Word word = in(READY);
    assertThat(word.wake()).isFalse();
    assertThat(word.state()).isEqualTo(READY);
  }

  @ParameterizedTest
  @ValueSource(ints = {RUNNING, YIELDING})
  void aWakeUpOfOneThatIsClaimedIsRemembered(int state) {
    Word word = in(state);
    assertThat(word.wake()).isFalse();
    assertThat(word.wake()).isFalse();
    assertThat(word.state()).isEqualTo(state);
    assertThat(word.leave(IDLE)).as("it has to look again").isFalse();
    assertThat(word.state()).isEqualTo(RUNNING);
    assertThat(word.leave(IDLE)).as("it has looked").isTrue();
    assertThat(word.state()).isEqualTo(IDLE);
  }

  @Test
  void aWakeUpOutlastsTheWayThroughYielding() {
    Word word = in(RUNNING);
    word.wake();
    word.yielding();
    assertThat(word.state()).isEqualTo(YIELDING);
    word.running();
    assertThat(word.state()).isEqualTo(RUNNING);
    assertThat(word.leave(BLOCKED)).isFalse();
  }

  @Test
  void aWakeUpOfOneThatHasEndedDoesNothing() {
    Word word = in(COMPLETE);
    assertThat(word.wake()).isFalse();
    assertThat(word.kill()).isFalse();
    assertThat(word.state()).isEqualTo(COMPLETE);
    assertThat(word.isKilled()).isFalse();
  }

  // ---- leaving

  @ParameterizedTest
  @ValueSource(ints = {RUNNING, YIELDING})
  void withoutAWakeUpItLeavesForEither(int state) {
    for (int to : new int[] {IDLE, BLOCKED}) {
      Word word = in(state);
      assertThat(word.leave(to)).isTrue();
      assertThat(word.state()).isEqualTo(to);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {RUNNING, YIELDING})
  void requeuedItIsReadyAndNotWoken(int state) {
    Word word = in(state);
    word.wake();
    assertThat(word.requeue()).as("there was no entry").isTrue();
    assertThat(word.state()).isEqualTo(READY);
    assertThat(word.claimEntry()).isTrue();
    assertThat(word.leave(IDLE)).isTrue();
  }

  // ---- one entry

  @Test
  void handedOverItLeavesItsEntryBehindWhichServesTheNextWakeUp() {
    Word word = in(IDLE);
    assertThat(word.wake()).isTrue();
    assertThat(word.claimWithoutEntry()).isTrue();
    assertThat(word.state()).isEqualTo(RUNNING);
    for (int i = 0; i < 3; i++) {
      assertThat(word.leave(IDLE)).isTrue();
      assertThat(word.wake()).as("the old entry stands in a queue").isFalse();
      assertThat(word.claimWithoutEntry()).isTrue();
    }
    assertThat(word.requeue()).as("the old entry still does").isFalse();
    assertThat(word.claimEntry()).isTrue();
    assertThat(word.requeue()).as("it was taken out").isTrue();
  }

  @Test
  void anEntryTakenOutWhileAnotherRunsItIsDroppedAndTheNextWakeUpAddsOne() {
    Word word = in(IDLE);
    word.wake();
    assertThat(word.claimWithoutEntry()).isTrue();
    assertThat(word.claimEntry()).as("somebody else has it").isFalse();
    assertThat(word.state()).isEqualTo(RUNNING);
    assertThat(word.leave(IDLE)).isTrue();
    assertThat(word.wake()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {STARTING, RUNNING, YIELDING, BLOCKED, IDLE, COMPLETE})
  void onlyOneThatIsReadyCanBeClaimed(int state) {
    Word word = in(state);
    assertThat(word.claimEntry()).isFalse();
    assertThat(word.claimWithoutEntry()).isFalse();
    assertThat(word.claim()).isNull();
    assertThat(word.state()).isEqualTo(state);
  }

  @Test
  void asAnEntryItClaimsItself() {
    Word word = in(READY);
    assertThat(word.claim()).isSameAs(word);
    assertThat(word.claim()).isNull();
  }

  @Test
  void anEntryLeftBehindByOneThatHasEndedIsDropped() {
    Word word = in(READY);
    assertThat(word.claimWithoutEntry()).isTrue();
    word.finish();
    assertThat(word.claimEntry()).isFalse();
    assertThat(word.state()).isEqualTo(COMPLETE);
  }

  // ---- no entry, but a slot

  @ParameterizedTest
  @ValueSource(ints = {IDLE, BLOCKED})
  void wokenForASlotItHasNoEntryAndIsClaimedWithoutOne(int state) {
    Word word = in(state);
    assertThat(word.isUnready()).isTrue();
    assertThat(word.wakeNext()).isTrue();
    assertThat(word.isUnready()).isFalse();
    assertThat(word.isWaiting()).isTrue();
    assertThat(word.wake()).as("it is ready already").isFalse();
    assertThat(word.claimNext()).isSameAs(word);
    assertThat(word.claimNext()).isNull();
    assertThat(word.isWaiting()).isFalse();
    assertThat(word.requeue()).as("there is no entry in any queue").isTrue();
  }

  @Test
  void wokenForASlotWhileAnOldEntryStandsInAQueueThatServes() {
    Word word = in(IDLE);
    word.wake();
    assertThat(word.claimWithoutEntry()).isTrue();
    assertThat(word.leave(IDLE)).isTrue();
    assertThat(word.wakeNext()).as("the old entry stands in a queue").isFalse();
    assertThat(word.claimEntry()).isTrue();
  }

  @Test
  void whatStandsInASlotCanBecomeAnEntryOnce() {
    Word word = in(IDLE);
    word.wakeNext();
    assertThat(word.becomeEntry()).isTrue();
    assertThat(word.becomeEntry()).as("it is one").isFalse();
    assertThat(word.claimEntry()).isTrue();
    assertThat(word.becomeEntry()).as("somebody has it").isFalse();
  }

  // ---- ending

  @ParameterizedTest
  @ValueSource(ints = {READY, IDLE, BLOCKED})
  void oneThatNobodyRunsCanBeSeized(int state) {
    Word word = in(state);
    assertThat(word.seize()).isTrue();
    assertThat(word.state()).isEqualTo(RUNNING);
    assertThat(word.seize()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {STARTING, RUNNING, YIELDING, COMPLETE})
  void oneThatSomebodyHasCannotBeSeized(int state) {
    Word word = in(state);
    assertThat(word.seize()).isFalse();
    assertThat(word.state()).isEqualTo(state);
  }

  @ParameterizedTest
  @ValueSource(ints = {IDLE, BLOCKED})
  void aKillMakesOneThatWaitsReady(int state) {
    Word word = in(state);
    assertThat(word.kill()).isTrue();
    assertThat(word.isKilled()).isTrue();
    assertThat(word.state()).isEqualTo(READY);
    assertThat(word.kill()).as("a second one adds no entry").isFalse();
  }

  @Test
  void aKillOfOneThatIsReadyStaysThroughItsClaim() {
    Word word = in(READY);
    assertThat(word.kill()).isFalse();
    assertThat(word.claimEntry()).isTrue();
    assertThat(word.isKilled()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {RUNNING, YIELDING})
  void aKillOfOneThatIsClaimedKeepsItFromWaiting(int state) {
    Word word = in(state);
    assertThat(word.kill()).isFalse();
    assertThat(word.isKilled()).isTrue();
    assertThat(word.leave(IDLE)).isFalse();
    assertThat(word.isKilled()).isTrue();
    word.finish();
    assertThat(word.state()).isEqualTo(COMPLETE);
  }
}
