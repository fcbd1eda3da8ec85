package dev.heddle.bench.savina.big;

import dev.heddle.bench.actor.ActorThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/** On virtual threads. */
final class ThreadBig {

  /** Each thread has one, and sends it again and again. */
  private record Ping(BlockingQueue<Object> from) {}

  private ThreadBig() {}

  static LongSupplier setUp(Big work) {
    return () -> {
      List<BlockingQueue<Object>> queues = new ArrayList<>();
      for (int i = 0; i < work.actors; i++) {
        queues.add(new LinkedBlockingQueue<>());
      }
      BlockingQueue<Object> sink = new LinkedBlockingQueue<>();
      ActorThreads.startOnce(() -> sink(sink, queues));
      for (int i = 0; i < work.actors; i++) {
        int number = i;
        ActorThreads.startOnce(() -> receive(work, queues, sink, number));
      }
      queues.forEach(queue -> queue.add(Big.GO));
      return work.finish.await();
    };
  }

  private static void sink(BlockingQueue<Object> mine, List<BlockingQueue<Object>> queues)
      throws InterruptedException {
    int done = 0;
    while (done < queues.size()) {
      if (mine.take() == Big.DONE) {
        done++;
      }
    }
    for (BlockingQueue<Object> queue : queues) {
      queue.put(Big.EXIT);
    }
  }

  private static void receive(
      Big work, List<BlockingQueue<Object>> queues, BlockingQueue<Object> sink, int number)
      throws InterruptedException {
    BlockingQueue<Object> mine = queues.get(number);
    Asker asker = new Asker(work, number);
    Ping ping = new Ping(mine);
    Big.Pong pong = new Big.Pong(number);
    while (true) {
      Object message = mine.take();
      if (message instanceof Ping(BlockingQueue<Object> from)) {
        from.put(pong);
        continue;
      }
      if (message == Big.EXIT) {
        work.finish.arrive(asker.sum());
        return;
      }
      if (message instanceof Big.Pong(int answerer)) {
        asker.answered(answerer);
      }
      if (asker.goesOn()) {
        queues.get(asker.next()).put(ping);
      } else {
        sink.put(Big.DONE);
      }
    }
  }
}
