package dev.heddle.bench.selective;

import dev.heddle.bench.actor.ActorThreads;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/** On virtual threads: what is refused is put aside, once. */
final class ThreadSelection {
  private ThreadSelection() {}

  static LongSupplier setUp(ActorThreads threads, Selection selection) {
    LinkedBlockingQueue<Object> chooser = new LinkedBlockingQueue<>();
    LinkedBlockingQueue<Object> driver = new LinkedBlockingQueue<>();
    threads.start(
        () -> {
          Queue<Object> refused = new ArrayDeque<>();
          while (refused.size() <= selection.refused) {
            Object message = chooser.take();
            if (message instanceof Integer) {
              driver.put(message);
            } else {
              refused.add(message);
            }
          }
        });
    threads.start(
        () -> {
          while (true) {
            driver.take();
            long sum = 0;
            for (int i = 0; i < selection.numbers; i++) {
              chooser.put(i);
              sum += (Integer) driver.take();
            }
            selection.finish.arrive(sum);
          }
        });
    for (int i = 0; i < selection.refused; i++) {
      chooser.add("refused");
    }
    return () -> {
      driver.add("begin");
      return selection.finish.await();
    };
  }
}
