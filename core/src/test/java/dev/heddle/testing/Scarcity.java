package dev.heddle.testing;

import dev.heddle.scheduler.Memory;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Lets memory be missing for some purposes, the first times, until it is closed. */
public final class Scarcity implements Consumer<String>, AutoCloseable {
  private final List<String> purposes;
  private final int times;
  private final AtomicInteger asked = new AtomicInteger();

  private Scarcity(int times, List<String> purposes) {
    this.times = times;
    this.purposes = purposes;
  }

  /** Memory for {@code purposes} is missing the first {@code times} times. */
  public static Scarcity of(int times, String... purposes) {
    Scarcity scarcity = new Scarcity(times, List.of(purposes));
    Memory.ask(scarcity);
    return scarcity;
  }

  /** Memory for {@code purposes} is missing for as long as this is open. */
  public static Scarcity of(String... purposes) {
    return of(Integer.MAX_VALUE, purposes);
  }

  /** How often memory was asked for, for these purposes. */
  public int asked() {
    return asked.get();
  }

  @Override
  public void accept(String purpose) {
    if (purposes.contains(purpose) && asked.incrementAndGet() <= times) {
      throw new OutOfMemoryError("as if there were none for " + purpose);
    }
  }

  @Override
  public void close() {
    Memory.ask(null);
  }
}
