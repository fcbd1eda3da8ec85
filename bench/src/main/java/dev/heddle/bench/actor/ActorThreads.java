package dev.heddle.bench.actor;

import dev.heddle.task.Body;
import java.util.ArrayList;
import java.util.List;

/** Virtual threads, one for each actor: most of them live until the end of the program. */
public final class ActorThreads implements AutoCloseable {
  private final List<Thread> threads = new ArrayList<>();

  /** Starts one, which ends when it is interrupted. */
  public void start(Body body) {
    threads.add(startOnce(body));
  }

  /** Starts one that ends by itself, so that nobody has to keep it. */
  public static Thread startOnce(Body body) {
    return Thread.startVirtualThread(
        () -> {
          try {
            body.run();
          } catch (InterruptedException _) {
            // The program ends.
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
  }
}
