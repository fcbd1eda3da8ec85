package dev.heddle.bench.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapTest {
  @ParameterizedTest
  @CsvSource({"1024, 4, 16000, 1024", "2048, 6, 12000, 1000", "2048, 6, 1000, 256"})
  void allTogetherLeaveHalfOfTheMachineToOthers(
      int wanted, int processes, long machine, int granted) {
    assertThat(Heap.megabytes(wanted, processes, machine)).isEqualTo(granted);
  }
}
