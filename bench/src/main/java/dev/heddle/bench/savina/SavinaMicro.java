package dev.heddle.bench.savina;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.savina.big.BigBenchmark;
import dev.heddle.bench.savina.chameneos.ChameneosBenchmark;
import dev.heddle.bench.savina.count.CountingBenchmark;
import dev.heddle.bench.savina.fjcreate.CreationBenchmark;
import dev.heddle.bench.savina.fjthrput.ThroughputBenchmark;
import dev.heddle.bench.savina.pingpong.PingPongBenchmark;
import dev.heddle.bench.savina.threadring.ThreadRingBenchmark;
import java.util.List;

/** What a single thing costs: a message, an actor. */
public final class SavinaMicro {
  private SavinaMicro() {}

  /** For the catalogue. */
  public static List<Benchmark> benchmarks() {
    return List.of(
        PingPongBenchmark.describe(),
        CountingBenchmark.describe(),
        ThroughputBenchmark.describe(),
        CreationBenchmark.describe(),
        ThreadRingBenchmark.describe(),
        ChameneosBenchmark.describe(),
        BigBenchmark.describe());
  }
}
