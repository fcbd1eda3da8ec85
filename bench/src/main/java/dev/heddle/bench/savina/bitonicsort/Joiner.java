package dev.heddle.bench.savina.bitonicsort;

import dev.heddle.bench.savina.stage.Actor;
import dev.heddle.bench.savina.stage.Stage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** What a {@link Splitter} does, the other way round. */
final class Joiner<R> extends Actor<R> {
  private final int run;
  private final R next;
  private final List<Queue<Long>> waiting;
  private int at;
  private int sent;
  private int ended;

  /**
   * @param run how many it sends on from one before it goes on to another
   * @param senders how many there are
   */
  Joiner(int run, int senders, R next) {
    this.run = run;
    this.next = next;
    this.waiting = new ArrayList<>(senders);
    for (int i = 0; i < senders; i++) {
      waiting.add(new ArrayDeque<>(2));
    }
  }

  @Override
  protected void receive(Object message, Stage<R> stage) {
    if (message instanceof Ordered(int order, Long value)) {
      waiting.get(order).add(value);
      sendOn(stage);
    } else if (++ended == waiting.size()) {
      stage.send(next, message);
      stage.stop();
    }
  }

  private void sendOn(Stage<R> stage) {
    Long value = waiting.get(at).poll();
    while (value != null) {
      stage.send(next, value);
      if (++sent == run) {
        sent = 0;
        at = at + 1 < waiting.size() ? at + 1 : 0;
      }
      value = waiting.get(at).poll();
    }
  }
}
