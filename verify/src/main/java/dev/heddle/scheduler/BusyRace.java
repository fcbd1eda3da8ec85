package dev.heddle.scheduler;

/** {@link BusyNumbers} that are full, and whose least entry is given to another number. */
final class BusyRace {
  private static final long BEFORE = 1;
  private static final long AFTER = 99;
  private static final long LEAST = 1_000;
  private static final long ADDED = 50_000_000;

  private final Numbers numbers;

  private BusyRace(Numbers numbers) {
    this.numbers = numbers;
  }

  static BusyRace real() {
    return new BusyRace(new Real());
  }

  static BusyRace unmarked() {
    return new BusyRace(new Unmarked());
  }

  /** Owner. */
  void replace() {
    numbers.replace();
  }

  /** Somebody: 1 for the number before, 2 for the one after, 0 for none, -1 if it is mixed up. */
  int read() {
    int[] seen = new int[1];
    numbers.read(
        (number, nanos) -> {
          if (number == BEFORE) {
            seen[0] = nanos == LEAST ? 1 : -1;
          } else if (number == AFTER) {
            seen[0] = nanos == LEAST + ADDED ? 2 : -1;
          }
        });
    return seen[0];
  }

  private interface Numbers {
    void replace();

    void read(BusyNumbers.Each each);
  }

  private static final class Real implements Numbers {
    private final BusyNumbers numbers = new BusyNumbers();

    Real() {
      for (int i = 1; i <= 16; i++) {
        numbers.add(i, i * LEAST);
      }
    }

    @Override
    public void replace() {
      numbers.add(AFTER, ADDED);
    }

    @Override
    public void read(BusyNumbers.Each each) {
      numbers.forEach(each);
    }
  }

  /** One entry, changed and read without more ado. */
  private static final class Unmarked implements Numbers {
    private volatile long number = BEFORE;
    private volatile long nanos = LEAST;

    @Override
    public void replace() {
      nanos = LEAST + ADDED;
      number = AFTER;
    }

    @Override
    public void read(BusyNumbers.Each each) {
      each.took(number, nanos);
    }
  }
}
