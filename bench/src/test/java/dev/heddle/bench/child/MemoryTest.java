package dev.heddle.bench.child;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryTest {

  @Test
  void whatTheMachineHasIsNotMissing() {
    assertThat(new Memory(1).missing()).isEmpty();
  }

  @Test
  void whatIsMissingIsToldWithWhatThereIs() {
    assertThat(new Memory(Integer.MAX_VALUE).missing())
        .contains(
            "it takes a machine with 2147483647 MB of memory, this one has " + Memory.installed());
  }
}
