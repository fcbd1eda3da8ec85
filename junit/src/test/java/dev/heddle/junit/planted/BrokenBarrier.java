package dev.heddle.junit.planted;

import dev.heddle.Heddle;
import dev.heddle.fiber.Barrier;
import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Signal;
import dev.heddle.sim.SimulationFailure.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A barrier that opens its gate and closes it again: who has been counted and has not come to the
 * gate yet finds it closed. Mended: Heddle's own.
 */
final class BrokenBarrier extends Planted {
  BrokenBarrier() {
    super(Kind.DEADLOCK);
  }

  static void main() throws Exception {
    new BrokenBarrier().run(false);
  }

  private static final int PARTIES = 3;

  private final AtomicInteger arrived = new AtomicInteger();
  private final Signal gate = Signal.manual();

  @Override
  void run(boolean mended) throws Exception {
    BrokenBarrier own = new BrokenBarrier();
    Barrier real = new Barrier(PARTIES);
    try (Heddle heddle = Heddle.start()) {
      List<Fiber<?>> fibers = new ArrayList<>();
      for (int i = 1; i <= PARTIES; i++) {
        fibers.add(
            heddle.fiber(
                "party-" + i,
                () -> {
                  if (mended) {
                    real.await();
                  } else {
                    own.await();
                  }
                }));
      }
      join(fibers);
    }
  }

  private void await() throws InterruptedException {
    if (arrived.incrementAndGet() == PARTIES) {
      gate.signal();
      gate.clear();
    } else {
      gate.await();
    }
  }
}
