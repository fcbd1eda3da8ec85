package dev.heddle.bench.child;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SettlingTest {
  private final Settling settling = new Settling();

  @Test
  void fewRoundsHaveNotSettled() {
    add(10, 10, 10, 10, 10, 10, 10);
    assertThat(settling.settled()).isFalse();
  }

  @Test
  void equalRoundsHaveSettled() {
    add(10, 10.1, 10, 9.9, 10, 10.1, 10, 10);
    assertThat(settling.settled()).isTrue();
  }

  @Test
  void roundsThatGetFasterHaveNot() {
    add(80, 70, 60, 50, 40, 30, 20, 10);
    assertThat(settling.settled()).isFalse();
  }

  @Test
  void onlyTheLastRoundsCount() {
    add(80, 70, 60, 50);
    add(10, 10, 10, 10, 10, 10, 10, 10);
    assertThat(settling.settled()).isTrue();
    assertThat(settling.rounds()).isEqualTo(12);
  }

  @Test
  void anOutlierDoesNotMatter() {
    add(10, 10, 500, 10, 10, 10, 10, 10);
    assertThat(settling.settled()).isTrue();
  }

  private void add(double... costs) {
    for (double cost : costs) {
      settling.add(cost);
    }
  }
}
