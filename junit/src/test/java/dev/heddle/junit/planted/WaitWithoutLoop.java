package dev.heddle.junit.planted;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.sim.Fault;
import dev.heddle.sim.SimulationFailure.Kind;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Who waits believes, when it goes on, that it has what it waited for. It may go on for no reason.
 */
final class WaitWithoutLoop extends Planted {
  WaitWithoutLoop() {
    super(Kind.ASSERTION);
  }

  static void main() throws Exception {
    new WaitWithoutLoop().run(false);
  }

  @Override
  Fault[] faults() {
    return new Fault[] {Fault.SPURIOUS_WAKE_UP};
  }

  @Override
  void run(boolean mended) throws Exception {
    AtomicBoolean ready = new AtomicBoolean();
    try (Heddle heddle = Heddle.start(2)) {
      Fiber<Void> waiter =
          heddle.fiber(
              "waiter",
              () -> {
                if (mended) {
                  while (!ready.get()) {
                    LockSupport.park();
                  }
                } else if (!ready.get()) {
                  LockSupport.park();
                }
                check(ready.get(), "goes on though nothing is ready");
              });
      for (int i = 0; i < 20; i++) {
        Fiber.sleep(Duration.ofMillis(1));
      }
      ready.set(true);
      waiter.resume();
      waiter.join();
    }
  }
}
