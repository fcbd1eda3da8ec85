package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.scheduler.FaultyIdle.Fault;
import dev.heddle.verify.Effort;
import dev.heddle.verify.Seed;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No wake-up is lost by {@link IdleSet} among real threads; a broken copy of it loses some. */
class IdleRoundsTest {
  private static final Duration TIME = Effort.time(Duration.ofMillis(500));

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 64, 65})
  void idleSetLosesNoWakeUp(int workers) {
    Seed seed = Seed.of(workers + " workers of a model pool");
    try (ModelPool pool = ModelPool.real(workers)) {
      WakeRounds rounds = rounds(pool, workers, seed);
      assertThat(rounds.run(TIME, Effort.STUCK)).as("%s", seed).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SLEEPER_WITHOUT_LOOK", "LAST_SEARCHER_WITHOUT_LOOK"})
  void brokenProtocolIsCaught(Fault fault) {
    Seed seed = Seed.of(fault.name());
    try (ModelPool pool = ModelPool.faulty(2, fault)) {
      String hung = rounds(pool, 2, seed).run(Effort.CAUGHT_WITHIN, Duration.ofSeconds(1));
      assertThat(hung).as("%s", seed).isNotNull().startsWith(ModelPool.STRANDED);
    }
  }

  private static WakeRounds rounds(ModelPool pool, int workers, Seed seed) {
    return new WakeRounds(pool::enqueue, pool::isAsleep, pool::state, 3, workers > 1, seed);
  }
}
