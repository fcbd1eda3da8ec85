package dev.heddle.junit.planted;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Semaphore;
import dev.heddle.sim.SimulationFailure.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A permit is not given back by who is interrupted while it has it. Mended: by finally. */
final class LeakedPermit extends Planted {
  LeakedPermit() {
    super(Kind.DEADLOCK);
  }

  static void main() throws Exception {
    new LeakedPermit().run(false);
  }

  @Override
  void run(boolean mended) throws Exception {
    Semaphore permit = new Semaphore(1);
    try (Heddle heddle = Heddle.start(2)) {
      List<Fiber<?>> users = new ArrayList<>();
      for (int i = 1; i <= 3; i++) {
        users.add(heddle.fiber("user-" + i, () -> use(permit, mended)));
      }
      users.getFirst().interrupt();
      join(users);
    }
  }

  private static void use(Semaphore permit, boolean mended) {
    try {
      permit.acquire();
      if (mended) {
        try {
          Fiber.sleep(Duration.ofMillis(1));
        } finally {
          permit.release();
        }
      } else {
        Fiber.sleep(Duration.ofMillis(1));
        permit.release();
      }
    } catch (InterruptedException e) {
      // Has been told to give up, and does.
    }
  }
}
