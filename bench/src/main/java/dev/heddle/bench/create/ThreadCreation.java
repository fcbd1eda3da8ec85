package dev.heddle.bench.create;

import dev.heddle.bench.actor.ActorThreads;
import dev.heddle.bench.actor.Finish;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.function.LongSupplier;

/** On virtual threads. A thread finds its message in the queue already, and so need not wait. */
final class ThreadCreation {
  private static final Integer MESSAGE = 1;

  private ThreadCreation() {}

  static LongSupplier setUp(ActorThreads threads, Creation creation) {
    List<BlockingQueue<Integer>> creators = new ArrayList<>();
    for (int i = 0; i < creation.creators; i++) {
      BlockingQueue<Integer> mine = new LinkedBlockingQueue<>();
      creators.add(mine);
      threads.start(() -> create(mine, creation.finish));
    }
    return () -> {
      creators.forEach(creator -> creator.add(creation.each));
      return creation.finish.await();
    };
  }

  private static void create(BlockingQueue<Integer> mine, Finish finish)
      throws InterruptedException {
    while (true) {
      int count = mine.take();
      for (int i = 0; i < count; i++) {
        BlockingQueue<Integer> queue = new LinkedTransferQueue<>();
        queue.put(MESSAGE);
        Thread.startVirtualThread(() -> receive(queue, finish));
      }
    }
  }

  private static void receive(BlockingQueue<Integer> mine, Finish finish) {
    try {
      finish.arrive(mine.take());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // it does not arrive, so the watchdog will tell
    }
  }
}
