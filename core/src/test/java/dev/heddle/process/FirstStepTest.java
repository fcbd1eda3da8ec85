package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A process yields its first commands in a step that it can tell from all later ones. */
class FirstStepTest extends ConcurrentTestCase {

  /** Is sent a message before its first step, and ends with how many events its steps had. */
  private static final class Early implements Process {
    private final List<Integer> sizes = new ArrayList<>();

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      context.send(context.self(), "early");
    }

    @Override
    public void step(Events events, StepOutput out) {
      sizes.add(events.size());
      if (!events.isEmpty()) {
        out.complete(sizes);
      }
    }
  }

  @OnEachRuntime
  void theFirstStepComesWithoutEventsThoughAMessageWaits(Setup setup) throws Exception {
    Heddle heddle = start(setup);

    Exit exit = heddle.processes().awaitExit(heddle.processes().spawn(new Early()));

    assertThat(exit).isEqualTo(new Exit.Completed(List.of(0, 1)));
  }
}
