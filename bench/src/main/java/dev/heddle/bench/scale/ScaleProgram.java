package dev.heddle.bench.scale;

import dev.heddle.Heddle;
import java.time.Duration;
import java.util.List;

/** A program whose scaling is of interest, and what is known about it. */
interface ScaleProgram {
  /** What most items take. */
  Duration WORK = Duration.ofNanos(100_000);

  /** All of them. */
  static List<ScaleProgram> all() {
    return List.of(
        new BalancedTree(17), new UnbalancedTree(120_000, 7), new ProcessRing(2_048, 50));
  }

  /** Its name, for people. */
  String title();

  /** How many items there are to run. */
  long items();

  /** How long the longest chain takes of which each item needs the one before. */
  Duration path();

  /** Does it all, once, inside of a simulation. */
  void run(Heddle heddle) throws InterruptedException;
}
