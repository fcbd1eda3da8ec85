package dev.heddle.bench.idleprocess;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.memory.Crowd;
import java.util.concurrent.LinkedTransferQueue;

/** On virtual threads, with the JDK's queue that takes the least memory when it is empty. */
final class ThreadCrowd implements Crowd {
  private static final Object END = "end";

  private final Thread[] threads;
  private final Idler[] idlers;
  private final Finish finish = new Finish();

  ThreadCrowd(int count) {
    this.threads = new Thread[count];
    this.idlers = new Idler[count];
  }

  @Override
  public void gather() throws InterruptedException {
    finish.expect(threads.length);
    for (int i = 0; i < threads.length; i++) {
      idlers[i] = new Idler(finish);
      threads[i] = Thread.startVirtualThread(idlers[i]);
    }
    finish.await();
    for (Thread thread : threads) {
      while (thread.getState() != Thread.State.WAITING) {
        Thread.sleep(1);
      }
    }
  }

  @Override
  public void dismiss() {
    finish.expect(threads.length);
    for (Idler idler : idlers) {
      idler.mailbox.add(END);
    }
    finish.await();
  }

  private static final class Idler implements Runnable {
    final LinkedTransferQueue<Object> mailbox = new LinkedTransferQueue<>();
    private final Finish finish;

    Idler(Finish finish) {
      this.finish = finish;
    }

    @Override
    public void run() {
      finish.arrive();
      try {
        if (mailbox.take() == END) {
          finish.arrive();
        }
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt(); // it does not arrive, so the watchdog will tell
      }
    }
  }
}
