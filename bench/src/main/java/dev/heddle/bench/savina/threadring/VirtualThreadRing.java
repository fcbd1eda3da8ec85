package dev.heddle.bench.savina.threadring;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.actor.ActorThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.function.LongSupplier;

/** On virtual threads. There is but one message, so a queue that holds nothing will do. */
final class VirtualThreadRing {
  private VirtualThreadRing() {}

  static LongSupplier setUp(ThreadRing work) {
    return () -> {
      List<BlockingQueue<Object>> queues = new ArrayList<>();
      for (int i = 0; i < work.actors; i++) {
        queues.add(new SynchronousQueue<>());
      }
      for (int i = 0; i < work.actors; i++) {
        BlockingQueue<Object> mine = queues.get(i);
        BlockingQueue<Object> next = queues.get(work.after(i));
        ActorThreads.startOnce(() -> receive(work, mine, next));
      }
      begin(queues.getFirst(), new ThreadRing.Ping(work.hops));
      return work.finish.await();
    };
  }

  private static void begin(BlockingQueue<Object> first, Object message) {
    try {
      first.put(message);
    } catch (InterruptedException _) {
      throw new BenchmarkFailure("interrupted");
    }
  }

  private static void receive(
      ThreadRing work, BlockingQueue<Object> mine, BlockingQueue<Object> next)
      throws InterruptedException {
    int pings = 0;
    while (true) {
      Object message = mine.take();
      if (message instanceof ThreadRing.Ping ping) {
        pings++;
        next.put(work.next(ping));
      } else if (message instanceof ThreadRing.Exit(int left)) {
        if (left > 0) {
          next.put(new ThreadRing.Exit(left - 1));
        }
        work.finish.arrive(pings);
        return;
      }
    }
  }
}
