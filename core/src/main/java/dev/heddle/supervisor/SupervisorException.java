package dev.heddle.supervisor;

import org.jspecify.annotations.Nullable;

/**
 * A supervisor could not do what it was asked for, or has given up: a child could not be started,
 * there were too many restarts, an id is unknown or taken.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class SupervisorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SupervisorException(String message) {
    super(message);
  }

  SupervisorException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** The same, for who has asked. */
  SupervisorException(SupervisorException told) {
    super(told.getMessage(), told.getCause());
  }
}
