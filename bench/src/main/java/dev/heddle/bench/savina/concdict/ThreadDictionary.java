package dev.heddle.bench.savina.concdict;

import dev.heddle.bench.actor.ActorThreads;
import dev.heddle.bench.actor.Drain;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/** On virtual threads. A worker waits for one answer at a time, so a queue for one will do. */
final class ThreadDictionary {
  private record Read(BlockingQueue<Integer> from, int key) {}

  private record Write(BlockingQueue<Integer> from, int key, int value) {}

  private ThreadDictionary() {}

  static LongSupplier setUp(Dictionary work) {
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

  private static void own(Dictionary work, BlockingQueue<Object> requests)
      throws InterruptedException {
    Map<Integer, Integer> map = work.map;
    int writes = 0;
    Drain<Object> inbox = new Drain<>(requests);
    int ended = 0;
    while (ended < work.workers) {
      switch (inbox.take()) {
        case Read(BlockingQueue<Integer> from, int key) -> from.put(map.getOrDefault(key, -1));
        case Write(BlockingQueue<Integer> from, int key, int value) -> {
          Integer written = value;
          map.put(key, written);
          writes++;
          from.put(written);
        }
        default -> ended++;
      }
    }
    work.finish.arrive(writes);
  }

  private static void ask(Dictionary work, Client client, BlockingQueue<Object> requests)
      throws InterruptedException {
    BlockingQueue<Integer> answers = new ArrayBlockingQueue<>(1);
    while (client.next()) {
      requests.put(
          client.writes()
              ? new Write(answers, client.key(), client.value())
              : new Read(answers, client.key()));
      client.answered(answers.take());
    }
    requests.put(Dictionary.STOP);
    work.finish.arrive(client.right());
  }
}
