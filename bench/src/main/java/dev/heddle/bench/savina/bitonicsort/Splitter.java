package dev.heddle.bench.savina.bitonicsort;

import dev.heddle.bench.savina.stage.Actor;
import dev.heddle.bench.savina.stage.Stage;
import java.util.List;

/** Sends so many numbers to one actor, as many to the next, and so on in a circle. */
final class Splitter<R> extends Actor<R> {
  private final int run;
  private final List<R> receivers;
  private int at;
  private int sent;

  Splitter(int run, List<R> receivers) {
    this.run = run;
    this.receivers = receivers;
  }

  @Override
  protected void receive(Object message, Stage<R> stage) {
    if (message == BitonicSort.END) {
      receivers.forEach(receiver -> stage.send(receiver, message));
      stage.stop();
      return;
    }
    stage.send(receivers.get(at), message);
    if (++sent == run) {
      sent = 0;
      at = at + 1 < receivers.size() ? at + 1 : 0;
    }
  }
}
