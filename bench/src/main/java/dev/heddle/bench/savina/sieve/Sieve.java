package dev.heddle.bench.savina.sieve;

import dev.heddle.bench.savina.stage.Actor;
import dev.heddle.bench.savina.stage.Stage;
import dev.heddle.bench.savina.stage.StagedWork;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Odd numbers go through a pipeline, whose actors keep so many primes each. */
final class Sieve extends StagedWork {
  private static final int REPEATS = 1;
  private static final int FIRST_CANDIDATE = 3;

  private final int limit;
  private final int primesEach;

  /**
   * @param limit all primes below
   * @param primesEach how many an actor keeps
   */
  Sieve(int limit, int primesEach) {
    super((limit - 2) / 2.0, REPEATS);
    this.limit = limit;
    this.primesEach = primesEach;
  }

  @Override
  protected <R> Actor<R> opening() {
    return new Producer<>(this);
  }

  @Override
  protected void check(long result) {
    BitSet composite = new BitSet(limit);
    long sum = 0;
    for (int i = 2; i < limit; i++) {
      if (!composite.get(i)) {
        sum += i;
        for (int j = 2 * i; j < limit; j += i) {
          composite.set(j);
        }
      }
    }
    checkResult("the sum of the primes", sum, result);
  }

  /** The last message, with the sum of the primes that it has passed. */
  private record End(long sum) {}

  private static final class Producer<R> extends Actor<R> {
    private final Sieve work;

    Producer(Sieve work) {
      this.work = work;
    }

    @Override
    protected void start(Stage<R> stage) {
      R first = stage.spawn(new Filter<>(work, 2));
      for (long i = FIRST_CANDIDATE; i < work.limit; i += 2) {
        stage.send(first, i);
      }
      stage.send(first, new End(0));
      stage.stop();
    }

    @Override
    protected void receive(Object message, Stage<R> stage) {
      throw new IllegalArgumentException("nobody writes to the producer");
    }
  }

  /** Knows some primes, and who knows the next ones. */
  private static final class Filter<R> extends Actor<R> {
    private final Sieve work;
    private final long[] primes;
    private int known = 1;
    private long sum;
    private @Nullable R next;

    Filter(Sieve work, long first) {
      this.work = work;
      this.primes = new long[work.primesEach];
      this.primes[0] = first;
      this.sum = first;
    }

    @Override
    protected void receive(Object message, Stage<R> stage) {
      if (message instanceof Long candidate) {
        if (passes(candidate)) {
          accept(candidate, stage);
        }
      } else if (message instanceof End(long before)) {
        end(before + sum, stage);
      }
    }

    private boolean passes(long candidate) {
      for (int i = 0; i < known; i++) {
        if (candidate % primes[i] == 0) {
          return false;
        }
      }
      return true;
    }

    private void accept(Long candidate, Stage<R> stage) {
      R after = next;
      if (after != null) {
        stage.send(after, candidate);
      } else if (known < primes.length) {
        primes[known++] = candidate;
        sum += candidate;
      } else {
        next = stage.spawn(new Filter<>(work, candidate));
      }
    }

    private void end(long total, Stage<R> stage) {
      R after = next;
      if (after != null) {
        stage.send(after, new End(total));
      } else {
        work.finish().arrive(total);
      }
      stage.stop();
    }
  }
}
