package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachFiberRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

@SuppressWarnings("LockNotBeforeTry") // what goes wrong in between fails the test anyway
class ReadWriteMutexTest extends ConcurrentTestCase {
  private final ReadWriteMutex mutex = new ReadWriteMutex();
  private final Lock reading = mutex.readLock();
  private final Lock writing = mutex.writeLock();

  @OnEachFiberRuntime
  void manyReadOrOneWrites(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger inside = new AtomicInteger();
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      boolean writes = i % 3 == 0;
      fibers.add(
          heddle.fiber(
              () -> {
                for (int k = 0; k < 50; k++) {
                  Lock lock = writes ? writing : reading;
                  lock.lock();
                  try {
                    int now = inside.addAndGet(writes ? 1000 : 1);
                    assertThat(writes ? now == 1000 : now < 1000).isTrue();
                    Fiber.yield();
                    inside.addAndGet(writes ? -1000 : -1);
                  } finally {
                    lock.unlock();
                  }
                }
              }));
    }
    fibers.forEach(Fiber::join);
    assertThat(mutex).hasToString("ReadWriteMutex (free, 0 waiting to read, 0 to write)");
  }

  @OnEachFiberRuntime
  void aWaitingWriterKeepsNewReadersOutAndLetsThemInBeforeTheNextWriter(Setup setup) {
    Heddle heddle = start(setup);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    reading.lock();
    List<Fiber<?>> fibers = new ArrayList<>();
    fibers.add(heddle.fiber(() -> under(writing, () -> order.add("write"))));
    await("the writer waits", () -> mutex.waiting() == 1);
    fibers.add(heddle.fiber(() -> under(writing, () -> order.add("write"))));
    await("both writers wait", () -> mutex.waiting() == 2);
    fibers.add(heddle.fiber(() -> under(reading, () -> order.add("read"))));
    await("the reader waits", () -> mutex.waiting() == 3);
    reading.lock();
    reading.unlock();
    reading.unlock();
    fibers.forEach(Fiber::join);
    assertThat(order).containsExactly("write", "read", "write");
  }

  private static void under(Lock lock, Runnable body) {
    lock.lock();
    try {
      body.run();
    } finally {
      lock.unlock();
    }
  }

  @OnEachFiberRuntime
  void aWriterThatGivesUpLetsReadersIn(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    reading.lock();
    Fiber<?> writer =
        heddle.fiber(
            () ->
                assertThatThrownBy(writing::lockInterruptibly)
                    .isInstanceOf(InterruptedException.class));
    await("the writer waits", () -> mutex.waiting() == 1);
    Fiber<?> reader = heddle.fiber(() -> under(reading, () -> {}));
    await("the reader waits", () -> mutex.waiting() == 2);
    assertThat(heddle.fiber(() -> reading.tryLock()).join()).isFalse();
    assertThat(heddle.fiber(() -> writing.tryLock(1, TimeUnit.MILLISECONDS)).join()).isFalse();
    writer.interrupt();
    writer.join();
    reader.join();
    reading.unlock();
    assertThat(mutex.waiting()).isZero();
    assertThat(heddle.fiber(() -> writing.tryLock(Delays.LONG.toMillis(), TimeUnit.MILLISECONDS)))
        .satisfies(fiber -> assertThat(fiber.join()).isTrue());
  }

  @Test
  void aReaderCannotBecomeAWriterButAWriterAReader() {
    reading.lock();
    assertThatThrownBy(writing::lock)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("give the read lock back first");
    Thread second =
        thread(
            "second",
            () -> {
              reading.lock();
              assertThatThrownBy(writing::tryLock).isInstanceOf(IllegalStateException.class);
              reading.unlock();
            });
    await(second);
    reading.unlock();
    writing.lock();
    writing.lock();
    reading.lock();
    writing.unlock();
    writing.unlock();
    assertThat(mutex.toString()).contains("1 reading");
    reading.unlock();
    assertThat(writing.tryLock()).isTrue();
    writing.unlock();
  }

  @Test
  void onlyItsHolderGivesItBack() {
    assertThatThrownBy(reading::unlock).isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(writing::unlock).isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(writing::newCondition).isInstanceOf(UnsupportedOperationException.class);
    assertThat(reading.toString()).startsWith("read lock of ReadWriteMutex (free");
  }
}
