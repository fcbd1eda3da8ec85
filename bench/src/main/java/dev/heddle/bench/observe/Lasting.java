package dev.heddle.bench.observe;

import dev.heddle.bench.child.Program;

/** A program whose rounds last longer than a second, so that what comes once a second comes. */
class Lasting implements Program {
  private static final long LONG = 1_200_000_000;

  private final Program program;

  Lasting(Program program) {
    this.program = program;
  }

  /** The mean of as many rounds as it takes. */
  @Override
  public double round() throws Exception {
    long start = System.nanoTime();
    double sum = 0;
    int rounds = 0;
    do {
      sum += program.round();
      rounds++;
    } while (System.nanoTime() - start < LONG);
    return sum / rounds;
  }

  @Override
  public double warmUpRound() throws Exception {
    return program.warmUpRound();
  }

  @Override
  public double operations() {
    return program.operations();
  }

  @Override
  public void close() {
    program.close();
  }
}
