package dev.heddle.process;

/** A message was not stashed, because there are as many as the behaviour's bound allows. */
public final class StashFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StashFullException(String message) {
    super(message);
  }
}
