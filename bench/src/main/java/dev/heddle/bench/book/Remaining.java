package dev.heddle.bench.book;

import java.time.Duration;
import java.util.Locale;

/** Estimates how long a run will go on, from how long it took so far. */
final class Remaining {
  private static final Duration EACH = Duration.ofSeconds(6);

  private final int all;
  private int done;

  /**
   * @param all the weight of the whole run
   */
  Remaining(int all) {
    this.all = all;
  }

  void done(int weight) {
    done += weight;
  }

  /** How long the rest will take, if it goes on as it did for {@code elapsed}. */
  Duration after(Duration elapsed) {
    return done == 0 ? EACH.multipliedBy(all) : elapsed.multipliedBy(all - done).dividedBy(done);
  }

  /** As minutes and seconds. */
  static String clock(Duration time) {
    return String.format(Locale.ROOT, "%d:%02d", time.toMinutes(), time.toSecondsPart());
  }
}
