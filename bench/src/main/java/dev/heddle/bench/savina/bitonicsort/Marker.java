package dev.heddle.bench.savina.bitonicsort;

import dev.heddle.bench.savina.stage.Actor;
import dev.heddle.bench.savina.stage.Stage;

/** Tells a joiner whom the numbers come from. */
final class Marker<R> extends Actor<R> {
  private final int order;
  private final R next;

  Marker(int order, R next) {
    this.order = order;
    this.next = next;
  }

  @Override
  protected void receive(Object message, Stage<R> stage) {
    if (message instanceof Long value) {
      stage.send(next, new Ordered(order, value));
    } else {
      stage.send(next, message);
      stage.stop();
    }
  }
}
