package dev.heddle.process;

import org.jspecify.annotations.Nullable;

/**
 * A moment between two steps of an operation. Tests have a process end just there; nobody else
 * cares.
 *
 * <p>Always in an assertion, so that it costs nothing where these are off: {@code assert
 * Moment.passes("the name is there")}. Never where a lock is held: who witnesses it may wait.
 */
final class Moment {
  /** Is told of each moment, by whom it happens to. */
  @FunctionalInterface
  interface Witness {
    /**
     * It is now.
     *
     * @param ending whose end it is a moment of; null: of something else
     */
    void see(String moment, @Nullable ProcessCell ending);
  }

  private static volatile @Nullable Witness witness;

  private Moment() {}

  /** For a test: who is told from now on; null: nobody. */
  static void tell(@Nullable Witness next) {
    witness = next;
  }

  /** True, always. */
  static boolean passes(String moment) {
    return passes(moment, null);
  }

  /** In the end of {@code ending}; true, always. */
  static boolean passes(String moment, @Nullable ProcessCell ending) {
    Witness told = witness;
    if (told != null) {
      told.see(moment, ending);
    }
    return true;
  }
}
