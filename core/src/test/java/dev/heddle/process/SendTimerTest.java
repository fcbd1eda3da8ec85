package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.scheduler.Clock;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages that are sent later, as long as who wants it lives. */
class SendTimerTest extends ProcessTestCase {
  private static final Duration SOON = Duration.ofMillis(2);

  @OnEachRuntime
  void oneMessageIsSentNotBeforeItsTime(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe = Probe.obeying();
    Pid pid = heddle.processes().spawn(probe);
    long start = Clock.nanos();
    SendTimer timer = ask(heddle, pid, context -> context.sendAfter(SOON, pid, "tick"));
    await("it comes", () -> probe.messages().contains("tick"));
    assertThat(Clock.nanos() - start).isGreaterThanOrEqualTo(SOON.toNanos());
    awaitFree(pid);
    assertThat(timer.cancel()).isFalse();
    never("it comes again", () -> probe.messages().stream().filter("tick"::equals).count() > 1);
  }

  @OnEachRuntime
  void onesWithoutDelayComeAtOnceAndAllAtTheirTime(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe = Probe.obeying();
    Pid pid = heddle.processes().spawn(probe);
    order(
        heddle,
        pid,
        (self, out) -> {
          self.context().sendAfter(Duration.ofMillis(10), pid, 10);
          self.context().sendAfter(Duration.ofMillis(-1), pid, 0);
          self.context().sendAfter(Duration.ofMillis(5), pid, 5);
        });
    await("all come", () -> probe.messages().size() == 4);
    assertThat(probe.messages()).endsWith(0, 5, 10);
  }

