package dev.heddle.bench.session;

/** A row of what is told: what a contender cost, or why nobody knows. */
public sealed interface Row permits Result, Absence {

  /** The benchmark's name. */
  String benchmark();

  /** Who ran, or would have. */
  String contender();

  /** Under which conditions. */
  String variant();

  /** With how many threads. */
  int workers();

  /** Of the costs. */
  String unit();
}
