package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.concurrent.atomic.AtomicInteger;

/** A process whose run cannot begin, because memory has run out, is not lost. */
class NoMemoryTest extends ProcessTestCase {

  @OnEachRuntime
  void itRunsLaterAndTheErrorIsTold(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Pid pid = heddle.processes().spawn(Probe.onEvent((self, event, out) -> out.complete("done")));
    awaitState(heddle, pid, ProcessState.IDLE);
    OutOfMemoryError error = new OutOfMemoryError("as if");
    AtomicInteger errors = new AtomicInteger(3);
    Moment.tell(
        (moment, ending) -> {
          if (moment.equals("a run begins") && errors.getAndDecrement() > 0) {
            throw error;
          }
        });
    try {
      heddle.processes().send(pid, "go");
      assertThat(result(heddle, pid)).isEqualTo("done");
    } finally {
      Moment.tell(null);
    }
    await("all three told", () -> uncaught().size() == 3);
    assertThat(uncaught()).containsExactly(error, error, error);
  }
}
