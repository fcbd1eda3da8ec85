package dev.heddle.verify.soak;

import java.util.function.Supplier;

/** A law that does not hold. */
final class SoakFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  SoakFailure(String message) {
    super(message);
  }

  SoakFailure(String message, Throwable cause) {
    super(message, cause);
  }

  /** Fails, unless {@code holds}. */
  static void unless(boolean holds, Supplier<String> law) {
    if (!holds) {
      throw new SoakFailure(law.get());
    }
  }
}
