package dev.heddle.loom;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Access to the JDK's virtual threads below their public face: a virtual thread whose scheduler is
 * an executor of ours, and the carrier that the current virtual thread is mounted on.
 *
 * <p>Both need {@code --add-opens java.base/java.lang=ALL-UNNAMED} (or {@code =dev.heddle} on the
 * module path). Without it {@link #available()} is false, {@link #unavailableReason()} says why,
 * and {@link #currentCarrier()} is the current thread.
 *
 * <h2>Why the carrier may be read again after a park, and must be</h2>
 *
 * A fiber that parks may wake on another carrier, so a carrier read before the park is stale after
 * it. HotSpot does not keep such a read for us: the compilers turn {@code currentCarrierThread()}
 * into a load through the thread register ({@code is_immutable = false} in {@code
 * LibraryCallKit::inline_native_currentCarrierThread}, unlike {@code currentThread()}), and a
 * virtual thread leaves its carrier only inside a call that the compiler does not inline ({@code
 * Continuation.doYield}), which kills that load. Code of ours must not keep it either: no {@code
 * Worker} lives in a local variable across anything that may park.
 */
public final class Loom {
  private static final MethodHandle CURRENT_CARRIER;
  private static final @Nullable MethodHandle NEW_BUILDER;
  private static final @Nullable String UNAVAILABLE;

  static {
    MethodHandles.Lookup here = MethodHandles.lookup();
    MethodType threadGetter = MethodType.methodType(Thread.class);
    MethodHandle carrier;
    MethodHandle builder = null;
    String unavailable = null;
    try {
      MethodHandles.Lookup thread = MethodHandles.privateLookupIn(Thread.class, here);
      carrier = thread.findStatic(Thread.class, "currentCarrierThread", threadGetter);
      Class<?> builderClass = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
      builder =
          MethodHandles.privateLookupIn(builderClass, here)
              .findConstructor(builderClass, MethodType.methodType(void.class, Executor.class))
              .asType(MethodType.methodType(Thread.Builder.OfVirtual.class, Executor.class));
    } catch (ReflectiveOperationException | RuntimeException e) {
      unavailable = String.valueOf(e.getMessage());
      carrier = currentThreadHandle(here, threadGetter);
    }
    CURRENT_CARRIER = carrier;
    NEW_BUILDER = builder;
    UNAVAILABLE = unavailable;
  }

  private Loom() {}

  private static MethodHandle currentThreadHandle(MethodHandles.Lookup here, MethodType type) {
    try {
      return here.findStatic(Thread.class, "currentThread", type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Whether virtual threads can be given a scheduler of ours in this JVM. */
  public static boolean available() {
    return UNAVAILABLE == null;
  }

  /** Why {@link #available()} is false, in the JDK's words; null if it is true. */
  public static @Nullable String unavailableReason() {
    return UNAVAILABLE;
  }

  /** The flag that makes {@link #available()} true. */
  public static String flag() {
    Module module = Loom.class.getModule();
    String target = module.isNamed() ? module.getName() : "ALL-UNNAMED";
    return "--add-opens java.base/java.lang=" + target;
  }

  /**
   * The platform thread that runs the caller: the carrier for a virtual thread, otherwise the
   * current thread. About a nanosecond.
   */
  public static Thread currentCarrier() {
    try {
      return (Thread) CURRENT_CARRIER.invokeExact();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /**
   * A builder of virtual threads that {@code scheduler} runs. {@code scheduler.execute} is called
   * with the unparking thread as current thread, pinned if that is virtual; it must not block, lock
   * or reject.
   */
  public static Thread.Builder.OfVirtual virtualThreads(Executor scheduler) {
    MethodHandle newBuilder = NEW_BUILDER;
    if (newBuilder == null) {
      throw new UnsupportedOperationException("needs the JVM flag " + flag());
    }
    try {
      return (Thread.Builder.OfVirtual) newBuilder.invokeExact(scheduler);
    } catch (Throwable e) {
      throw new IllegalStateException("the JDK refused a scheduler for virtual threads", e);
    }
  }

  /**
   * Makes the JDK start its socket pollers now, on its own scheduler. They are virtual threads that
   * inherit the scheduler of the thread that first needs them; had a fiber of ours been that
   * thread, the whole JVM's socket I/O would end with our runtime. To be called on a platform
   * thread, before the first fiber runs. Milliseconds the first time, nothing later.
   */
  public static void startSocketPollers() {
    if (Thread.currentThread().isVirtual()) {
      throw new IllegalStateException("socket pollers must be started from a platform thread");
    }
    try {
      // Initialising the class starts the pollers: nothing is opened or sent.
      Class.forName("sun.nio.ch.Poller", true, null);
    } catch (ClassNotFoundException | LinkageError e) {
      System.getLogger("dev.heddle")
          .log(
              System.Logger.Level.WARNING,
              "could not start the JDK's socket pollers ahead of the first fiber; socket I/O of"
                  + " other virtual threads may stop when this runtime closes",
              e);
    }
  }
}
