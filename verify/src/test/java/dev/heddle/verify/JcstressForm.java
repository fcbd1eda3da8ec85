package dev.heddle.verify;

import java.time.Duration;
import java.util.List;

/**
 * How long and in which JVMs jcstress runs each test.
 *
 * <p>All forms but {@link #LONG_SPLIT} use the parallel collector: its write barrier is a plain
 * store, while G1's may contain a fence that hides a missing one.
 */
enum JcstressForm {
  /** About a second a test: one JVM, which interprets first and then compiles. */
  SHORT(
      Duration.ofSeconds(5),
      "-m quick -sc false -iters 3 -time 150 -hs 64 -pth false -strideSize 64"
          + " -jvmArgs -XX:+UseParallelGC"),

  /** {@link #SHORT}, ten times as long: another chance for a fault that was not seen. */
  PATIENT(
      Duration.ofSeconds(40),
      "-m quick -sc false -iters 10 -time 500 -hs 64 -pth false -strideSize 64"
          + " -jvmArgs -XX:+UseParallelGC"),

  /** About a minute a test: every mix of interpreter, C1 and C2 among the actors, with G1. */
  LONG_SPLIT(Duration.ofMinutes(10), "-m default -sc true -fsm 1 -iters 5 -time 500"),

  /** About half a minute a test: all actors compiled alike, with the parallel collector. */
  LONG_UNIFIED(
      Duration.ofMinutes(5),
      "-m default -sc false -fsm 1 -iters 10 -time 500 -jvmArgsPrepend -XX:+UseParallelGC");

  private final Duration budget;
  private final String options;

  JcstressForm(Duration budget, String options) {
    this.budget = budget;
    this.options = options;
  }

  /** The forms of this build: the short one, or with {@code -Dheddle.long=true} the long ones. */
  static List<JcstressForm> ofThisBuild() {
    return Boolean.getBoolean("heddle.long") ? List.of(LONG_SPLIT, LONG_UNIFIED) : List.of(SHORT);
  }

  /** Beyond this, a test hangs. */
  Duration budget(int tests) {
    return Duration.ofMinutes(1).plus(budget.multipliedBy(tests));
  }

  /** jcstress's own options. */
  List<String> options() {
    return List.of(options.split(" "));
  }
}
