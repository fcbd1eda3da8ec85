package dev.heddle.bench.savina.fjcreate;

import dev.heddle.bench.actor.ActorThreads;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.function.LongSupplier;

/** On virtual threads. A thread finds its message in the queue already, and so need not wait. */
final class ThreadCreation {
  private ThreadCreation() {}

  static LongSupplier setUp(Creation work) {
    return () -> {
      for (int i = 0; i < work.actors; i++) {
        BlockingQueue<Object> queue = new LinkedTransferQueue<>();
        queue.add(Creation.MESSAGE);
        ActorThreads.startOnce(() -> receive(work, queue));
      }
      return work.finish.await();
    };
  }

  private static void receive(Creation work, BlockingQueue<Object> mine)
      throws InterruptedException {
    if (mine.take() == Creation.MESSAGE) {
      work.handle();
    }
  }
}
