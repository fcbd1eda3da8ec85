package dev.heddle.bench.inflow;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;
import java.util.concurrent.atomic.AtomicLong;

/** Producers that send numbers to one counter, as fast as they can; it adds them up. */
final class Inflow extends Workload {
  private static final int REPEATS = 1;

  /** Their numbers, as objects that are there already. */
  private static final int NUMBERS = 128;

  final int producers;
  final int each;
  final Finish finish = new Finish();
  private final AtomicLong counter = new AtomicLong();

  /**
   * @param each how many messages each producer sends
   */
  Inflow(int producers, int each) {
    super((double) producers * each, REPEATS);
    this.producers = producers;
    this.each = each;
  }

  /** How many messages there are in all. */
  int total() {
    return producers * each;
  }

  /** What a producer sends as its message {@code i}. */
  static Integer number(int i) {
    return i % NUMBERS;
  }

  /** As much on the calling thread, with an uncontended CAS in place of each message. */
  long countByCas() {
    for (int producer = 0; producer < producers; producer++) {
      for (int i = 0; i < each; i++) {
        long before = counter.get();
        if (!counter.compareAndSet(before, before + number(i))) {
          throw new BenchmarkFailure("wrong result: somebody else counts too");
        }
      }
    }
    finish.arrive(counter.get());
    return finish.await();
  }

  @Override
  protected void prepare() {
    finish.expect(1);
    counter.set(0);
  }

  @Override
  protected void check(long result) {
    long sumOfOne = 0;
    for (int i = 0; i < each; i++) {
      sumOfOne += number(i);
    }
    checkEqual("the sum of the messages", producers * sumOfOne, result);
    checkEqual("the number of sums to come", 0, finish.left());
  }
}
