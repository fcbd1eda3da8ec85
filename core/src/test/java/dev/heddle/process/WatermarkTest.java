package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A mailbox that gets too full is reported once, and once when it is all right again. */
class WatermarkTest extends ProcessTestCase {

  @OnEachRuntime
  void eachCrossingIsToldOnce(Setup setup) {
    Heddle heddle = start(setup);
    Queue<MailboxLevel> levels = new ConcurrentLinkedQueue<>();
    Registration listening = heddle.processes().onMailboxLevel(levels::add);
    Probe probe = Probe.obeying();
    Pid pid = heddle.processes().spawn(probe, ProcessOptions.DEFAULT.withWatermarks(10, 2));
    for (int round = 1; round <= 3; round++) {
      Gate gate = new Gate();
      Probe.Order wait = (self, out) -> gate.await();
      heddle.processes().send(pid, wait);
      await("it is in its step", () -> gate.hasParked(1));
      for (int i = 0; i < 9; i++) {
        heddle.processes().send(pid, i);
      }
      assertThat(levels).hasSize(2 * (round - 1));
      for (int i = 0; i < 10; i++) {
        heddle.processes().send(pid, i);
      }
      assertThat(levels).hasSize(2 * round - 1);
      gate.open();
      int expected = 2 * round;
      await("it is down again", () -> levels.size() == expected);
      awaitState(heddle, pid, ProcessState.IDLE);
    }
    List<MailboxLevel> all = new ArrayList<>(levels);
    for (int i = 0; i < 6; i++) {
      assertThat(all.get(i).pid()).isEqualTo(pid);
      assertThat(all.get(i).high()).isEqualTo(i % 2 == 0);
      if (all.get(i).high()) {
        assertThat(all.get(i).messages()).isEqualTo(10);
      } else {
        assertThat(all.get(i).messages()).isLessThanOrEqualTo(2);
      }
    }
    listening.close();
  }

  /** Whatever senders and receiver race for: high and low take turns, and low comes last. */
  @OnEachRuntime
  void highAndLowTakeTurnsAndAtRestItIsLow(Setup setup) {
    Heddle heddle = start(setup);
    Queue<MailboxLevel> levels = new ConcurrentLinkedQueue<>();
    heddle.processes().onMailboxLevel(levels::add);
    Probe probe = Probe.obeying();
    Pid pid = heddle.processes().spawn(probe, ProcessOptions.DEFAULT.withWatermarks(3, 0));
    List<Thread> senders = new ArrayList<>();
    for (int s = 0; s < 3; s++) {
      senders.add(
          thread(
              "sender",
              () -> {
                for (int i = 0; i < 2_000; i++) {
                  heddle.processes().send(pid, i);
                }
              }));
    }
    senders.forEach(thread -> await(thread));
    await("all come", () -> probe.events.size() == 6_000);
    awaitState(heddle, pid, ProcessState.IDLE);
    await("low is last", () -> levels.size() % 2 == 0);
    boolean high = true;
    for (MailboxLevel level : levels) {
      assertThat(level.high()).isEqualTo(high);
      high = !high;
    }
  }

  @OnEachRuntime(workers = {1, 8})
  void aListenerThatThrowsIsReportedAndTheMessageArrives(Setup setup) {
    Heddle heddle = startTolerant(setup);
    IllegalStateException error = new IllegalStateException("listener");
    heddle
        .processes()
        .onMailboxLevel(
            level -> {
              throw error;
            });
    Probe probe = Probe.obeying();
    Pid pid = heddle.processes().spawn(probe, ProcessOptions.DEFAULT.withWatermarks(1, 0));
    Gate gate = new Gate();
    Probe.Order wait = (self, out) -> gate.await();
    heddle.processes().send(pid, wait);
    await("it is in its step", () -> gate.hasParked(1));
    heddle.processes().send(pid, "one"); // stays in the mailbox until the gate opens
    gate.open();
    await("it comes", () -> probe.messages().contains("one"));
    await("reported", () -> !uncaught().isEmpty());
    assertThat(uncaught()).contains(error);
  }

  @OnEachRuntime(
      workers = {1},
      engines = {dev.heddle.metrics.Engine.VIRTUAL})
  void watermarksThatMakeNoSenseAreRefused(Setup setup) {
    assertThat(setup).isNotNull();
    assertThatThrownBy(() -> ProcessOptions.DEFAULT.withWatermarks(0, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ProcessOptions.DEFAULT.withWatermarks(3, 3))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ProcessOptions.DEFAULT.withWatermarks(3, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
