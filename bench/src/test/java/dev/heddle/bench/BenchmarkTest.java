package dev.heddle.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.child.ProgramFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchmarkTest {
  private static final ProgramFactory NEVER =
      _ -> {
        throw new AssertionError("must not run");
      };

  @Test
  void aVariantMayHaveAUnitOfItsOwn() {
    Benchmark benchmark = Benchmark.named("any").unit("ns").unit("memory", "bytes").build();
    assertThat(benchmark.unitIn("memory")).isEqualTo("bytes");
    assertThat(benchmark.unitIn("time")).isEqualTo("ns");
  }

  @Test
  void allOfABenchmarkIsMeasuredAtATime() {
    Benchmark benchmark = twoVariants().build();
    assertThat(benchmark.parts()).containsExactly(benchmark);
  }

  @Test
  void orOneVariantAfterTheOther() {
    List<Benchmark> parts = twoVariants().apart().build().parts();
    assertThat(parts)
        .extracting(part -> part.entries().stream().map(Entry::label).toList())
        .containsExactly(List.of("heddle (few)", "rival (few)"), List.of("heddle (many)"));
  }

  private static Benchmark.Description twoVariants() {
    return Benchmark.named("any")
        .entry("few", Entry.HEDDLE, NEVER)
        .entry("many", Entry.HEDDLE, NEVER)
        .entry("few", "rival", NEVER);
  }
}
