package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each primitive is used wrongly placed, at the end of the stack, and at the wrong moment, while it
 * is interrupted and times out; afterwards it works, and nobody stands in its queue.
 */
@SuppressWarnings({"WaitNotInLoop", "LockNotBeforeTry"}) // no predicates, and several ways to lock
class PrimitivesSurviveTest extends ConcurrentTestCase {
  private static final int TIMES = 10_000;
  private static final int DIVES_OF_A_FIBER = 100;
  private static final long SMALL_STACK = 300_000;

  /** A primitive in use. */
  private abstract static class Subject {
    /** Uses it, in one of several ways, and leaves it as it was. */
    abstract void use(Random random) throws InterruptedException;

    /** Without others: works, and nobody waits. */
    abstract void check() throws Exception;

    static Duration moment(Random random) {
      return Duration.ofNanos(random.nextInt(40_000));
    }
  }

  enum Primitive {
    SIGNAL,
    WAIT_GROUP,
    MUTEX,
    FAIR_MUTEX,
    CONDITION,
    READ_WRITE_MUTEX,
    SEMAPHORE,
    BARRIER;

    private Subject make() {
      return switch (this) {
        case SIGNAL -> new Signals();
        case WAIT_GROUP -> new WaitGroups();
        case MUTEX -> new Mutexes(new Mutex());
        case FAIR_MUTEX -> new Mutexes(Mutex.fair());
        case CONDITION -> new Conditions();
        case READ_WRITE_MUTEX -> new ReadWriteMutexes();
        case SEMAPHORE -> new Semaphores();
        case BARRIER -> new Barriers();
      };
    }
  }

  private static final class Signals extends Subject {
    final Signal signal = Signal.automatic();
    final Signal other = Signal.automatic();

    @Override
    void use(Random random) throws InterruptedException {
      switch (random.nextInt(4)) {
        case 0 -> signal.await(moment(random));
        case 1 -> Signal.awaitAny(List.of(other, signal), moment(random));
        default -> signal.signal();
      }
    }

    @Override
    void check() throws Exception {
      assertThat(signal.waiting() + other.waiting()).isZero();
      signal.signal();
      signal.await();
      assertThat(signal.isSignalled()).isFalse();
    }
  }

  /** A call at the end of the stack did not fit, and somebody else has to make it. */
  @SuppressWarnings("StaticAssignmentOfThrowable") // there is no room to make one
  private static final class Owed extends Error {
    static final Owed ONE = new Owed();
    private static final long serialVersionUID = 1;

    private Owed() {
      super(null, null, false, false);
    }
  }

  private static final class WaitGroups extends Subject {
    final WaitGroup group = new WaitGroup();
    final Error owedOne = Owed.ONE; // so that its class is there when it is needed

    @Override
    @SuppressWarnings("Finally") // it replaces an overflow that is told with it
    void use(Random random) throws InterruptedException {
      if (random.nextBoolean()) {
        group.await(moment(random));
        return;
      }
      group.add(1);
      try {
        Fiber.sleep(moment(random));
      } finally {
        try {
          group.done();
        } catch (StackOverflowError e) {
          throw owedOne; // nothing is called here, where nothing may fit
        }
      }
    }

    /** What cannot be done at the end of the stack is done by somebody else. */
    final AtomicInteger owed = new AtomicInteger();

    @Override
    void check() throws Exception {
      assertThat(group.count()).isEqualTo(owed.get());
      while (owed.getAndDecrement() > 0) {
        group.done();
      }
      group.await();
      assertThat(group.waiting()).isZero();
    }
  }

  private static final class Mutexes extends Subject {
    final Mutex mutex;
    int inside;

    Mutexes(Mutex mutex) {
      this.mutex = mutex;
    }

