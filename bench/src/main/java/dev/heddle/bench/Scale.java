package dev.heddle.bench;

/** How much is measured. */
public enum Scale {
  /** Only whether it works: sizes that mean nothing. */
  TINY,
  /** Within a minute for each benchmark. */
  QUICK,
  /** Everything. */
  FULL;

  /** The first for {@link #TINY}, the second for the others: sizes, which both have in common. */
  public int size(int tiny, int real) {
    return this == TINY ? tiny : real;
  }
}
