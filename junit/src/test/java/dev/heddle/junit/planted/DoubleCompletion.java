package dev.heddle.junit.planted;

import dev.heddle.Heddle;
import dev.heddle.sim.Simulation;
import dev.heddle.sim.SimulationFailure.Kind;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A promise that looks whether it is kept, and then keeps it: two may look before one of them has.
 */
final class DoubleCompletion extends Planted {
  DoubleCompletion() {
    super(Kind.ASSERTION);
  }

  static void main() throws Exception {
    new DoubleCompletion().run(false);
  }

  @Override
  void run(boolean mended) throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger completions = new AtomicInteger();
    try (Heddle heddle = Heddle.start(2)) {
      for (String name : new String[] {"reply", "timeout"}) {
        heddle.fiber(
            name,
            () -> {
              if (mended ? done.compareAndSet(false, true) : !done.get()) {
                Simulation.point(); // a race on plain memory is seen only where there is a point
                done.set(true);
                completions.incrementAndGet();
              }
            });
      }
    }
    check(completions.get() == 1, completions + " completions");
  }
}
