package dev.heddle.bench.savina.fjthrput;

import dev.heddle.bench.actor.ActorThreads;
import dev.heddle.bench.actor.Drain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/** On virtual threads. They take many messages at once, which is faster than one by one. */
final class ThreadThroughput {
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
    Drain<Object> inbox = new Drain<>(mine);
    boolean done = false;
    while (!done) {
      done = inbox.take() == Throughput.MESSAGE && share.add();
    }
    work.finish.arrive(share.result());
  }
}
