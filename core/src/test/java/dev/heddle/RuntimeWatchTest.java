package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.sim.Simulation;
import dev.heddle.sim.SimulationConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whoever watches sees the runtimes of others, as long as it does. */
class RuntimeWatchTest {
  private static Heddle startedAndClosed(String name) {
    try (Heddle heddle = Heddle.builder().name(name).workers(1).start()) {
      return heddle;
    }
  }

  private static List<String> names(RuntimeWatch watch) {
    return watch.runtimes().stream()
        .map(Heddle::name)
        .filter(name -> name.startsWith("watched "))
        .toList();
  }

  @Test
  void itSeesWhatIsStartedWhileItIsOpen() {
    startedAndClosed("watched too early");
    RuntimeWatch watch = RuntimeWatch.open();
    startedAndClosed("watched 1");
    try (RuntimeWatch other = RuntimeWatch.open()) {
      startedAndClosed("watched 2");
      assertThat(names(other)).containsExactly("watched 2");
    }
    watch.close();
    startedAndClosed("watched too late");
    assertThat(names(watch)).containsExactly("watched 1", "watched 2");
  }

  @Test
  void simulatedOnesAreAWorldOfTheirOwn() {
    try (RuntimeWatch watch = RuntimeWatch.open()) {
      Simulation.run(1, SimulationConfig.DEFAULT, () -> startedAndClosed("watched in a world"));
      assertThat(names(watch)).isEmpty();
    }
  }
}
