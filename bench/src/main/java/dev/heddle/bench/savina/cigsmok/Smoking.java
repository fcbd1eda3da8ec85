package dev.heddle.bench.savina.cigsmok;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;
import dev.heddle.bench.savina.Lehmer;

/**
 * An arbiter lets smokers smoke, chosen at random, the next one as soon as one has begun. So
 * several may smoke at the same time.
 */
final class Smoking extends Workload {
  /** What is said without saying more. */
  enum Signal {
    START,
    STARTED,
    EXIT
  }

  private static final int SEED = 1;
  private static final int AT_LEAST = 10;
  private static final int VARIATION = 1000;
  private static final int REPEATS = 15;

  final int smokers;
  final int rounds;
  final Finish finish = new Finish();
  private final long expected;

  Smoking(int smokers, int rounds) {
    super(rounds, REPEATS);
    this.smokers = smokers;
    this.rounds = rounds;
    Choices choices = new Choices();
    long sum = 0;
    while (choices.next()) {
      sum += Lehmer.busy(choices.draws());
    }
    expected = sum;
  }

  @Override
  protected void prepare() {
    finish.expect(smokers + 1);
  }

  /**
   * @param result what all smokers have computed while they smoked
   */
  @Override
  protected void check(long result) {
    checkEqual("the sum of all that was smoked", expected, result);
    checkEqual("the number of actors to come", 0, finish.left());
  }

  /** What the arbiter chooses, round by round. */
  final class Choices {
    private final Lehmer random = new Lehmer(SEED);
    private int round;
    private int smoker;
    private int draws;

    /**
     * Chooses a smoker.
     *
     * @return false if there have been enough
     */
    boolean next() {
      if (round == rounds) {
        return false;
      }
      round++;
      smoker = random.next(smokers);
      draws = random.next(VARIATION) + AT_LEAST;
      return true;
    }

    /** Who smokes. */
    int smoker() {
      return smoker;
    }

    /** How long. */
    int draws() {
      return draws;
    }
  }
}
