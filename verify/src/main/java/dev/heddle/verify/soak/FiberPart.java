package dev.heddle.verify.soak;

import dev.heddle.fiber.Channel;
import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Mutex;
import dev.heddle.fiber.Semaphore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Fibers that give each other elements through a channel, keep each other out by a mutex and a
 * semaphore, sleep, and are interrupted meanwhile. What is sent is received, once; nobody is inside
 * together with another one; nobody wakes early.
 */
final class FiberPart implements Part {
  @Override
  public void work(Bed bed, SplittableRandom random) throws Exception {
    while (bed.goesOn()) {
      new Round(bed, random).run();
    }
  }

  private static final class Round {
    private final Bed bed;
    private final SplittableRandom random;
    private final Channel<Integer> channel;
    private final Mutex mutex = new Mutex();
    private final Semaphore two = new Semaphore(2);
    private final AtomicInteger inMutex = new AtomicInteger();
    private final AtomicInteger inSemaphore = new AtomicInteger();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();

    Round(Bed bed, SplittableRandom random) {
      this.bed = bed;
      this.random = random;
      channel =
          random.nextBoolean() ? Channel.rendezvous() : Channel.buffered(1 + random.nextInt(8));
    }

    void run() throws Exception {
      List<Fiber<?>> writers = new ArrayList<>();
      List<Fiber<?>> readers = new ArrayList<>();
      int count = 1 + random.nextInt(5);
      for (int i = 0; i < count; i++) {
        SplittableRandom own = random.split();
        SplittableRandom other = random.split();
        writers.add(bed.heddle.fiber("soak-writer-" + i, () -> write(own)));
        readers.add(bed.heddle.fiber("soak-reader-" + i, () -> read(other)));
      }
      for (int i = random.nextInt(6); i > 0; i--) {
        writers.get(random.nextInt(count)).interrupt();
      }
      writers.forEach(Round::settle);
      channel.close();
      readers.forEach(Round::settle);
      SoakFailure.unless(
          sent.get() == received.get(),
          () -> "sent %d, received %d by %s".formatted(sent.get(), received.get(), channel));
      SoakFailure.unless(!mutex.isLocked(), () -> "nobody is left, and %s".formatted(mutex));
      SoakFailure.unless(two.available() == 2, () -> "nobody is left, and %s".formatted(two));
      bed.deeds.add(count * 40L);
    }

    private static void settle(Fiber<?> fiber) {
      fiber.join();
    }

    private void write(SplittableRandom own) {
      for (int i = 1; i <= 20; i++) {
        try {
          int element = 1 + own.nextInt(1000);
          boolean went =
              own.nextInt(3) == 0
                  ? channel.trySend(element)
                  : channel.send(element, Duration.ofNanos(own.nextInt(2_000_000)));
          sent.addAndGet(went ? element : 0);
          meet(own);
        } catch (InterruptedException e) {
          // goes on: who is interrupted has not sent
        }
      }
    }

    private void read(SplittableRandom own) {
      while (true) {
        try {
          Integer element = channel.receiveOrNull();
          if (element == null) {
            return;
          }
          received.addAndGet(element);
          meet(own);
        } catch (InterruptedException e) {
          // goes on
        }
      }
    }

    private void meet(SplittableRandom own) throws InterruptedException {
      if (own.nextInt(3) == 0 && mutex.tryLock(Duration.ofNanos(own.nextInt(300_000)))) {
        try {
          alone(inMutex, 1, own);
        } finally {
          mutex.unlock();
        }
      }
      if (own.nextInt(3) == 0 && two.tryAcquire(Duration.ofNanos(own.nextInt(300_000)))) {
        try {
          alone(inSemaphore, 2, own);
        } finally {
          two.release();
        }
      }
      if (own.nextInt(4) == 0) {
        long nanos = own.nextInt(300_000);
        long before = System.nanoTime();
        Fiber.sleep(Duration.ofNanos(nanos));
        long slept = System.nanoTime() - before;
        SoakFailure.unless(
            slept >= nanos, () -> "a sleep of %d ns took %d".formatted(nanos, slept));
      }
    }

    private static void alone(AtomicInteger inside, int most, SplittableRandom own) {
      int now = inside.incrementAndGet();
      try {
        SoakFailure.unless(now <= most, () -> "%d are inside together, of %d".formatted(now, most));
        if (own.nextBoolean()) {
          Fiber.yield();
        }
      } finally {
        inside.decrementAndGet();
      }
    }
  }
}
