package dev.heddle.junit.planted;

import dev.heddle.Heddle;
import dev.heddle.fiber.Mutex;
import dev.heddle.sim.SimulationFailure.Kind;
import java.util.List;

/** Two accounts are locked in the order of the transfer. Mended: always the same one first. */
final class AbBaDeadlock extends Planted {
  AbBaDeadlock() {
    super(Kind.DEADLOCK);
  }

  static void main() throws Exception {
    new AbBaDeadlock().run(false);
  }

  @Override
  void run(boolean mended) throws Exception {
    Mutex a = new Mutex();
    Mutex b = new Mutex();
    Mutex first = mended ? a : b;
    Mutex second = mended ? b : a;
    try (Heddle heddle = Heddle.start(2)) {
      join(
          List.of(
              heddle.fiber("from A to B", () -> a.withLock(() -> b.withLock(() -> {}))),
              heddle.fiber("from B to A", () -> first.withLock(() -> second.withLock(() -> {})))));
    }
  }
}
