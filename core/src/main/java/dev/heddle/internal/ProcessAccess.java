package dev.heddle.internal;

import dev.heddle.process.CommandHandler;
import dev.heddle.process.Processes;
import dev.heddle.scheduler.Scheduler;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The door through which {@code dev.heddle} reaches what {@code dev.heddle.process} does not show
 * to users. That package sets the implementation when {@link Processes} is initialised.
 */
public abstract class ProcessAccess {
  private static volatile @Nullable ProcessAccess implementation;

  /** For {@code dev.heddle.process}, once. */
  protected ProcessAccess() {}

  /** The implementation. */
  public static ProcessAccess get() {
    ProcessAccess found = implementation;
    if (found == null) {
      try {
        MethodHandles.lookup().ensureInitialized(Processes.class);
      } catch (IllegalAccessException e) {
        throw new AssertionError("it is public", e);
      }
      found = implementation;
      if (found == null) {
        throw new AssertionError("Processes has not set ProcessAccess");
      }
    }
    return found;
  }

  /** Called once, by {@link Processes}. */
  public static void set(ProcessAccess access) {
    implementation = access;
  }

  /**
   * Makes the processes of a runtime that has not started.
   *
   * @param handlers by command type
   * @param describer makes the text of a message for a report
   */
  public abstract Processes make(
      Scheduler scheduler,
      String node,
      Map<Class<?>, CommandHandler<?>> handlers,
      Function<Object, String> describer);

  /** Has {@code action} called once, when the last process has ended. */
  public abstract void onNone(Processes processes, Runnable action);
}
