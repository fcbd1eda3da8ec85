package dev.heddle.bench.channel;

import java.util.concurrent.BlockingQueue;

/** The JDK's. */
final class QueueLine implements Line {
  private final BlockingQueue<Integer> queue;

  QueueLine(BlockingQueue<Integer> queue) {
    this.queue = queue;
  }

  @Override
  public void send(Integer message) throws InterruptedException {
    queue.put(message);
  }

  @Override
  public Integer receive() throws InterruptedException {
    return queue.take();
  }
}
