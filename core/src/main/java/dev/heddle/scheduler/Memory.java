package dev.heddle.scheduler;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where memory may be missing in the middle of something. Tests let it be missing just there;
 * nobody else cares.
 *
 * <p>Always in an assertion, so that it costs nothing where these are off, and right before what
 * takes the memory: {@code assert Memory.suffices("a longer ring")}.
 *
 * <p>What the runtime has taken on must not be lost for want of memory. So what has to be queued is
 * put into another queue if the first one cannot grow, which takes a large piece; and there, where
 * an entry takes some 24 bytes, it is tried until there is room. Each try is a collection, so there
 * is no need to wait in between. Only what a user has just asked for is refused, with the error.
 */
public final class Memory {
  private static volatile @Nullable Consumer<String> witness;

  private Memory() {}

  /** For a test: who is asked from now on, and may throw; null: nobody. */
  public static void ask(@Nullable Consumer<String> next) {
    witness = next;
  }

  /**
   * Does what has to be done: {@code deed} takes all memory that it needs before it changes
   * anything, or can be done again. If there is none, it is tried until there is some. Not for what
   * is not ours, which might never get on.
   */
  public static <A, B> void insist(BiConsumer<A, B> deed, A first, @Nullable B second) {
    boolean done = false;
    while (!done) {
      try {
        deed.accept(first, second);
        done = true;
      } catch (OutOfMemoryError _) {
        Thread.onSpinWait();
      }
    }
  }

  /** As {@link #insist(BiConsumer, Object, Object)}, for what {@code question} answers. */
  public static <A, B, T> @Nullable T insist(
      BiFunction<A, B, @Nullable T> question, A first, B second) {
    while (true) {
      try {
        return question.apply(first, second);
      } catch (OutOfMemoryError _) {
        Thread.onSpinWait();
      }
    }
  }

  /** Adds to {@code count}, which takes memory when several threads do so at once. */
  public static void count(LongAdder count, long n) {
    boolean counted = false;
    while (!counted) {
      try {
        count.add(n);
        counted = true;
      } catch (OutOfMemoryError _) {
        Thread.onSpinWait();
      }
    }
  }

  /** True, unless a test wants it otherwise. */
  public static boolean suffices(String purpose) {
    Consumer<String> asked = witness;
    if (asked != null) {
      asked.accept(purpose);
    }
    return true;
  }
}
