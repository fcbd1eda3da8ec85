package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Logged;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** What becomes of processes that are fibers, or watch each other, when the runtime closes. */
class FibersAndWatchersAtCloseTest extends ProcessTestCase {

  /** One that is a fiber and still queued is ended, and its body not run by who closes. */
  @OnEachRuntime(workers = 1)
  void aBodyThatHasNotBegunNeverBegins(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean busy = new AtomicBoolean();
    AtomicBoolean over = new AtomicBoolean();
    heddle.enqueue(
        () -> {
          busy.set(true);
          spinUntil("the close", over::get);
        });
    await("the worker is busy", busy::get);
    AtomicBoolean began = new AtomicBoolean();
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  began.set(true);
                  return null;
                });
    try (Logged _ = new Logged()) {
      Thread closer = thread("closer", () -> heddle.shutdown(Duration.ZERO));
      assertThat(ended(heddle, pid)).isInstanceOf(Exit.Killed.class);
      over.set(true);
      await(closer);
    }
    assertThat(began).isFalse();
  }

  /** The end of one wakes those that watch it; that does not make the close any less orderly. */
  @OnEachRuntime
  void processesThatWatchEachOtherAreClosedInOrder(Setup setup) {
    Heddle heddle = start(setup);
    List<Probe> probes = new ArrayList<>();
    Pid before = heddle.processes().spawn(Probe.stubborn());
    for (int i = 0; i < 200; i++) {
      Pid watched = before;
      Probe probe =
          new Probe(
              (self, events, out) -> {
                if (events.isEmpty()) {
                  self.context().monitor(watched);
                }
              });
      probes.add(probe);
      before = heddle.processes().spawn(probe);
    }
    Pid last = before;
    await(
        "all wait",
        () ->
            heddle.processes().list().stream()
                .allMatch(info -> info.steps() > 0 && info.state() == ProcessState.IDLE));
    assertThat(heddle.processes().isAlive(last)).isTrue();
    ShutdownReport report = heddle.shutdown(Delays.LONG);
    assertThat(report.orderly()).as("%s", report).isTrue();
    assertThat(probes).allSatisfy(probe -> assertThat(probe.closes).hasValue(1));
  }
}
