package dev.heddle.bench.savina.bndbuffer;

import dev.heddle.bench.actor.ActorThreads;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.LongSupplier;

/** On virtual threads. The buffer is a queue, and no thread of its own. */
final class ThreadBoundedBuffer {
  /** Each producer's last word, for one consumer. */
  private static final Double END = Double.NaN;

  private ThreadBoundedBuffer() {}

  static LongSupplier setUp(BoundedBuffer work) {
    return () -> {
      BlockingQueue<Double> buffer = new ArrayBlockingQueue<>(BoundedBuffer.CAPACITY);
      for (int i = 0; i < work.pairs; i++) {
        ActorThreads.startOnce(() -> consume(work, buffer));
        ActorThreads.startOnce(() -> produce(work, buffer));
      }
      return work.finish.await();
    };
  }

  private static void produce(BoundedBuffer work, BlockingQueue<Double> buffer)
      throws InterruptedException {
    double last = 0;
    for (int i = 0; i < work.items; i++) {
      last = BoundedBuffer.process(last);
      buffer.put(last);
    }
    buffer.put(END);
    work.finish.arrive();
  }

  private static void consume(BoundedBuffer work, BlockingQueue<Double> buffer)
      throws InterruptedException {
    double used = 0;
    for (double item = buffer.take(); !Double.isNaN(item); item = buffer.take()) {
      used = BoundedBuffer.process(used + item);
    }
    work.finish.arrive(Math.round(used));
  }
}
