package dev.heddle.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.process.Exit;
import dev.heddle.process.Pid;
import dev.heddle.process.ProcessCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Faults happen where they are asked for, are told in the log, and leave the accounts right. */
class FaultTest {
  private static final int MESSAGES = 100;
  private static final List<Object> SENT =
      IntStream.range(0, MESSAGES).<Object>mapToObj(Integer::valueOf).toList();

  private static SimulationConfig with(Fault fault, List<String> log) {
    return SimulationConfig.DEFAULT.withFaults(fault).withFaultInterval(2).withLog(log::add);
  }

  @Test
  void aStepThatIsMadeToCrashEndsItsProcessAndIsNoFinding() {
    List<String> log = new ArrayList<>();
    Simulation.run(
        1,
        with(Fault.CRASHING_STEP, log).withFaultInterval(1),
        () -> {
          try (Heddle heddle = Heddle.start(2)) {
            Pid pid = heddle.processes().spawn((events, out) -> {});
            Exit exit = heddle.processes().awaitExit(pid);
            assertThat(exit).isInstanceOf(Exit.Failed.class);
            assertThat(((Exit.Failed) exit).error()).hasMessageContaining("the simulation lets");
          }
        });
    assertThat(log).anyMatch(line -> line.endsWith("FAULT crashing step"));
  }

  @Test
  void relayedMessagesAreLost() {
    List<String> log = new ArrayList<>();
    List<Object> arrived = relayed(with(Fault.LOST_RELAY_MESSAGE, log));
    assertThat(arrived).hasSizeBetween(1, MESSAGES - 1);
    assertThat(SENT).containsSubsequence(arrived);
    assertThat(log)
        .filteredOn(line -> line.endsWith("FAULT lost relay message"))
        .hasSize(MESSAGES - arrived.size());
  }

  @Test
  void relayedMessagesAreLate() {
    List<String> log = new ArrayList<>();
    List<Object> arrived = relayed(with(Fault.LATE_RELAY_MESSAGE, log));
    assertThat(arrived).containsExactlyInAnyOrderElementsOf(SENT).isNotEqualTo(SENT);
    assertThat(log).anyMatch(line -> line.endsWith("FAULT late relay message"));
  }

  @Test
  void withoutFaultsAllArriveInOrder() {
    assertThat(relayed(SimulationConfig.DEFAULT)).isEqualTo(SENT);
  }

  /** What a relay was given of {@link #SENT}. */
  private static List<Object> relayed(SimulationConfig config) {
    List<Object> arrived = new ArrayList<>(); // one thread plays all
    Simulation.run(
        1,
        config,
        () -> {
          try (Heddle heddle = Heddle.start(2)) {
            heddle.processes().addRelay((target, message) -> arrived.add(message));
            Pid elsewhere = Pid.of("elsewhere", "host", 1);
            SENT.forEach(message -> heddle.processes().send(elsewhere, message));
            Fiber.sleep(Duration.ofSeconds(1));
            ProcessCounts counts = heddle.processes().counts();
            assertThat(counts.relayed()).isEqualTo(MESSAGES);
            assertThat(counts.balance()).isTrue();
          }
        });
    return arrived;
  }
}
