package dev.heddle.bench;

import java.io.Serial;

/**
 * Stops a run: a wrong result, a contender that died or hangs. Told in a sentence, without a stack.
 */
public final class BenchmarkFailure extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** A failure that {@code sentence} describes. */
  public BenchmarkFailure(String sentence) {
    super(sentence);
  }
}
