package dev.heddle.verify.soak;

import java.util.SplittableRandom;

/** Somebody who makes a runtime work, on a thread of its own outside of it. */
@FunctionalInterface
interface Part {
  /**
   * Works until {@link Bed#goesOn} is false, waits for all that it began, and checks it.
   *
   * @throws SoakFailure if a law does not hold
   */
  void work(Bed bed, SplittableRandom random) throws Exception;
}
