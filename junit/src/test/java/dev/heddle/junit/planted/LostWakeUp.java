package dev.heddle.junit.planted;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Signal;
import dev.heddle.sim.SimulationFailure.Kind;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Who waits forgets the signal after it has looked into the queue: one that came in between is
 * lost. Mended: it looks once more afterwards.
 */
final class LostWakeUp extends Planted {
  LostWakeUp() {
    super(Kind.DEADLOCK);
  }

  static void main() throws Exception {
    new LostWakeUp().run(false);
  }

  @Override
  void run(boolean mended) throws Exception {
    Queue<Integer> queue = new ConcurrentLinkedQueue<>();
    Signal filled = Signal.manual();
    try (Heddle heddle = Heddle.start(2)) {
      Fiber<?> consumer = heddle.fiber("consumer", () -> take(queue, filled, mended));
      heddle.fiber(
          "producer",
          () -> {
            queue.add(1);
            filled.signal();
          });
      consumer.join();
    }
  }

  private static void take(Queue<Integer> queue, Signal filled, boolean mended)
      throws InterruptedException {
    while (queue.isEmpty()) {
      filled.clear();
      if (!mended || queue.isEmpty()) {
        filled.await();
      }
    }
  }
}
