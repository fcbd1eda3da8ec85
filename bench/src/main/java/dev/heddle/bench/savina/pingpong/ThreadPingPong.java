package dev.heddle.bench.savina.pingpong;

import dev.heddle.bench.actor.ActorThreads;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.function.LongSupplier;

/** On virtual threads. At most one message is under way, so queues that hold nothing will do. */
final class ThreadPingPong {
  private ThreadPingPong() {}

  static LongSupplier setUp(ActorThreads threads, PingPong work) {
    return () -> {
      BlockingQueue<Object> pings = new SynchronousQueue<>();
      BlockingQueue<Object> pongs = new SynchronousQueue<>();
      threads.start(() -> pong(pings, pongs));
      threads.start(() -> ping(work, pings, pongs));
      return work.finish.await();
    };
  }

  private static void ping(PingPong work, BlockingQueue<Object> pings, BlockingQueue<Object> pongs)
      throws InterruptedException {
    int answered = 0;
    for (int i = 0; i < work.roundTrips; i++) {
      Integer bit = i & 1;
      pings.put(bit);
      if (pongs.take().equals(bit)) {
        answered++;
      }
    }
    pings.put(PingPong.STOP);
    work.finish.arrive(answered);
  }

  private static void pong(BlockingQueue<Object> pings, BlockingQueue<Object> pongs)
      throws InterruptedException {
    for (Object ping = pings.take(); ping != PingPong.STOP; ping = pings.take()) {
      pongs.put(ping);
    }
  }
}
