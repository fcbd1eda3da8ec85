package dev.heddle.bench.savina.concsll;

import dev.heddle.bench.actor.ActorThreads;
import dev.heddle.bench.actor.Drain;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/** On virtual threads. A worker waits for one answer at a time, so a queue for one will do. */
final class ThreadSortedList {
  private record Size(BlockingQueue<Integer> from) {}

  private record Write(BlockingQueue<Integer> from, int value) {}

  private record Contains(BlockingQueue<Integer> from, int value) {}

  private ThreadSortedList() {}

  static LongSupplier setUp(ListWork work) {
    return () -> {
      BlockingQueue<Object> requests = new LinkedBlockingQueue<>();
      ActorThreads.startOnce(() -> own(work, requests));
      for (int i = 0; i < work.workers; i++) {
        Client client = new Client(work, i);
        ActorThreads.startOnce(() -> ask(work, client, requests));
      }
      return work.finish.await();
    };
  }

  private static void own(ListWork work, BlockingQueue<Object> requests)
      throws InterruptedException {
    SortedList list = new SortedList();
    Drain<Object> inbox = new Drain<>(requests);
    int ended = 0;
    while (ended < work.workers) {
      switch (inbox.take()) {
        case Size(BlockingQueue<Integer> from) -> from.put(list.size());
        case Write(BlockingQueue<Integer> from, int value) -> {
          list.add(value);
          from.put(value);
        }
        case Contains(BlockingQueue<Integer> from, int value) ->
            from.put(list.contains(value) ? 1 : 0);
        default -> ended++;
      }
    }
    work.finish.arrive(list.checksum());
  }

  private static void ask(ListWork work, Client client, BlockingQueue<Object> requests)
      throws InterruptedException {
    BlockingQueue<Integer> answers = new ArrayBlockingQueue<>(1);
    while (client.next()) {
      requests.put(
          switch (client.kind()) {
            case SIZE -> new Size(answers);
            case WRITE -> new Write(answers, client.value());
            case CONTAINS -> new Contains(answers, client.value());
          });
      client.answered(answers.take());
    }
    requests.put(ListWork.STOP);
    work.finish.arrive(client.right());
  }
}
