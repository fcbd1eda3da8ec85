package dev.heddle.bench.savina.radixsort;

import dev.heddle.bench.savina.stage.Actor;
import dev.heddle.bench.savina.stage.SavinaRandom;
import dev.heddle.bench.savina.stage.Stage;
import dev.heddle.bench.savina.stage.StagedWork;
import java.util.Arrays;

/** A source sends numbers through an actor for each bit to one that looks at the result. */
final class RadixSort extends StagedWork {
  private static final int REPEATS = 1;
  private static final int BITS = 60;
  private static final int SEED = 2048;

  private final int size;
  private final long expected;

  RadixSort(int size) {
    super((double) size * (BITS + 1), REPEATS);
    this.size = size;
    long[] sorted = new SavinaRandom(SEED).next(size);
    Arrays.sort(sorted);
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += (i + 1) * sorted[i];
    }
    expected = sum;
  }

  @Override
  protected <R> Actor<R> opening() {
    return new Source<>(this);
  }

  /** A sum with the places as weights is this large only if the numbers are in order. */
  @Override
  protected void check(long result) {
    checkResult("the weighted sum", expected, result);
  }

  /** Makes the others, then the numbers. */
  private static final class Source<R> extends Actor<R> {
    private final RadixSort work;

    Source(RadixSort work) {
      this.work = work;
    }

    @Override
    protected void start(Stage<R> stage) {
      R next = stage.spawn(new Sink<>(work));
      for (int bit = BITS - 1; bit >= 0; bit--) {
        next = stage.spawn(new Sorter<>(work.size, 1L << bit, next));
      }
      SavinaRandom random = new SavinaRandom(SEED);
      for (int i = 0; i < work.size; i++) {
        stage.send(next, random.next());
      }
      stage.stop();
    }

    @Override
    protected void receive(Object message, Stage<R> stage) {
      throw new IllegalArgumentException("nobody writes to the source");
    }
  }

  /** Sends on those with a zero at once, and those with a one when all have come. */
  private static final class Sorter<R> extends Actor<R> {
    private final long radix;
    private final R next;
    private final Object[] ones;
    private int received;
    private int kept;

    Sorter(int size, long radix, R next) {
      this.radix = radix;
      this.next = next;
      this.ones = new Object[size];
    }

    @Override
    protected void receive(Object message, Stage<R> stage) {
      if (((Long) message & radix) == 0) {
        stage.send(next, message);
      } else {
        ones[kept++] = message;
      }
      if (++received == ones.length) {
        for (int i = 0; i < kept; i++) {
          stage.send(next, ones[i]);
        }
        stage.stop();
      }
    }
  }

  private static final class Sink<R> extends Actor<R> {
    private final RadixSort work;
    private int received;
    private long sum;

    Sink(RadixSort work) {
      this.work = work;
    }

    @Override
    protected void receive(Object message, Stage<R> stage) {
      received++;
      sum += received * (Long) message;
      if (received == work.size) {
        stage.stop();
        work.finish().arrive(sum);
      }
    }
  }
}
