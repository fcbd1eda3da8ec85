package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;

/** A dump of the runtime shows its processes too. */
class ProcessDumpTest extends ProcessTestCase {
  @OnEachRuntime(workers = 2)
  void aDumpShowsProcessesThoseThatOnlyWaitLast(Setup setup) {
    Heddle heddle = start(setup);
    Pid idle = heddle.processes().spawn(Probe.stubborn());
    Pid waiting =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  if (events.isEmpty()) {
                    out.yield(1, Command.sleep(Duration.ofDays(1)));
                  } else {
                    out.complete();
                  }
                });
    awaitState(heddle, idle, ProcessState.IDLE);
    awaitState(heddle, waiting, ProcessState.BLOCKED);
    assertThat(heddle.dump().processes())
        .hasSize(2)
        .satisfiesExactly(
            first -> assertThat(first).contains(waiting.toString(), "BLOCKED", "Sleep"),
            second -> assertThat(second).contains(idle.toString(), "IDLE"));
    assertThat(heddle.dump().toString()).contains("processes:", waiting.toString());
    heddle.processes().send(waiting, "enough");
  }
}
