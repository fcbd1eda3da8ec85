package dev.heddle.bench.savina.quicksort;

import dev.heddle.bench.savina.stage.Actor;
import dev.heddle.bench.savina.stage.SavinaRandom;
import dev.heddle.bench.savina.stage.Stage;
import dev.heddle.bench.savina.stage.StagedWork;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An actor divides its numbers, has two others sort the parts, and puts these together. */
final class QuickSort extends StagedWork {
  private static final int REPEATS = 3;
  private static final int SEED = 1024;

  final long[] values;
  private final long[] expected;
  private volatile long[] sorted = {};

  QuickSort(int size) {
    super(size, REPEATS);
    values = new SavinaRandom(SEED).next(size);
    expected = values.clone();
    Arrays.sort(expected);
  }

  @Override
  protected <R> Actor<R> opening() {
    return new Sorter<>(this, values, null, false);
  }

  /** The end of a run. */
  void done(long[] result) {
    sorted = result;
    finish().arrive(result.length);
  }

  @Override
  protected void check(long result) {
    checkResult("the number of values", values.length, result);
    checkEqual("where the first wrong one is", -1, Arrays.mismatch(expected, sorted));
  }

  private static final class Sorted {
    final long[] values;
    final boolean less;

    Sorted(long[] values, boolean less) {
      this.values = values;
      this.less = less;
    }
  }

  private static final class Sorter<R> extends Actor<R> {
    private final QuickSort work;
    private final @Nullable R parent;
    private final boolean less;
    private long[] values;
    private @Nullable Sorting parts;
    private long @Nullable [] other;

    /**
     * @param less whether these are the lesser ones of the parent's
     */
    Sorter(QuickSort work, long[] values, @Nullable R parent, boolean less) {
      this.work = work;
      this.values = values;
      this.parent = parent;
      this.less = less;
    }

    @Override
    protected void start(Stage<R> stage) {
      if (Sorting.small(values)) {
        end(values, stage);
        return;
      }
      Sorting divided = Sorting.divide(values);
      parts = divided;
      values = divided.equal;
      stage.spawnChild(new Sorter<>(work, divided.less, stage.address(), true));
      stage.spawnChild(new Sorter<>(work, divided.greater, stage.address(), false));
    }

    @Override
    protected void receive(Object message, Stage<R> stage) {
      if (message instanceof Sorted part && parts != null) {
        long[] first = other;
        if (first == null) {
          other = part.values;
        } else {
          end(part.less ? parts.join(part.values, first) : parts.join(first, part.values), stage);
        }
      }
    }

    private void end(long[] result, Stage<R> stage) {
      R asker = parent;
      if (asker == null) {
        work.done(result);
      } else {
        stage.send(asker, new Sorted(result, less));
      }
      stage.stop();
    }
  }
}
