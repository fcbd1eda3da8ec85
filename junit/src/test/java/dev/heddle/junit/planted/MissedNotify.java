package dev.heddle.junit.planted;

import dev.heddle.Heddle;
import dev.heddle.fiber.Condition;
import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Mutex;
import dev.heddle.sim.SimulationFailure.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * A buffer of one place with one condition for both sides, and signal() where signalAll() is
 * needed: it may wake one of the same side, who goes on waiting, while the other side is not told.
 */
final class MissedNotify extends Planted {
  MissedNotify() {
    super(Kind.DEADLOCK);
  }

  static void main() throws Exception {
    new MissedNotify().run(false);
  }

  private static final int ROUNDS = 3;

  private final Mutex mutex = new Mutex();
  private final Condition changed = mutex.newCondition();
  private int held;

  @Override
  void run(boolean mended) throws Exception {
    MissedNotify buffer = new MissedNotify();
    try (Heddle heddle = Heddle.start()) {
      List<Fiber<?>> fibers = new ArrayList<>();
      for (int i = 1; i <= 2; i++) {
        fibers.add(heddle.fiber("producer-" + i, () -> buffer.moveAll(0, 1, mended)));
        fibers.add(heddle.fiber("consumer-" + i, () -> buffer.moveAll(1, 0, mended)));
      }
      join(fibers);
    }
  }

  private void moveAll(int from, int to, boolean mended) throws InterruptedException {
    for (int i = 0; i < ROUNDS; i++) {
      mutex.lock();
      try {
        changed.await(() -> held == from);
        held = to;
        if (mended) {
          changed.signalAll();
        } else {
          changed.signal();
        }
      } finally {
        mutex.unlock();
      }
    }
  }
}
