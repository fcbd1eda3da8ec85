package dev.heddle.bench.savina.count;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;

/** One actor sends so many messages to another, which counts them and is asked for the number. */
final class Counting extends Workload {
  static final Object GO = "go";
  static final Object INCREMENT = "increment";
  private static final int REPEATS = 3;

  final int messages;
  final Finish finish = new Finish();

  Counting(int messages) {
    super(messages, REPEATS);
    this.messages = messages;
  }

  @Override
  protected void prepare() {
    finish.expect(1);
  }

  @Override
  protected void check(long result) {
    checkEqual("the number of messages", messages, result);
    checkEqual("the number of actors to come", 0, finish.left());
  }
}
