package dev.heddle.bench.session;

/** A contender that is ready to measure. */
@FunctionalInterface
interface Contestant {

  /** Has it measure once, and waits. */
  double round();
}