    @Override
    void use(Random random) throws InterruptedException {
      switch (random.nextInt(3)) {
        case 0 -> mutex.lock();
        case 1 -> mutex.lockInterruptibly();
        default -> {
          if (!mutex.tryLock(moment(random))) {
            return;
          }
        }
      }
      try {
        inside++;
        try {
          Thread.yield(); // overflows, if this is a virtual thread with a deep stack
        } finally {
          inside--;
        }
      } finally {
        mutex.unlock();
      }
    }

    @Override
    void check() throws Exception {
      assertThat(mutex).hasToString(mutex.toString().replaceAll("\\(.*", "(free, 0 waiting)"));
      mutex.withLock(() -> assertThat(inside).isZero());
    }
  }

  private static final class Conditions extends Subject {
    final Mutex mutex = new Mutex();
    final Condition condition = mutex.newCondition();

    @Override
    void use(Random random) throws InterruptedException {
      mutex.lock();
      try {
        if (random.nextBoolean()) {
          condition.await(moment(random));
        } else {
          condition.signal();
        }
        assertThat(mutex.isHeldByCurrentThread()).isTrue();
      } finally {
        mutex.unlock();
      }
    }

    @Override
    void check() throws Exception {
      assertThat(condition.waiting() + mutex.waiting()).isZero();
      mutex.withLock(() -> assertThat(condition.await(Duration.ofNanos(1))).isFalse());
      assertThat(mutex.isLocked()).isFalse();
    }
  }

  private static final class ReadWriteMutexes extends Subject {
    final ReadWriteMutex mutex = new ReadWriteMutex();

    @Override
    void use(Random random) throws InterruptedException {
      Lock lock = random.nextInt(3) == 0 ? mutex.writeLock() : mutex.readLock();
      switch (random.nextInt(3)) {
        case 0 -> lock.lock();
        case 1 -> lock.lockInterruptibly();
        default -> {
          if (!lock.tryLock(random.nextInt(40), TimeUnit.MICROSECONDS)) {
            return;
          }
        }
      }
      try {
        Thread.yield();
      } finally {
        lock.unlock();
      }
    }

    @Override
    void check() {
      assertThat(mutex).hasToString("ReadWriteMutex (free, 0 waiting to read, 0 to write)");
      assertThat(mutex.writeLock().tryLock()).isTrue();
      mutex.writeLock().unlock();
    }
  }

  private static final class Semaphores extends Subject {
    final Semaphore semaphore = new Semaphore(3);

    @Override
    void use(Random random) throws InterruptedException {
      int permits = 1 + random.nextInt(3);
      if (random.nextBoolean()) {
        semaphore.acquire(permits);
      } else if (!semaphore.tryAcquire(permits, moment(random))) {
        return;
      }
      try {
        Thread.yield();
      } finally {
        semaphore.release(permits);
      }
    }

    @Override
    void check() {
      assertThat(semaphore).hasToString("Semaphore (3 available, 0 waiting)");
      assertThat(semaphore.tryAcquire(3)).isTrue();
    }
  }

  private static final class Barriers extends Subject {
    final Barrier barrier = new Barrier(2, Thread::yield);

    @Override
    void use(Random random) throws InterruptedException {
      try {
        barrier.await(moment(random));
      } catch (BrokenBarrierException | TimeoutException e) {
        barrier.reset();
      }
    }

    @Override
    void check() throws Exception {
      barrier.reset();
      assertThat(barrier).hasToString("Barrier (0 of 2 waiting)");
      Thread other = Thread.startVirtualThread(this::pass);
      pass();
      other.join();
      assertThat(barrier).hasToString("Barrier (0 of 2 waiting)");
    }

