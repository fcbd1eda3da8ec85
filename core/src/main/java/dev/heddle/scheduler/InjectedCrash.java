package dev.heddle.scheduler;

/** What a simulation has somebody throw on purpose; no finding, though nobody waits for it. */
public final class InjectedCrash extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param what for people
   */
  public InjectedCrash(String what) {
    super(what);
  }

  /** Whether {@code e} comes of one. */
  public static boolean isIn(Throwable e) {
    for (Throwable at = e; at != null; at = at.getCause()) {
      if (at instanceof InjectedCrash) {
        return true;
      }
    }
    return false;
  }
}
