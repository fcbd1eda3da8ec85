package dev.heddle.bench.channel;

import dev.heddle.bench.child.Fibers;
import dev.heddle.task.Body;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Some fibers that send as many messages as others receive, each of them its share. */
final class Messages extends Fibers {
  private static final int REPEATS = 1;

  /** Their numbers, as objects that are there already. */
  static final int NUMBERS = 128;

  final int pairs;
  final int each;
  private final Line line;
  private final AtomicLong sum = new AtomicLong();

  /**
   * @param pairs how many send, and how many receive
   * @param each how many messages each of them sends or receives
   */
  Messages(int pairs, int each, Line line) {
    super((double) pairs * each, REPEATS);
    this.pairs = pairs;
    this.each = each;
    this.line = line;
  }

  @Override
  protected List<Body> bodies() {
    List<Body> bodies = new ArrayList<>();
    for (int i = 0; i < pairs; i++) {
      bodies.add(this::send);
      bodies.add(this::receive);
    }
    return bodies;
  }

  private void send() throws InterruptedException {
    for (int i = 0; i < each; i++) {
      line.send(i % NUMBERS);
    }
  }

  private void receive() throws InterruptedException {
    long received = 0;
    for (int i = 0; i < each; i++) {
      received += 1 + line.receive();
    }
    add(received);
  }

  /** One of them has received messages with this sum. */
  void add(long received) {
    sum.addAndGet(received);
  }

  @Override
  protected void prepare() {
    sum.set(0);
  }

  @Override
  protected long result() {
    return sum.get();
  }

  @Override
  protected void check(long result) {
    long sumOfOne = 0;
    for (int i = 0; i < each; i++) {
      sumOfOne += 1 + i % NUMBERS;
    }
    checkEqual("the sum of the messages", pairs * sumOfOne, result);
  }
}
