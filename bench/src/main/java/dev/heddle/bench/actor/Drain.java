package dev.heddle.bench.actor;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;

/**
 * The end of a queue at which a single thread receives: it takes all that is there at once, up to a
 * limit, and so meets those who send less often.
 *
 * @param <T> what is sent
 */
public final class Drain<T> {
  private static final int AT_ONCE = 256;

  private final BlockingQueue<T> queue;
  private final Queue<T> taken = new ArrayDeque<>(AT_ONCE);

  public Drain(BlockingQueue<T> queue) {
    this.queue = queue;
  }

  /** The next, in the order of the queue. */
  public T take() throws InterruptedException {
    T next = taken.poll();
    if (next == null) {
      next = queue.take();
      queue.drainTo(taken, AT_ONCE - 1);
    }
    return next;
  }
}
