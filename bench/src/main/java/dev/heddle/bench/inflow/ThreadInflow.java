package dev.heddle.bench.inflow;

import dev.heddle.bench.actor.ActorThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/** On virtual threads. The counter takes many at once, which is faster than one by one. */
final class ThreadInflow {
  private static final Object GO = "go";
  private static final int AT_ONCE = 256;

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
    List<Integer> some = new ArrayList<>(AT_ONCE);
    while (true) {
      some.add(numbers.take());
      numbers.drainTo(some, AT_ONCE - 1);
      for (int number : some) {
        total.add(number);
      }
      some.clear();
    }
  }
}
