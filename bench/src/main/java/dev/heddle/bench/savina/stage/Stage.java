package dev.heddle.bench.savina.stage;

/**
 * What an actor can do. Each has a stage of its own.
 *
 * @param <R> the address of an actor
 */
public interface Stage<R> {

  /** The actor's own address. */
  R address();

  /** Makes an actor that may live longer than this one. */
  R spawn(Actor<R> actor);

  /** Makes an actor that is done before this one stops. */
  default R spawnChild(Actor<R> actor) {
    return spawn(actor);
  }

  /** Sends a message, without waiting. */
  void send(R to, Object message);

  /** Ends this actor after the message at hand. */
  void stop();
}
