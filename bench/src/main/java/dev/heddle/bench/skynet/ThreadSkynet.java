package dev.heddle.bench.skynet;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** On virtual threads. A leaf needs no queue: nobody sends it anything. */
final class ThreadSkynet {
  private ThreadSkynet() {}

  static long run(Skynet skynet) {
    BlockingQueue<Long> result = new LinkedBlockingQueue<>();
    Thread.startVirtualThread(
        () -> {
          node(0, skynet.leaves, result);
          skynet.finish.arrive(take(result));
        });
    return skynet.finish.await();
  }

  private static void node(int first, int size, BlockingQueue<Long> parent) {
    if (size == 1) {
      parent.add((long) first);
      return;
    }
    BlockingQueue<Long> mine = new LinkedBlockingQueue<>();
    int part = size / Skynet.CHILDREN;
    for (int i = 0; i < Skynet.CHILDREN; i++) {
      int start = first + i * part;
      Thread.startVirtualThread(() -> node(start, part, mine));
    }
    long sum = 0;
    for (int i = 0; i < Skynet.CHILDREN; i++) {
      sum += take(mine);
    }
    parent.add(sum);
  }

  private static long take(BlockingQueue<Long> queue) {
    try {
      return queue.take();
    } catch (InterruptedException _) {
      throw new IllegalStateException("interrupted");
    }
  }
}
