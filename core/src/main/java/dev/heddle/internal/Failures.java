package dev.heddle.internal;

import java.util.concurrent.CompletionException;

/** How a failure travels from where it happened to whoever joins. */
public final class Failures {
  private Failures() {}

  /** Carries the stack of a join. It is attached to what the join throws, as suppressed. */
  private static final class JoinedHere extends Exception {
    private static final long serialVersionUID = 1L;

    JoinedHere(Object what) {
      super("joined here: " + what);
    }
  }

  /** Adds the caller's stack to {@code failure}, which happened elsewhere. */
  public static void addJoinStack(Throwable failure, Object what) {
    failure.addSuppressed(new JoinedHere(what));
  }

  /** Throws {@code e}, checked or not, for a caller that catches everything. */
  @SuppressWarnings("unchecked")
  public static <E extends Exception> RuntimeException asIs(Exception e) throws E {
    throw (E) e;
  }

  /**
   * Throws {@code failure} itself, or, if it is a checked exception that the caller's signature
   * could not announce, a {@link CompletionException} around it.
   */
  public static RuntimeException rethrow(Throwable failure) {
    if (failure instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    throw new CompletionException(failure);
  }
}
