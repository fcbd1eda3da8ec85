package dev.heddle.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.sim.Fault;
import dev.heddle.sim.SimulationConfig;
import dev.heddle.sim.Strategy;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the shell says is what is simulated, and what has to be said to see it again. */
class SimOptionsTest {
  private static final SimulationConfig CONFIG =
      SimulationConfig.DEFAULT
          .withFaults(Fault.INTERRUPT)
          .withWorkers(7)
          .withRepeat("sim --seed %d");

  private static SimOptions option(String name, String value) {
    return SimOptions.NONE.with(name, List.of(value).iterator());
  }

  @Test
  void whatIsNotSaidStaysAsItWas() {
    assertThat(SimOptions.NONE.on(CONFIG)).isEqualTo(CONFIG);
  }

  @ParameterizedTest
  @CsvSource({"mixed, MIXED", "random, RANDOM", "priority, PRIORITIES"})
  void strategiesHaveNames(String word, Exploration meant) {
    SimulationConfig chosen = option("strategy", word).on(CONFIG);
    assertThat(chosen.strategy()).isEqualTo(meant.strategy());
    assertThat(chosen.repeat()).isEqualTo("sim --seed %d --strategy " + word);
    assertThat(chosen.workers()).isEqualTo(7);
  }

  @ParameterizedTest
  @EnumSource
  void faultsHaveNames(Fault fault) {
    String word = fault.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    SimulationConfig chosen = option("faults", word).on(CONFIG);
    assertThat(chosen.faults()).containsExactly(fault);
    assertThat(chosen.repeat()).isEqualTo("sim --seed %d --faults " + word);
  }

  @Test
  void thereCanBeSeveralFaultsAllOrNone() {
    assertThat(option("faults", "interrupt, held-up-worker").on(CONFIG).faults())
        .isEqualTo(Set.of(Fault.INTERRUPT, Fault.HELD_UP_WORKER));
    assertThat(option("faults", "all").on(CONFIG).faults())
        .containsExactlyInAnyOrder(Fault.values());
    assertThat(option("faults", "none").on(CONFIG).faults()).isEmpty();
    assertThat(option("faults", "interrupt,held-up-worker"))
        .hasToString(" --faults held-up-worker,interrupt");
    assertThat(option("faults", "all")).hasToString(" --faults all");
    assertThat(option("faults", "none")).hasToString(" --faults none");
  }

  @Test
  void allOfThemStandInTheCommandThatRepeatsAFailure() {
    SimOptions options = SimOptions.NONE;
    for (List<String> each :
        List.of(
            List.of("class-path", "my classes/"),
            List.of("faults", "interrupt"),
            List.of("workers", "3"),
            List.of("strategy", "random"))) {
      options = options.with(each.getFirst(), each.subList(1, 2).iterator());
    }
    SimulationConfig chosen = options.on(CONFIG);
    assertThat(chosen.repeat())
        .isEqualTo(
            "sim --seed %d --strategy random --workers 3 --faults interrupt -cp 'my classes/'");
    assertThat(chosen.workers()).isEqualTo(3);
    assertThat(chosen.strategy()).isEqualTo(Strategy.random());
  }

  @ParameterizedTest
  @ValueSource(strings = {"flood", "INTERRUPT", "", "interrupt,", "all,interrupt", "none,all"})
  void whatIsNoFaultIsExplained(String words) {
    assertThatThrownBy(() -> option("faults", words))
        .isInstanceOf(CannotRun.class)
        .hasMessageContaining("--faults: there is no fault")
        .hasMessageContaining("held-up-worker, spurious-wake-up, interrupt,");
  }

  @ParameterizedTest
  @ValueSource(strings = {"luck", "Random", ""})
  void whatIsNoStrategyIsExplained(String word) {
    assertThatThrownBy(() -> option("strategy", word))
        .isInstanceOf(CannotRun.class)
        .hasMessage(
            "--strategy %s: there is no such strategy, only mixed, random and priority.", word);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "some.Test#method, some.Test#method",
        "Outer$Inner, 'Outer$Inner'",
        "two words, 'two words'",
        "#first, '#first'",
        "it's, 'it'\\''s'",
        "\"\", ''",
      })
  void aWordCanBeCopiedIntoAShell(String word, String quoted) {
    assertThat(ShellWord.quoted(word)).isEqualTo(quoted);
  }
}
