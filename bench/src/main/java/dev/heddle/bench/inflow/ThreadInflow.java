package dev.heddle.bench.inflow;

import dev.heddle.bench.actor.ActorThreads;
import dev.heddle.bench.actor.Drain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/** On virtual threads. The counter takes many at once, which is faster than one by one. */
final class ThreadInflow {
  private static final Object GO = "go";

  private ThreadInflow() {}

  static LongSupplier setUp(ActorThreads threads, Inflow inflow) {
    BlockingQueue<Integer> numbers = new LinkedBlockingQueue<>();
    threads.start(() -> count(numbers, new Total(inflow)));
    List<BlockingQueue<Object>> producers = new ArrayList<>();
    for (int i = 0; i < inflow.producers; i++) {
      BlockingQueue<Object> mine = new LinkedBlockingQueue<>();
      producers.add(mine);
      threads.start(() -> produce(mine, numbers, inflow.each));
    }
    return () -> {
      producers.forEach(producer -> producer.add(GO));
      return inflow.finish.await();
    };
  }

  private static void produce(BlockingQueue<Object> mine, BlockingQueue<Integer> numbers, int each)
      throws InterruptedException {
    while (mine.take() == GO) {
      for (int i = 0; i < each; i++) {
        numbers.put(Inflow.number(i));
      }
    }
  }

  private static void count(BlockingQueue<Integer> numbers, Total total)
      throws InterruptedException {
    Drain<Integer> inbox = new Drain<>(numbers);
    while (true) {
      total.add(inbox.take());
    }
  }
}