  @OnEachRuntime
  void aPeriodicOneGoesOnUntilItIsCancelled(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe = Probe.obeying();
    Pid pid = heddle.processes().spawn(probe);
    SendTimer timer = ask(heddle, pid, context -> context.sendEvery(SOON, pid, "tick"));
    await("it comes often", () -> probe.messages().size() > 4);
    assertThat(timer.cancel()).isTrue();
    assertThat(timer.cancel()).isFalse();
    awaitFree(pid);
    // One may have been on its way when it was cancelled.
    int sent = (int) heddle.processes().counts().sent();
    never("more", () -> heddle.processes().counts().sent() > sent + 1);
    assertThatThrownBy(() -> probe.context().sendEvery(Duration.ZERO, pid, "tick"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("period");
  }

  @OnEachRuntime
  void oneThatIsCancelledInTimeSendsNothing(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe = Probe.obeying();
    Pid pid = heddle.processes().spawn(probe);
    order(
        heddle,
        pid,
        (self, out) -> {
          try (SendTimer timer = self.context().sendAfter(Delays.LONG, pid, "tick")) {
            assertThat(timer.cancel()).isTrue();
          }
        });
    awaitFree(pid);
    never("it comes", () -> probe.messages().contains("tick"));
  }

  @OnEachRuntime
  void ofManyAnyCanBeCancelledAndTheRestIsGoneWithItsProcess(Setup setup) {
    Heddle heddle = start(setup);
    Pid receiver = heddle.processes().spawn(Probe.obeying());
    Pid pid = heddle.processes().spawn(Probe.obeying());
    List<SendTimer> timers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      timers.add(cell(pid).sendAfter(Delays.LONG, receiver, i));
    }
    int left = timers.size();
    for (int i : new int[] {0, 3, 4, 7, 6}) { // the oldest, two side by side, the newest twice
      assertThat(timers.get(i).cancel()).isTrue();
      assertThat(timers.get(i).cancel()).isFalse();
      assertThat(cell(pid).bonds().size()).isEqualTo(--left);
      assertThat(heddle.metrics().timers()).isEqualTo(left);
    }
    heddle.processes().kill(pid);
    ended(heddle, pid);
    assertThat(cell(pid).bonds().size()).isZero();
    for (SendTimer timer : timers) {
      assertThat(timer.cancel()).isFalse();
    }
    assertThat(heddle.metrics().timers()).isZero();
  }

  @SuppressWarnings("NullAway") // is what is tested
  @OnEachRuntime(workers = {1})
  void oneNeedsATarget(Setup setup) {
    Heddle heddle = start(setup);
    ProcessContext context = cell(heddle.processes().spawn(Probe.obeying()));
    Pid nobody = null;
    assertThatThrownBy(() -> context.sendAfter(SOON, nobody, "tick"))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("target");
    assertThatThrownBy(() -> context.sendEvery(SOON, nobody, "tick"))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("target");
  }

  @Test
  void withoutWorkersNobodyKeepsTheTimeForOneFromOutside() {
    try (Heddle heddle = Heddle.builder().workers(0).start()) {
      ProcessContext context = cell(heddle.processes().spawn(Probe.obeying()));
      assertThatThrownBy(() -> context.sendAfter(SOON, context.self(), "tick"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContainingAll("0 workers", "give the runtime workers");
      assertThatThrownBy(() -> context.sendEvery(SOON, context.self(), "tick"))
          .isInstanceOf(IllegalStateException.class);
      assertThat(cell(context.self()).bonds().size()).isZero();
      heddle.processes().kill(context.self());
    }
  }

  @OnEachRuntime
  void timersAreGoneWithTheirProcess(Setup setup) {
    Heddle heddle = start(setup);
    Probe receiving = Probe.obeying();
    Pid receiver = heddle.processes().spawn(receiving);
    Pid pid = heddle.processes().spawn(Probe.obeying());
    order(
        heddle,
        pid,
        (self, out) -> {
          self.context().sendAfter(Delays.LONG, receiver, "late");
          self.context().sendEvery(SOON, receiver, "tick");
        });
    await("it ticks", () -> receiving.messages().contains("tick"));
    heddle.processes().kill(pid);
    ended(heddle, pid);
    assertThat(cell(pid).bonds().size()).isZero();
    long sent = heddle.processes().counts().sent();
    never("more", () -> heddle.processes().counts().sent() > sent + 1);
    assertThat(receiving.messages()).doesNotContain("late");
  }

  @OnEachRuntime(workers = {1, 8})
  void oneThatHasEndedStartsNoTimer(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe = Probe.obeying();
    Pid pid = heddle.processes().spawn(probe);
    heddle.processes().send(pid, "end");
    ended(heddle, pid);
    Pid receiver = heddle.processes().spawn(Probe.obeying());
    SendTimer timer = probe.context().sendAfter(Duration.ZERO, receiver, "late");
    never("it is sent", () -> heddle.processes().counts().sent() > 1);
    assertThat(timer.cancel()).isFalse();
  }

  /** Who fires must not wait: what finds no room is a dead letter, whatever the target chose. */
  @OnEachRuntime
  void whatFindsTheMailboxFullIsADeadLetter(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Probe.Order wait = (self, out) -> gate.await();
    Pid full =
        heddle
            .processes()
            .spawn(Probe.obeying(), ProcessOptions.DEFAULT.withMailbox(1, WhenFull.SUSPEND));
    heddle.processes().send(full, wait);
    await("it is in its step", () -> gate.hasParked(1));
    heddle.processes().send(full, "fills it");
    Pid pid = heddle.processes().spawn(Probe.obeying());
    order(
        heddle,
        pid,
        (self, out) -> self.context().sendAfter(Duration.ofMillis(1), full, "too much"));
    await("it dies", () -> dead(heddle, DeadLetter.Reason.MAILBOX_FULL) == 1);
    awaitFree(pid);
    gate.open();
  }

  @OnEachRuntime
  void aRuntimeClosesThoughTimersAreUnderWay(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid = heddle.processes().spawn(Probe.stubborn());
    ProcessContext context = cell(pid);
    context.sendEvery(Duration.ofMillis(1), pid, "tick");
    context.sendAfter(Delays.LONG, pid, "late");
    await("it ticks", () -> heddle.processes().counts().handled() > 2);
    assertThat(heddle.shutdown(Delays.LONG).orderly()).isTrue();
    assertThat(ended(heddle, pid)).isEqualTo(new Exit.Killed("the runtime was closed"));
  }
}
