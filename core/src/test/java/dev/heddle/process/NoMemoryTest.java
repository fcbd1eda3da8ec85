package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Scarcity;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** When memory runs out, no process is lost. */
class NoMemoryTest extends ProcessTestCase {
  /** More than fit into a worker's ready queue at first. */
  private static final int MANY = 200;

  /** From now on whatever wants memory at {@code moment} gets none, {@code times} times. */
  private static AtomicInteger noMemory(String moment, OutOfMemoryError error, int times) {
    AtomicInteger met = new AtomicInteger();
    Moment.tell(
        (now, ending) -> {
          if (now.equals(moment) && met.incrementAndGet() <= times) {
            throw error;
          }
        });
    return met;
  }

  @OnEachRuntime
  void aRunThatCannotBeginDoesSoLaterAndTheErrorIsTold(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Pid pid = heddle.processes().spawn(Probe.onEvent((self, event, out) -> out.complete("done")));
    awaitState(heddle, pid, ProcessState.IDLE);
    OutOfMemoryError error = new OutOfMemoryError("as if");
    AtomicInteger met = noMemory("a run begins", error, 3);
    try {
      heddle.processes().send(pid, "go");
      assertThat(result(heddle, pid)).isEqualTo("done");
    } finally {
      Moment.tell(null);
    }
    assertThat(met.get()).isGreaterThan(3);
    await("all three told", () -> uncaught().size() == 3);
    assertThat(uncaught()).containsExactly(error, error, error);
  }

  @OnEachRuntime
  void aTimerThatCannotSendIsNotKeptAndTheErrorIsTold(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Pid pid = heddle.processes().spawn(Probe.obeying());
    OutOfMemoryError error = new OutOfMemoryError("as if");
    AtomicInteger met = noMemory("a timer fires", error, 1);
    try {
      SendTimer timer = cell(pid).sendAfter(Duration.ZERO, pid, "late");
      await("it is told", () -> uncaught().contains(error));
      assertThat(timer.cancel()).isFalse();
    } finally {
      Moment.tell(null);
    }
    assertThat(met.get()).isEqualTo(1);
    assertThat(cell(pid).bonds().size()).isZero();
    assertThat(heddle.metrics().timers()).isZero();
  }

  @OnEachRuntime
  void aRunThatCannotBeRenewedIsUsedOn(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger met = noMemory("a run is renewed", new OutOfMemoryError("as if"), 1);
    try {
      Pid pid =
          heddle
              .processes()
              .spawn(
                  Probe.onEvent(
                      (self, event, out) -> {
                        if (met.get() < 2) {
                          self.context().processes().send(self.context().self(), "again");
                        } else {
                          out.complete("renewed later");
                        }
                      }));
      heddle.processes().send(pid, "go");
      assertThat(result(heddle, pid)).isEqualTo("renewed later");
    } finally {
      Moment.tell(null);
    }
  }

  @OnEachRuntime(workers = {1, 2, 4})
  void processesForWhichThereIsNoRoomStepElsewhere(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    List<Pid> all = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      all.add(heddle.processes().spawn(Probe.onEvent((self, event, out) -> out.complete("done"))));
    }
    all.forEach(pid -> awaitState(heddle, pid, ProcessState.IDLE));
    Pid sender = heddle.processes().spawn(Probe.obeying());
    try (Scarcity scarcity = Scarcity.of("a longer ring")) {
      order(heddle, sender, (self, out) -> all.forEach(pid -> self.context().send(pid, "go")));
      all.forEach(pid -> assertThat(result(heddle, pid)).isEqualTo("done"));
      if (setup.workers() == 1) {
        assertThat(scarcity.asked()).isPositive();
      }
    }
  }

  @OnEachRuntime
  void aMessageFromOutsideWakesAProcessAsSoonAsThereIsMemory(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid = heddle.processes().spawn(Probe.onEvent((self, event, out) -> out.complete("done")));
    awaitState(heddle, pid, ProcessState.IDLE);
    try (Scarcity scarcity = Scarcity.of(3, "an entry of the shared queue")) {
      heddle.processes().send(pid, "go");
      assertThat(result(heddle, pid)).isEqualTo("done");
      assertThat(scarcity.asked()).isGreaterThan(3);
    }
  }

  @OnEachRuntime
  void aProcessThatCannotBeSpawnedIsNone(Setup setup) {
    Heddle heddle = start(setup);
    Processes processes = heddle.processes();
    try (Scarcity _ = Scarcity.of("a PID")) {
      assertThatThrownBy(() -> processes.spawn(Probe.waiting()))
          .isInstanceOf(OutOfMemoryError.class);
    }
    try (Scarcity _ = Scarcity.of("a fiber that is a process")) {
      assertThatThrownBy(() -> processes.spawn(inbox -> "never"))
          .isInstanceOf(OutOfMemoryError.class);
    }
    assertThat(processes.counts().spawned()).isZero();
    try (Scarcity _ = Scarcity.of("the beginning of a process")) {
      assertThatThrownBy(() -> processes.spawn(Probe.waiting()))
          .isInstanceOf(OutOfMemoryError.class);
      assertThatThrownBy(() -> processes.spawn(inbox -> "never"))
          .isInstanceOf(OutOfMemoryError.class);
    }
    assertThat(processes.counts().failed()).isEqualTo(2);
    assertThat(processes.counts().alive()).isZero();
  }

  @OnEachRuntime
  void theEndAfterTheLastProcessIsTriedAgain(Setup setup) throws InterruptedException {
    Heddle heddle = start(tolerant(setup).closeAfterLastProcess(true));
    Pid pid = heddle.processes().spawn(Probe.obeying());
    try (Scarcity scarcity = Scarcity.of(1, "what is done after the last process")) {
      heddle.processes().send(pid, "end");
      heddle.awaitClosed();
      assertThat(scarcity.asked()).isEqualTo(2);
    }
    assertThat(uncaught()).hasSize(1);
  }
}
