package dev.heddle.bench.savina.bitonicsort;

import dev.heddle.bench.savina.stage.Actor;
import dev.heddle.bench.savina.stage.Stage;

/** Sends everything on. */
final class Relay<R> extends Actor<R> {
  private final R next;

  Relay(R next) {
    this.next = next;
  }

  @Override
  protected void receive(Object message, Stage<R> stage) {
    stage.send(next, message);
    if (message == BitonicSort.END) {
      stage.stop();
    }
  }
}
