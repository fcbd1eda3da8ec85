package dev.heddle.bench.child;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * A continuation of the JDK, bare: no thread, no scheduler. Whoever builds on it cannot be faster.
 *
 * <p>Needs {@code --add-exports java.base/jdk.internal.vm=ALL-UNNAMED}, when it runs only: a
 * compiler that is told a release does not accept it.
 */
public final class RawContinuation {
  private static final MethodHandle CREATE;
  private static final MethodHandle RUN;
  private static final MethodHandle SUSPEND;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      Class<?> scopeClass = Class.forName("jdk.internal.vm.ContinuationScope");
      Class<?> continuation = Class.forName("jdk.internal.vm.Continuation");
      Object scope =
          lookup
              .findConstructor(scopeClass, MethodType.methodType(void.class, String.class))
              .invoke("benchmark");
      MethodHandle create =
          lookup.findConstructor(
              continuation, MethodType.methodType(void.class, scopeClass, Runnable.class));
      CREATE = create.bindTo(scope).asType(MethodType.methodType(Object.class, Runnable.class));
      RUN =
          lookup
              .findVirtual(continuation, "run", MethodType.methodType(void.class))
              .asType(MethodType.methodType(void.class, Object.class));
      SUSPEND =
          lookup
              .findStatic(continuation, "yield", MethodType.methodType(boolean.class, scopeClass))
              .bindTo(scope);
    } catch (Throwable e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Object continuation;
  private boolean done;

  /** Of {@code body}, which runs when and as far as {@link #run()} is called. */
  public RawContinuation(Runnable body) {
    try {
      Runnable whole =
          () -> {
            body.run();
            done = true;
          };
      continuation = (Object) CREATE.invokeExact(whole);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Goes on with the body until it suspends itself or ends. */
  public void run() {
    try {
      RUN.invokeExact(continuation);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Whether the body has ended; asked by who runs it. */
  public boolean isDone() {
    return done;
  }

  /** Called by the body: returns to who called {@link #run()}. */
  public static void suspend() {
    try {
      boolean _ = (boolean) SUSPEND.invokeExact();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
