package dev.heddle.bench.savina.count;

import dev.heddle.bench.actor.ActorThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/** On virtual threads. The counter takes many at once, which is faster than one by one. */
final class ThreadCounting {
  private static final int AT_ONCE = 256;

  /** Asks for the number. */
  private record Retrieve(BlockingQueue<Integer> answers) {}

  private ThreadCounting() {}

  static LongSupplier setUp(Counting work) {
    return () -> {
      BlockingQueue<Object> messages = new LinkedBlockingQueue<>();
      ActorThreads.startOnce(() -> count(messages));
      ActorThreads.startOnce(() -> produce(work, messages));
      return work.finish.await();
    };
  }

  private static void produce(Counting work, BlockingQueue<Object> messages)
      throws InterruptedException {
    for (int i = 0; i < work.messages; i++) {
      messages.put(Counting.INCREMENT);
    }
    BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
    messages.put(new Retrieve(answers));
    work.finish.arrive(answers.take());
  }

  private static void count(BlockingQueue<Object> messages) throws InterruptedException {
    List<Object> some = new ArrayList<>(AT_ONCE);
    int count = 0;
    while (true) {
      some.add(messages.take());
      messages.drainTo(some, AT_ONCE - 1);
      for (Object message : some) {
        if (message == Counting.INCREMENT) {
          count++;
        } else if (message instanceof Retrieve(BlockingQueue<Integer> answers)) {
          answers.put(count);
          return;
        }
      }
      some.clear();
    }
  }
}
