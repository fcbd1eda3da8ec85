package dev.heddle.bench.savina.philosopher;

import dev.heddle.bench.actor.ActorThreads;
import dev.heddle.bench.actor.Drain;
import dev.heddle.bench.savina.philosopher.Dinner.Signal;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/** On virtual threads. A philosopher waits for one answer at a time. */
final class ThreadPhilosophers {
  private record Hungry(BlockingQueue<Signal> from, int number) {}

  private record Done(int number) {}

  private ThreadPhilosophers() {}

  static LongSupplier setUp(Dinner work) {
    return () -> {
      BlockingQueue<Object> requests = new LinkedBlockingQueue<>();
      ActorThreads.startOnce(() -> arbitrate(work, requests));
      for (int i = 0; i < work.philosophers; i++) {
        int number = i;
        ActorThreads.startOnce(() -> dine(work, number, requests));
      }
      return work.finish.await();
    };
  }

  private static void arbitrate(Dinner work, BlockingQueue<Object> requests)
      throws InterruptedException {
    Forks forks = new Forks(work.philosophers);
    Drain<Object> inbox = new Drain<>(requests);
    int left = 0;
    while (left < work.philosophers) {
      switch (inbox.take()) {
        case Hungry(BlockingQueue<Signal> from, int number) ->
            from.put(forks.take(number) ? Signal.EAT : Signal.DENIED);
        case Done(int number) -> forks.putBack(number);
        default -> left++;
      }
    }
    work.finish.arrive(forks.meals());
  }

  private static void dine(Dinner work, int number, BlockingQueue<Object> requests)
      throws InterruptedException {
    BlockingQueue<Signal> answers = new ArrayBlockingQueue<>(1);
    Hungry hungry = new Hungry(answers, number);
    Done done = new Done(number);
    int meals = 0;
    while (meals < work.rounds) {
      requests.put(hungry);
      if (answers.take() == Signal.EAT) {
        meals++;
        requests.put(done);
      }
    }
    requests.put(Signal.EXIT);
    work.finish.arrive(meals);
  }
}
