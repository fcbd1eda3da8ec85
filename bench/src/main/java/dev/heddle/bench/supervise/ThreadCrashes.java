package dev.heddle.bench.supervise;

import dev.heddle.bench.actor.ActorThreads;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.function.LongSupplier;

/**
 * On virtual threads: one starts another, joins it, and starts the next if it has failed. The queue
 * outlives the child, as the mailbox of an actor does.
 */
final class ThreadCrashes {
  private ThreadCrashes() {}

  static LongSupplier setUp(ActorThreads threads, Crashes crashes) {
    BlockingQueue<String> mailbox = new LinkedTransferQueue<>();
    threads.start(() -> supervise(mailbox, crashes));
    crashes.await();
    return () -> {
      mailbox.add(Crashes.MESSAGE);
      return crashes.await();
    };
  }

  private static void supervise(BlockingQueue<String> mailbox, Crashes crashes)
      throws InterruptedException {
    Child child;
    do {
      child = new Child(mailbox, crashes);
      Thread thread = Thread.ofVirtual().uncaughtExceptionHandler(child::failed).start(child);
      try {
        thread.join();
      } catch (InterruptedException e) {
        thread.interrupt();
        throw e;
      }
    } while (child.failed);
  }

  private static final class Child implements Runnable {
    private final BlockingQueue<String> mailbox;
    private final Crashes crashes;

    /** Read after a join. */
    private boolean failed;

    Child(BlockingQueue<String> mailbox, Crashes crashes) {
      this.mailbox = mailbox;
      this.crashes = crashes;
    }

    @Override
    public void run() {
      if (crashes.begins()) {
        mailbox.add(Crashes.MESSAGE);
      }
      try {
        mailbox.take();
      } catch (InterruptedException _) {
        return; // the program ends
      }
      throw crashes.crash();
    }

    private void failed(Thread thread, Throwable error) {
      failed = error instanceof Crash;
    }
  }
}
