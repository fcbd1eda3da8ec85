package dev.heddle.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BenchmarkTest {

  @Test
  void aVariantMayHaveAUnitOfItsOwn() {
    Benchmark benchmark = Benchmark.named("any").unit("ns").unit("memory", "bytes").build();
    assertThat(benchmark.unitIn("memory")).isEqualTo("bytes");
    assertThat(benchmark.unitIn("time")).isEqualTo("ns");
  }
}
