package dev.heddle.bench;

import java.util.List;
import java.util.Optional;

/**
 * How a contender's process is started. The process speaks {@link Protocol} over its standard input
 * and output, whatever it is written in.
 */
@FunctionalInterface
public interface Launcher {

  /**
   * The command line of a process that plays {@code entry} in {@code assignment}'s benchmark.
   *
   * @throws BenchmarkFailure if it cannot be had here, with the reason
   */
  List<String> command(Assignment assignment, int heapMegabytes);

  /** What this machine lacks for it, as a sentence; empty if nothing. */
  default Optional<String> missing() {
    return Optional.empty();
  }
}
