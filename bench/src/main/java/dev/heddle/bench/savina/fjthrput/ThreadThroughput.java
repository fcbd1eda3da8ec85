package dev.heddle.bench.savina.fjthrput;

import dev.heddle.bench.actor.ActorThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/** On virtual threads. They take many messages at once, which is faster than one by one. */
final class ThreadThroughput {
  private static final int AT_ONCE = 256;

  private ThreadThroughput() {}

  static LongSupplier setUp(Throughput work) {
    return () -> {
      List<BlockingQueue<Object>> queues = new ArrayList<>();
      for (int i = 0; i < work.actors; i++) {
        BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
        queues.add(queue);
        ActorThreads.startOnce(() -> receive(work, queue));
      }
      for (int i = 0; i < work.messages; i++) {
        for (BlockingQueue<Object> queue : queues) {
          queue.add(Throughput.MESSAGE);
        }
      }
      return work.finish.await();
    };
  }

  private static void receive(Throughput work, BlockingQueue<Object> mine)
      throws InterruptedException {
    Throughput.Share share = new Throughput.Share(work.messages);
    List<Object> some = new ArrayList<>(AT_ONCE);
    boolean done = false;
    while (!done) {
      some.add(mine.take());
      mine.drainTo(some, AT_ONCE - 1);
      for (Object message : some) {
        done |= message == Throughput.MESSAGE && share.add();
      }
      some.clear();
    }
    work.finish.arrive(share.result());
  }
}
