package dev.heddle.junit.planted;

import dev.heddle.Heddle;
import dev.heddle.sim.Simulation;
import dev.heddle.sim.SimulationFailure.Kind;
import java.util.concurrent.atomic.AtomicInteger;

/** A counter that is read, and then written. Mended: in one step. */
final class LostUpdate extends Planted {
  LostUpdate() {
    super(Kind.ASSERTION);
  }

  static void main() throws Exception {
    new LostUpdate().run(false);
  }

  @Override
  void run(boolean mended) throws Exception {
    AtomicInteger counter = new AtomicInteger();
    try (Heddle heddle = Heddle.start(2)) {
      for (int i = 0; i < 2; i++) {
        heddle.enqueue(
            () -> {
              if (mended) {
                counter.incrementAndGet();
              } else {
                int before = counter.get();
                Simulation.point();
                counter.set(before + 1);
              }
            });
      }
    }
    check(counter.get() == 2, "counted " + counter);
  }
}
