package dev.heddle.scheduler;

import dev.heddle.metrics.Rule;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a worker counts. Written by its owner, one opaque store each; read by anybody, each a little
 * old at most.
 *
 * <p>The system property {@code heddle.counters=false} switches all of it off, and the watchdog
 * with it, which would see nobody get on: for measuring what counting costs, and for nothing else.
 */
public final class WorkerCounters {
  /** Whether anything is counted. */
  static final boolean ON = !"false".equals(System.getProperty("heddle.counters"));

  static final int SPINS = 0;
  static final int PARKS = 1;
  static final int STEALS_TRIED = 2;
  static final int STEALS_MADE = 3;
  static final int ITEMS_STOLEN = 4;

  /** Messages sent by items of the worker. */
  public static final int SENT = 5;

  /** Messages that were given to a process by the worker. */
  public static final int HANDLED = 6;

  /** How often the worker went from a process straight to the one that it had sent to. */
  public static final int HAND_OVERS = 7;

  static final int WAKE_UPS = 8;
  static final int BATCHES = 9;
  static final int BATCH_ITEMS = 10;
  private static final int RULES = 11;
  private static final int RULES_END = RULES + Rule.values().length;

  /** A cache line on both sides, so that no other worker's counters share one. */
  private static final int PADDING = 8;

  private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] counts = new long[PADDING + RULES_END + PADDING];

  WorkerCounters() {}

  /** Owner. */
  void chose(Rule rule) {
    add(RULES + rule.ordinal(), 1);
  }

  /** Owner. */
  void add(int counter, long n) {
    if (!ON) {
      return;
    }
    int i = PADDING + counter;
    COUNT.setOpaque(counts, i, (long) COUNT.get(counts, i) + n);
  }

  long read(int counter) {
    return (long) COUNT.getOpaque(counts, PADDING + counter);
  }

  /** How many items have been chosen, by whichever rule. */
  long choices() {
    long sum = 0;
    for (int rule = RULES; rule < RULES_END; rule++) {
      sum += read(rule);
    }
    return sum;
  }

  /** How many items have been chosen by each rule; the caller's to change. */
  Map<Rule, Long> chosen() {
    Map<Rule, Long> chosen = new EnumMap<>(Rule.class);
    for (Rule rule : Rule.values()) {
      chosen.put(rule, read(RULES + rule.ordinal()));
    }
    return chosen;
  }
}