    private void pass() {
      try {
        barrier.await(Delays.LONG);
      } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
        throw new AssertionError(e);
      }
    }
  }

  // ---- at the end of the stack

  @ParameterizedTest
  @EnumSource
  void theEndOfTheStack(Primitive primitive) throws Exception {
    Subject subject = primitive.make();
    for (Engine engine : Engine.values()) {
      Heddle heddle = start(new Setup(2, engine));
      AtomicBoolean over = new AtomicBoolean();
      AtomicInteger overflows = new AtomicInteger();
      Fiber<?> partner = heddle.fiber(() -> useUntil(over, subject));
      long seed = random().nextLong();
      Thread diver =
          new Thread(
              null,
              () -> guarded(() -> overflows.addAndGet(dives(subject, seed, TIMES / 2))),
              "diver",
              SMALL_STACK);
      diver.start();
      int inFiber = heddle.fiber(() -> dives(subject, seed + 1, DIVES_OF_A_FIBER)).join();
      await(diver);
      over.set(true);
      await("the partner ends", () -> relieve(subject) && partner.isDone());
      partner.join();
      assertThat(overflows.get()).isBetween(TIMES / 50, TIMES / 2);
      assertThat(inFiber).isBetween(1, DIVES_OF_A_FIBER);
    }
    subject.check();
  }

  /** Its partner may wait without end for what only another can bring. */
  private static boolean relieve(Subject subject) {
    if (subject instanceof WaitGroups groups && groups.owed.get() > 0) {
      groups.owed.decrementAndGet();
      groups.group.done();
    }
    return true;
  }

  private static void useUntil(AtomicBoolean over, Subject subject) throws InterruptedException {
    Random random = new Random(7);
    while (!over.get()) {
      subject.use(random);
      Fiber.yield();
    }
  }

  /** Uses it many times somewhere near the end of the stack; tells how often that was too near. */
  private static int dives(Subject subject, long seed, int times) {
    Random random = new Random(seed);
    int[] reached = {0};
    int overflows = 0;
    int deepest = 0;
    for (int i = 0; i < times; i++) {
      boolean measures = i % 50 == 0;
      int depth = (int) (deepest * (0.8 + random.nextDouble() / 5));
      try {
        dive(subject, random, measures ? Integer.MAX_VALUE : depth, reached);
      } catch (StackOverflowError e) {
        overflows++;
      } catch (Owed e) {
        overflows++;
        ((WaitGroups) subject).owed.incrementAndGet();
      }
      if (measures) {
        deepest = Integer.MAX_VALUE - reached[0];
      }
    }
    return overflows;
  }

  private static void dive(Subject subject, Random random, int depth, int[] reached) {
    reached[0] = depth;
    if (depth > 0) {
      dive(subject, random, depth - 1, reached);
      return;
    }
    try {
      subject.use(random);
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts", e);
    }
  }

  // ---- interrupts and timeouts that meet grants

  @ParameterizedTest
  @EnumSource
  void interruptsAndTimeoutsThatMeetGrants(Primitive primitive) throws Exception {
    Subject subject = primitive.make();
    Random random = random();
    for (Engine engine : Engine.values()) {
      Heddle heddle = start(new Setup(2, engine));
      AtomicInteger left = new AtomicInteger(4);
      List<Thread> users = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        long seed = random.nextLong();
        AtomicBoolean started = new AtomicBoolean();
        heddle.fiber(
            () -> {
              synchronized (users) {
                users.add(Thread.currentThread());
              }
              started.set(true);
              useThoughInterrupted(subject, seed, left);
            });
        await("the fiber runs", started::get);
      }
      long seed = random.nextLong();
      Thread plain = thread("plain", () -> useThoughInterrupted(subject, seed, left));
      Thread virtual = virtualThread("virtual", () -> useThoughInterrupted(subject, -seed, left));
      synchronized (users) {
        users.add(plain);
        users.add(virtual);
      }
      while (left.get() > 0) {
        users.get(random.nextInt(4)).interrupt();
        Fiber.sleep(Duration.ofNanos(20_000));
      }
      heddle.close();
      await(plain);
      await(virtual);
    }
    subject.check();
  }

  private static void useThoughInterrupted(Subject subject, long seed, AtomicInteger left) {
    Random random = new Random(seed);
    for (int i = 0; i < TIMES / 8; i++) {
      try {
        subject.use(random);
      } catch (InterruptedException e) {
        Thread.yield();
      }
    }
    left.decrementAndGet();
  }
}
