package dev.heddle.bench.savina.count;

import dev.heddle.bench.actor.ActorThreads;
import dev.heddle.bench.actor.Drain;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/** On virtual threads. The counter takes many at once, which is faster than one by one. */
final class ThreadCounting {
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
    Drain<Object> inbox = new Drain<>(messages);
    int count = 0;
    while (true) {
      Object message = inbox.take();
      if (message == Counting.INCREMENT) {
        count++;
      } else if (message instanceof Retrieve(BlockingQueue<Integer> answers)) {
        answers.put(count);
        return;
      }
    }
  }
}
