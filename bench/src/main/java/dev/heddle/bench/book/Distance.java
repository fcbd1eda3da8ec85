package dev.heddle.bench.book;

import dev.heddle.bench.Suite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How far the processors are from each other: what it takes that a cache line goes from one to
 * another and back. On a virtual machine that changes from minute to minute, by five times and
 * more, and with it what everything costs that two threads hand to each other. So it is looked at
 * before each benchmark, and the page tells it.
 */
final class Distance {
  private static final int TRIPS = 2_000;
  private static final int BATCHES = 9;

  /** So long a batch may take if both threads are on one processor. */
  private static final long PATIENCE = 20_000_000;

  private static final VarHandle BALL;

  static {
    try {
      BALL = MethodHandles.lookup().findVarHandle(Distance.class, "ball", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Map<Suite, List<Double>> seen = new EnumMap<>(Suite.class);

  @SuppressWarnings("unused") // through BALL
  private int ball;

  /** Before a benchmark of {@code suite}. Takes a few milliseconds. */
  void look(Suite suite) {
    seen.computeIfAbsent(suite, _ -> new ArrayList<>()).add(roundTrip());
  }

  /** What was seen, as facts about the run: for each suite the least, the median and the most. */
  Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    seen.forEach(
        (suite, nanos) ->
            facts.put(
                "a cache line to and fro, " + suite.title(),
                String.format(
                    Locale.ROOT,
                    "%.0f ns, from %.0f to %.0f",
                    median(nanos),
                    Collections.min(nanos),
                    Collections.max(nanos))));
    return facts;
  }

  /** In nanoseconds; the median of some batches. */
  double roundTrip() {
    BALL.setVolatile(this, 0);
    Thread other = Thread.ofPlatform().daemon().name("cache line").start(this::playBack);
    List<Double> batches = new ArrayList<>();
    for (int i = 0; i < BATCHES; i++) {
      batches.add(batch());
    }
    BALL.setVolatile(this, -1);
    try {
      other.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return median(batches);
  }

  private double batch() {
    long start = System.nanoTime();
    int trips = 0;
    while (trips < TRIPS && System.nanoTime() - start < PATIENCE) {
      BALL.setVolatile(this, 1);
      while ((int) BALL.getVolatile(this) != 0) {
        Thread.onSpinWait();
      }
      trips++;
    }
    return (double) (System.nanoTime() - start) / trips;
  }

  private void playBack() {
    int now;
    while ((now = (int) BALL.getVolatile(this)) >= 0) {
      if (now == 1) {
        BALL.compareAndSet(this, 1, 0);
      } else {
        Thread.onSpinWait();
      }
    }
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }
}
