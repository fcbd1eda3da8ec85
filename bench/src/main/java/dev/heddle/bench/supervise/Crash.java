package dev.heddle.bench.supervise;

/** What all children crash with, stack trace included. */
final class Crash extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Crash() {
    super("a crash");
  }
}
