package dev.heddle.testing;

import dev.heddle.metrics.Engine;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The points of {@link OnEachRuntime} and {@link OnEachFiberRuntime}. */
final class Matrix {
  /** More simulated workers than these show nothing new, and take longer. */
  private static final int MOST_SIMULATED = 8;

  private Matrix() {}

  /**
   * Each engine with each worker count, and each worker count simulated. Not so 0: without workers
   * the test's thread does the work of the runtime, which only a platform thread can.
   */
  static Stream<Arguments> of(
      Engine[] engines,
      int[] counts,
      String notSimulated,
      BiFunction<Integer, Engine, Setup> real) {
    Stream<Setup> reals =
        Arrays.stream(engines)
            .flatMap(
                engine -> Arrays.stream(counts).mapToObj(workers -> real.apply(workers, engine)));
    Stream<Setup> simulated =
        Arrays.stream(notSimulated.isEmpty() ? counts : new int[0])
            .filter(workers -> workers > 0 && workers <= MOST_SIMULATED)
            .mapToObj(Setup::simulated);
    return Stream.concat(reals, simulated).map(Arguments::of);
  }
}
