package dev.heddle.junit.planted;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Mutex;
import dev.heddle.sim.SimulationFailure.Kind;
import java.util.List;

/**
 * Who waits for the lock asks for it again and again, while another takes it back each time it has
 * given it. Mended: a fair mutex, on which one waits in line.
 */
final class UnfairHandOff extends Planted {
  UnfairHandOff() {
    super(Kind.ASSERTION);
  }

  static void main() throws Exception {
    new UnfairHandOff().run(false);
  }

  private static final int MOST = 12;

  @Override
  void run(boolean mended) throws Exception {
    Mutex mutex = mended ? Mutex.fair() : new Mutex();
    try (Heddle heddle = Heddle.start(2)) {
      Fiber<?> patient = heddle.fiber("patient", () -> take(mutex, mended));
      Fiber<?> greedy =
          heddle.fiber(
              "greedy",
              () -> {
                while (!patient.isDone()) {
                  mutex.lock();
                  try {
                    Fiber.yield();
                  } finally {
                    mutex.unlock();
                  }
                }
              });
      join(List.of(patient, greedy));
    }
  }

  private static void take(Mutex mutex, boolean mended) throws Exception {
    if (mended) {
      mutex.withLock(() -> {});
      return;
    }
    for (int tries = 1; !mutex.tryLock(); tries++) {
      check(tries < MOST, tries + " times in vain");
      Fiber.yield();
    }
    mutex.unlock();
  }
}
