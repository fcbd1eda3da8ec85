package dev.heddle.process;

/** Thrown out of a receive, because the process shall come to an end. Best let through. */
public final class ProcessCancelledException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ProcessCancelledException(String message) {
    super(message);
  }
}
