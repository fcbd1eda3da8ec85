package dev.heddle.bench.savina.bitonicsort;

import dev.heddle.bench.savina.stage.Actor;
import dev.heddle.bench.savina.stage.SavinaRandom;
import dev.heddle.bench.savina.stage.Stage;
import dev.heddle.bench.savina.stage.StagedWork;
import java.util.Arrays;

/** A source sends numbers through a sorting network to one that looks at the result. */
final class BitonicSort extends StagedWork {
  /** The last message of each actor to the next. */
  static final Object END = "end";

  private static final int REPEATS = 1;
  private static final int SEED = 2048;

  private final int size;
  private final long expected;

  /**
   * @param size how many numbers, a power of two
   */
  BitonicSort(int size) {
    super(comparisons(size), REPEATS);
    this.size = size;
    long[] sorted = new SavinaRandom(SEED).next(size);
    Arrays.sort(sorted);
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += (i + 1) * sorted[i];
    }
    expected = sum;
  }

  /** How many there are in the network: so many layers, each for all numbers. */
  private static double comparisons(int size) {
    int stages = Integer.numberOfTrailingZeros(size);
    return size / 2.0 * stages * (stages + 1) / 2;
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

  private static final class Source<R> extends Actor<R> {
    private final BitonicSort work;

    Source(BitonicSort work) {
      this.work = work;
    }

    @Override
    protected void start(Stage<R> stage) {
      R sink = stage.spawn(new Sink<>(work));
      R kernel = stage.spawn(new Kernel<>(work.size, stage.spawn(new Relay<>(sink))));
      SavinaRandom random = new SavinaRandom(SEED);
      for (int i = 0; i < work.size; i++) {
        stage.send(kernel, random.next());
      }
      stage.send(kernel, END);
      stage.stop();
    }

    @Override
    protected void receive(Object message, Stage<R> stage) {
      throw new IllegalArgumentException("nobody writes to the source");
    }
  }

  private static final class Sink<R> extends Actor<R> {
    private final BitonicSort work;
    private int received;
    private long sum;

    Sink(BitonicSort work) {
      this.work = work;
    }

    @Override
    protected void receive(Object message, Stage<R> stage) {
      if (message instanceof Long value) {
        received++;
        sum += received * value;
      } else {
        stage.stop();
        work.finish().arrive(sum);
      }
    }
  }
}
