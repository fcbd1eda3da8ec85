package dev.heddle.scheduler;

import dev.heddle.metrics.Distribution;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts how often something took how long, without allocating: the numbers of a {@link
 * Distribution}. Log-linear: eight buckets to each power of two. Anybody adds, by one atomic add to
 * a bucket and two more; anybody reads, each number a little old at most.
 */
final class Durations {
  /** What is longer, some eighteen minutes, counts as this long. */
  private static final long LONGEST = (1L << 40) - 1;

  private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] counts = new long[bucketOf(LONGEST) + 1];
  private final AtomicLong sum = new AtomicLong();
  private final AtomicLong max = new AtomicLong();

  void add(long nanos) {
    long taken = Math.max(0, nanos);
    COUNT.getAndAdd(counts, bucketOf(Math.min(taken, LONGEST)), 1L);
    sum.getAndAdd(taken);
    long before;
    while ((before = max.getOpaque()) < taken) { // no lambda: nothing may fail here
      max.compareAndSet(before, taken);
    }
  }

  static int bucketOf(long nanos) {
    if (nanos < 8) {
      return (int) nanos;
    }
    int power = 63 - Long.numberOfLeadingZeros(nanos);
    return ((power - 2) << 3) + ((int) (nanos >>> (power - 3)) & 7);
  }

  /** The longest that falls into the bucket. */
  static long longestOf(int bucket) {
    if (bucket < 8) {
      return bucket;
    }
    int power = (bucket >>> 3) + 2;
    return ((long) (8 + (bucket & 7) + 1) << (power - 3)) - 1;
  }

  /** What all of {@code parts} have counted together. */
  static Distribution total(List<Durations> parts) {
    List<Distribution.Bucket> buckets = new ArrayList<>();
    long count = 0;
    int length = bucketOf(LONGEST) + 1;
    for (int i = 0; i < length; i++) {
      long here = 0;
      for (Durations part : parts) {
        here += (long) COUNT.getOpaque(part.counts, i);
      }
      if (here > 0) {
        buckets.add(new Distribution.Bucket(longestOf(i), here));
        count += here;
      }
    }
    long sum = parts.stream().mapToLong(part -> part.sum.get()).sum();
    long max = parts.stream().mapToLong(part -> part.max.get()).max().orElse(0);
    return new Distribution(count, sum, max, buckets);
  }
}
