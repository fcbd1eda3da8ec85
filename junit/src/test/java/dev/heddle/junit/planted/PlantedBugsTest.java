package dev.heddle.junit.planted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.heddle.sim.Simulation;
import dev.heddle.sim.SimulationConfig;
import dev.heddle.sim.SimulationFailure;
import dev.heddle.sim.Strategy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulator finds bugs that were planted, and finds nothing where there is none. */
class PlantedBugsTest {
  private static final int MOST = 1_000;
  private static final int MENDED = 200;

  static List<Planted> bugs() {
    return Planted.all();
  }

  private static SimulationConfig config(Planted bug) {
    SimulationConfig config = SimulationConfig.DEFAULT.withMost(20_000);
    return bug.faults().length == 0
        ? config.withRepeat("./heddle sim " + bug.getClass().getName() + " --seed %d")
        : config.withFaults(bug.faults());
  }

  /** The first seed with which it is found. */
  private static int found(Planted bug, SimulationConfig config) {
    for (int seed = 1; seed <= MOST; seed++) {
      try {
        Simulation.run(seed, config, () -> bug.run(false));
      } catch (SimulationFailure e) {
        assertThat(e.kind()).as(e.getMessage()).isEqualTo(bug.kind());
        return seed;
      }
    }
    throw new AssertionError(bug + " is not found with " + config.strategy());
  }

  /** The table is in docs/verification.md. */
  @ParameterizedTest
  @MethodSource("bugs")
  void isFound(Planted bug) {
    int mixed = found(bug, config(bug));
    int random = found(bug, config(bug).withStrategy(Strategy.random()));
    int priorities = found(bug, config(bug).withStrategy(Strategy.priorities()));
    System.out.printf("| `%s` | %s | %d | %d | %d |%n", bug, bug.kind(), mixed, random, priorities);
  }

  @Test
  void theReportOfADeadlockSaysWhoHasWhat() {
    Planted bug = new AbBaDeadlock();
    SimulationFailure failure =
        catchThrowableOfType(
            SimulationFailure.class,
            () -> Simulation.run(found(bug, config(bug)), config(bug), () -> bug.run(false)));
    assertThat(failure)
        .hasMessageContaining("each waits for what the next one holds: ")
        .hasMessageContaining("from A to B waits for Mutex (held by from B to A")
        .hasMessageContaining("from B to A waits for Mutex (held by from A to B")
        .hasMessageContaining("./heddle sim dev.heddle.junit.planted.AbBaDeadlock --seed ");
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void nothingIsFoundInItsMendedTwin(Planted bug) {
    for (int seed = 1; seed <= MENDED; seed++) {
      Simulation.run(seed, config(bug), () -> bug.run(true));
    }
  }
}
