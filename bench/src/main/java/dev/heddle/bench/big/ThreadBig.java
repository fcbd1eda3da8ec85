package dev.heddle.bench.big;

import dev.heddle.bench.actor.ActorThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/** On virtual threads. */
final class ThreadBig {
  private static final Object GO = "go";
  private static final Object PONG = "pong";

  /** Each thread has one, and sends it again and again. */
  private record Ping(BlockingQueue<Object> from) {}

  private ThreadBig() {}

  static LongSupplier setUp(ActorThreads threads, Big big) {
    List<BlockingQueue<Object>> queues = new ArrayList<>();
    for (int i = 0; i < big.actors; i++) {
      queues.add(new LinkedBlockingQueue<>());
    }
    for (int i = 0; i < big.actors; i++) {
      BlockingQueue<Object> mine = queues.get(i);
      Asker asker = new Asker(big, i);
      threads.start(() -> receive(mine, queues, asker));
    }
    return () -> {
      queues.forEach(queue -> queue.add(GO));
      return big.finish.await();
    };
  }

  private static void receive(
      BlockingQueue<Object> mine, List<BlockingQueue<Object>> queues, Asker asker)
      throws InterruptedException {
    Ping ping = new Ping(mine);
    while (true) {
      Object message = mine.take();
      if (message instanceof Ping(BlockingQueue<Object> from)) {
        from.put(PONG);
      } else if (message == GO || (message == PONG && asker.goesOn())) {
        queues.get(asker.next()).put(ping);
      }
    }
  }
}
