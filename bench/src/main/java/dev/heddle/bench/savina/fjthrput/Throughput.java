package dev.heddle.bench.savina.fjthrput;

import dev.heddle.bench.actor.Finish;
import dev.heddle.bench.child.Workload;
import dev.heddle.bench.savina.SmallComputation;

/**
 * Actors that get so many messages each, all from one sender and in turn. An actor computes
 * something small for each message, and ends after the last. The sender is no actor, as in Savina.
 */
final class Throughput extends Workload {
  static final Object MESSAGE = "message";
  private static final int REPEATS = 3;

  final int actors;
  final int messages;
  final Finish finish = new Finish();
  private final long expected;

  /**
   * @param messages how many each actor gets
   */
  Throughput(int actors, int messages) {
    super((double) actors * messages, REPEATS);
    this.actors = actors;
    this.messages = messages;
    Share share = new Share(messages);
    while (!share.add()) {
      // The next message.
    }
    this.expected = actors * share.result();
  }

  @Override
  protected void prepare() {
    finish.expect(actors);
  }

  @Override
  protected void check(long result) {
    checkEqual("the sum of the computations", expected, result);
    checkEqual("the number of actors to come", 0, finish.left());
  }

  /** What one actor has to do. Used by one at a time. */
  static final class Share {
    private final int messages;
    private int handled;
    private double sum;

    Share(int messages) {
      this.messages = messages;
    }

    /**
     * A message has come. The angle is another one each time, so that nobody computes it but once.
     *
     * @return whether it was the last
     */
    boolean add() {
      sum += SmallComputation.of(SmallComputation.ANGLE + handled);
      handled++;
      return handled == messages;
    }

    long result() {
      return SmallComputation.rounded(sum);
    }
  }
}
