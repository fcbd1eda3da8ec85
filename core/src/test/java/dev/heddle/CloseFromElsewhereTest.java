package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.fiber.Fiber;
import dev.heddle.task.Job;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.concurrent.TimeUnit;

/**
 * Who closes a runtime may belong to another one. It is told when nothing is under way any more,
 * and does not wait for its deadline, which is long here.
 */
class CloseFromElsewhereTest extends ConcurrentTestCase {

  @OnEachRuntime
  void aTaskOfAnotherRuntime(Setup setup) throws Exception {
    Heddle outer = start(setup);
    Heddle inner = start(builder(setup));

    Job<Boolean> closer =
        outer.submit(
            () -> {
              inner.fiber(() -> Fiber.sleep(Delays.SHORT));
              return inner.shutdown(Delays.WEDGED).orderly();
            });

    assertThat(closer.get(Delays.LONG.toNanos(), TimeUnit.NANOSECONDS)).isTrue();
  }

  @OnEachRuntime(notSimulated = "binds a platform thread")
  void aThreadThatIsBoundToAnotherRuntime(Setup setup) {
    Heddle outer = start(builder(setup));
    Heddle inner = start(builder(setup));

    await(
        thread(
            "bound",
            () -> {
              outer.bind();
              inner.fiber(() -> Fiber.sleep(Delays.SHORT));
              boolean orderly = inner.shutdown(Delays.WEDGED).orderly();
              outer.unbind();
              assertThat(orderly).isTrue();
            }));
  }
}
