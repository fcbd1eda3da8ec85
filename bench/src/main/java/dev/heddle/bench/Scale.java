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

  /** As {@link #size(int, int)}, for what takes seconds in its real size. */
  public int size(int tiny, int quick, int real) {
    return this == QUICK ? quick : size(tiny, real);
  }
}
