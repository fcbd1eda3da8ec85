package dev.heddle.bench.ring;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.actor.ActorThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.function.LongSupplier;

/** On virtual threads. There is but one number, so a queue that holds nothing will do. */
final class ThreadRing {
  private ThreadRing() {}

  static LongSupplier setUp(ActorThreads threads, Ring ring) {
    List<BlockingQueue<Integer>> queues = new ArrayList<>();
    for (int i = 0; i < ring.members; i++) {
      queues.add(new SynchronousQueue<>());
    }
    for (int i = 0; i < ring.members; i++) {
      int number = i;
      threads.start(
          () -> receive(ring, number, queues.get(number), queues.get(ring.after(number))));
    }
    return () -> {
      put(queues.getFirst(), ring.hops);
      return ring.finish.await();
    };
  }

  private static void put(BlockingQueue<Integer> queue, int number) {
    try {
      queue.put(number);
    } catch (InterruptedException _) {
      throw new BenchmarkFailure("interrupted");
    }
  }

  private static void receive(
      Ring ring, int number, BlockingQueue<Integer> mine, BlockingQueue<Integer> next)
      throws InterruptedException {
    while (true) {
      int hops = mine.take();
      if (hops == 0) {
        ring.finish.arrive(number);
      } else {
        next.put(hops - 1);
      }
    }
  }
}
