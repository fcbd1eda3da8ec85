package dev.heddle.bench.book;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Catalogue;
import dev.heddle.bench.Suite;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A part of the book's run: one benchmark with so many workers.
 *
 * @param suite the benchmark's suite
 * @param benchmark what is measured
 * @param workers with how many threads
 */
record Leg(Suite suite, Benchmark benchmark, int workers) {

  /**
   * All of them, in their order. Tasks that spawn and join are measured with one worker too, where
   * nothing but the cost of a spawn counts; everything else is about workers that meet.
   */
  static List<Leg> all(int workers) {
    List<Leg> legs = new ArrayList<>();
    for (Suite suite : Suite.values()) {
      int[] counts =
          suite == Suite.FORK_JOIN
              ? IntStream.of(1, workers).distinct().toArray()
              : new int[] {workers};
      for (int count : counts) {
        Catalogue.of(suite).forEach(benchmark -> legs.add(new Leg(suite, benchmark, count)));
      }
    }
    return legs;
  }

  /** How much of the whole run it is likely to take: as many parts as contenders are started. */
  int weight() {
    long contenders =
        benchmark.entries().stream().filter(e -> e.launcher().missing().isEmpty()).count();
    return (int) contenders * benchmark.bookHeats();
  }

  /** For people. */
  String label() {
    return "%s with %d worker%s".formatted(benchmark.name(), workers, workers == 1 ? "" : "s");
  }
}
