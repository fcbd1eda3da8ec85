package dev.heddle.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Simulated time is the same on every machine, so that here a time can be asserted. */
class ScaleTest {
  private static final List<ScaleProgram> SMALL =
      List.of(new BalancedTree(13), new UnbalancedTree(8_000, 3), new ProcessRing(256, 20));

  @Test
  void sixtyFourWorkersTakeLittleMoreThanTheGreedyBound() {
    for (ScaleProgram program : SMALL) {
      ScaleRow alone = ScaleRow.of(program, 1, 1);
      ScaleRow many = ScaleRow.of(program, 64, 1);
      assertThat(alone.steals()).isZero();
      assertThat(many.steals()).isPositive();
      assertThat(many.ratio(alone.makespan(), program.path()))
          .as(program.title())
          .isBetween(0.2, 1.5);
    }
  }

  @Test
  void oneWorkerTakesAsLongAsAllTheWorkAndLittleMore() {
    BalancedTree tree = new BalancedTree(10);
    double leaves = 1024 * (double) ScaleProgram.WORK.toNanos();
    assertThat((double) ScaleRow.of(tree, 1, 1).makespan().toNanos())
        .isBetween(leaves, leaves * 1.05);
  }

  @Test
  void theSameSeedGivesTheSameRow() {
    for (ScaleProgram program : SMALL) {
      assertThat(ScaleRow.of(program, 16, 5)).isEqualTo(ScaleRow.of(program, 16, 5));
    }
  }

  @Test
  void theChartHasALineForEachProgram() {
    BalancedTree tree = new BalancedTree(5);
    String svg = ScaleChart.of(Map.of(tree, List.of(ScaleRow.of(tree, 1, 1))));
    assertThat(svg).startsWith("<svg").contains("<polyline", "balanced tree").endsWith("</svg>\n");
  }
}
