package dev.heddle.bench.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/**
 * Lets contestants measure in turn, A B C A B C and so on: whatever else goes on on the machine
 * hits all of them alike.
 */
final class Alternation {
  private final LongSupplier clock;
  private final long deadline;

  /**
   * @param clock in nanoseconds
   * @param budget how long it may take from now
   */
  Alternation(LongSupplier clock, Duration budget) {
    this.clock = clock;
    this.deadline = clock.getAsLong() + budget.toNanos();
  }

  /**
   * Does {@code rounds} rounds of everybody; fewer if the time runs out, but at least {@code
   * least}.
   *
   * @param before is told the number of each round, from 1
   * @return the costs of each contestant
   */
  List<List<Double>> run(
      List<? extends Contestant> contestants, int least, int rounds, IntConsumer before) {
    List<List<Double>> costs = new ArrayList<>();
    contestants.forEach(_ -> costs.add(new ArrayList<>()));
    long longest = 0;
    for (int round = 1; round <= rounds; round++) {
      long start = clock.getAsLong();
      if (round > least && start + longest > deadline) {
        break;
      }
      before.accept(round);
      for (int i = 0; i < contestants.size(); i++) {
        costs.get(i).add(contestants.get(i).round());
      }
      longest = Math.max(longest, clock.getAsLong() - start);
    }
    return costs;
  }
}
