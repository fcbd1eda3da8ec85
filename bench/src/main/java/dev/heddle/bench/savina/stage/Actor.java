package dev.heddle.bench.savina.stage;

/**
 * What an actor does. One at a time of its methods is called.
 *
 * @param <R> the address of an actor
 */
public abstract class Actor<R> {

  /** Before the first message. */
  protected void start(Stage<R> stage) {}

  /** A message has come. */
  protected abstract void receive(Object message, Stage<R> stage);
}
