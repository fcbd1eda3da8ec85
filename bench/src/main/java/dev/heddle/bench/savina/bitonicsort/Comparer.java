package dev.heddle.bench.savina.bitonicsort;

import dev.heddle.bench.savina.stage.Actor;
import dev.heddle.bench.savina.stage.Stage;
import org.jspecify.annotations.Nullable;

/** Puts each two numbers in order. */
final class Comparer<R> extends Actor<R> {
  private final int order;
  private final boolean up;
  private final R next;
  private @Nullable Long first;

  /**
   * @param order which of the joiner's senders this is
   * @param up whether the lesser one goes first
   */
  Comparer(int order, boolean up, R next) {
    this.order = order;
    this.up = up;
    this.next = next;
  }

  @Override
  protected void receive(Object message, Stage<R> stage) {
    if (message instanceof Long second) {
      Long earlier = first;
      if (earlier == null) {
        first = second;
      } else {
        first = null;
        boolean asTheyAre = earlier <= second == up;
        stage.send(next, new Ordered(order, asTheyAre ? earlier : second));
        stage.send(next, new Ordered(order, asTheyAre ? second : earlier));
      }
    } else {
      stage.send(next, message);
      stage.stop();
    }
  }
}
