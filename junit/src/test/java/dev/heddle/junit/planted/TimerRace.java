package dev.heddle.junit.planted;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.sim.SimulationFailure.Kind;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An entry is taken out when its time is up; if it has been renewed at that very moment, the new
 * one is. Mended: only the one that the timer was for.
 */
final class TimerRace extends Planted {
  TimerRace() {
    super(Kind.ASSERTION);
  }

  static void main() throws Exception {
    new TimerRace().run(false);
  }

  private static final Duration LIFE = Duration.ofSeconds(10);

  @Override
  void run(boolean mended) throws Exception {
    ConcurrentHashMap<String, Integer> cache = new ConcurrentHashMap<>();
    try (Heddle heddle = Heddle.start()) {
      cache.put("key", 1);
      Fiber<Void> expiry =
          heddle.fiber(
              "expiry",
              () -> {
                Fiber.sleep(LIFE);
                if (mended) {
                  cache.remove("key", 1);
                } else {
                  cache.remove("key");
                }
              });
      Fiber<Void> renewal =
          heddle.fiber(
              "renewal",
              () -> {
                Fiber.sleep(LIFE);
                cache.put("key", 2);
              });
      expiry.join();
      renewal.join();
    }
    check(cache.containsKey("key"), "the new entry has been taken out");
  }
}
