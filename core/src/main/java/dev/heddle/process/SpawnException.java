package dev.heddle.process;

/** A process was not spawned: its method is unknown, or its {@link Process#init} has failed. */
public final class SpawnException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SpawnException(String message) {
    super(message);
  }

  SpawnException(String message, Throwable cause) {
    super(message, cause);
  }
}
