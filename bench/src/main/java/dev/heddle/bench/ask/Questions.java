package dev.heddle.bench.ask;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;
import java.time.Duration;

/**
 * An asker asks an answerer numbers, one after the other, and adds up the answers, each of which is
 * one more than its question.
 */
final class Questions extends Workload {
  /** Long enough never to come to pass; it has to be kept all the same. */
  static final Duration TIMEOUT = Duration.ofSeconds(30);

  final int count;
  final Finish finish = new Finish();

  Questions(int count) {
    super(count, 1);
    this.count = count;
  }

  @Override
  protected void prepare() {
    finish.expect(1);
  }

  @Override
  protected void check(long result) {
    checkEqual("the sum of the answers", (long) count * (count + 1) / 2, result);
  }
}
