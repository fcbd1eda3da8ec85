package dev.heddle.fiber;

import org.jspecify.annotations.Nullable;

/**
 * A {@link Channel} was closed: a send comes too late, and its element was not accepted; or a
 * receive finds that everything was received. The {@linkplain #getCause() cause} is the one that
 * was given to {@link Channel#close(Throwable)}, if any.
 */
public final class ChannelClosedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  ChannelClosedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
