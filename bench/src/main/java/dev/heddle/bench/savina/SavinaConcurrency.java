package dev.heddle.bench.savina;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.savina.banktx.BankBenchmark;
import dev.heddle.bench.savina.barber.BarberBenchmark;
import dev.heddle.bench.savina.bndbuffer.BoundedBufferBenchmark;
import dev.heddle.bench.savina.cigsmok.SmokersBenchmark;
import dev.heddle.bench.savina.concdict.DictionaryBenchmark;
import dev.heddle.bench.savina.concsll.SortedListBenchmark;
import dev.heddle.bench.savina.logmap.LogisticMapBenchmark;
import dev.heddle.bench.savina.philosopher.PhilosopherBenchmark;
import java.util.List;

/** Actors that compete, or wait for each other. */
public final class SavinaConcurrency {
  private SavinaConcurrency() {}

  /** For the catalogue. */
  public static List<Benchmark> benchmarks() {
    return List.of(
        DictionaryBenchmark.describe(),
        SortedListBenchmark.describe(),
        BoundedBufferBenchmark.describe(),
        PhilosopherBenchmark.describe(),
        BarberBenchmark.describe(),
        SmokersBenchmark.describe(),
        LogisticMapBenchmark.describe(),
        BankBenchmark.describe());
  }
}
