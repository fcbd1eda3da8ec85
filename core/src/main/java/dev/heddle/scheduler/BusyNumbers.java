package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Who takes most of a worker's time, by number, in little room: as many entries as there are, and
 * who is not among them takes the place of the least, with what that had. So an entry is never too
 * low, and too high by the least of all at most; and whoever took more than its share, one part in
 * {@link #ENTRIES}, is among them.
 *
 * <p>The owner adds; anybody reads. An entry is changed by writing 0 for its number, then its time,
 * then the number, each with release; who reads takes it only if the number is the same before and
 * after. That is enough: who reads, with acquire, a time that was written for another number sees
 * the 0 that was written before it, or something later, when it looks at the number again; and a
 * number that it has read comes with the time that was written before it, or a later one.
 */
final class BusyNumbers {
  private static final int ENTRIES = 16;
  private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(long[].class);

  /** Is told of each. */
  interface Each {
    void took(long number, long nanos);
  }

  private final long[] numbers = new long[ENTRIES];
  private final long[] nanos = new long[ENTRIES];

  /** Owner: {@code number}, not 0, took this long. */
  void add(long number, long taken) {
    int least = 0;
    for (int i = 0; i < ENTRIES; i++) {
      if (numbers[i] == number) {
        ENTRY.setRelease(nanos, i, nanos[i] + taken);
        return;
      }
      if (nanos[i] < nanos[least]) {
        least = i;
      }
    }
    ENTRY.setRelease(numbers, least, 0L);
    ENTRY.setRelease(nanos, least, nanos[least] + taken);
    ENTRY.setRelease(numbers, least, number);
  }

  /** Anybody: calls {@code each} with each number and its time. */
  void forEach(Each each) {
    for (int i = 0; i < ENTRIES; i++) {
      long number = (long) ENTRY.getAcquire(numbers, i);
      long taken = (long) ENTRY.getAcquire(nanos, i);
      if (number != 0 && (long) ENTRY.getAcquire(numbers, i) == number) {
        each.took(number, taken);
      }
    }
  }
}
