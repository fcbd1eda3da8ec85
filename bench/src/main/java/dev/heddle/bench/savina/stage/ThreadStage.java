package dev.heddle.bench.savina.stage;

import dev.heddle.bench.actor.ActorThreads;
import dev.heddle.bench.actor.Drain;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/** On virtual threads: each has a queue, from which it takes all that is there at once. */
public final class ThreadStage implements Runnable, Stage<BlockingQueue<Object>> {
  private final Actor<BlockingQueue<Object>> actor;
  private final BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
  private boolean stopped;

  private ThreadStage(Actor<BlockingQueue<Object>> actor) {
    this.actor = actor;
  }

  /** For a contest. These threads end by themselves, so {@code threads} need not end them. */
  public static LongSupplier setUp(ActorThreads threads, StagedWork work) {
    return () -> {
      Thread.startVirtualThread(new ThreadStage(work.opening()));
      return work.finish().await();
    };
  }

  @Override
  public void run() {
    actor.start(this);
    Drain<Object> inbox = new Drain<>(queue);
    try {
      while (!stopped) {
        actor.receive(inbox.take(), this);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }

  @Override
  public BlockingQueue<Object> address() {
    return queue;
  }

  @Override
  public BlockingQueue<Object> spawn(Actor<BlockingQueue<Object>> other) {
    ThreadStage stage = new ThreadStage(other);
    Thread.startVirtualThread(stage);
    return stage.queue;
  }

  @Override
  public void send(BlockingQueue<Object> to, Object message) {
    to.add(message);
  }

  @Override
  public void stop() {
    stopped = true;
  }
}
