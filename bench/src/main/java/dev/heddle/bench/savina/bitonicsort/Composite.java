package dev.heddle.bench.savina.bitonicsort;

import dev.heddle.bench.savina.stage.Actor;
import dev.heddle.bench.savina.stage.Stage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An actor that makes a part of the network, and sends everything to its beginning. */
abstract class Composite<R> extends Actor<R> {
  private @Nullable R inlet;

  /**
   * Makes the part.
   *
   * @return who is to get what this actor gets
   */
  abstract R build(Stage<R> stage);

  @Override
  protected final void start(Stage<R> stage) {
    inlet = build(stage);
  }

  @Override
  protected final void receive(Object message, Stage<R> stage) {
    stage.send(Objects.requireNonNull(inlet), message);
    if (message == BitonicSort.END) {
      stage.stop();
    }
  }
}
