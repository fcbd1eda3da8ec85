package dev.heddle.bench.savina;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.savina.apsp.ShortestPathsBenchmark;
import dev.heddle.bench.savina.bitonicsort.BitonicSortBenchmark;
import dev.heddle.bench.savina.fib.FibonacciBenchmark;
import dev.heddle.bench.savina.nqueenk.NQueensBenchmark;
import dev.heddle.bench.savina.quicksort.QuickSortBenchmark;
import dev.heddle.bench.savina.radixsort.RadixSortBenchmark;
import dev.heddle.bench.savina.recmatmul.RecursiveProductBenchmark;
import dev.heddle.bench.savina.sieve.SieveBenchmark;
import dev.heddle.bench.savina.trapezoid.TrapezoidBenchmark;
import java.util.List;

/** Actors that share out a computation. */
public final class SavinaParallel {
  private SavinaParallel() {}

  /** For the catalogue. */
  public static List<Benchmark> benchmarks() {
    return List.of(
        RadixSortBenchmark.describe(),
        SieveBenchmark.describe(),
        TrapezoidBenchmark.describe(),
        RecursiveProductBenchmark.describe(),
        QuickSortBenchmark.describe(),
        ShortestPathsBenchmark.describe(),
        NQueensBenchmark.describe(),
        FibonacciBenchmark.describe(),
        BitonicSortBenchmark.describe());
  }
}
