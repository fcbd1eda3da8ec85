package dev.heddle.loom;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
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

  /**
   * The JDK's {@code Thread.NO_INHERIT_THREAD_LOCALS}: what is kept for ever shall keep nobody's.
   */
  private static final int INHERIT_NOTHING = 1 << 2;

  private static final @Nullable MethodHandle PARK_CARRIER = carrierPark("park");
  private static final @Nullable MethodHandle PARK_CARRIER_FOR =
      carrierPark("parkNanos", long.class);
  private static final @Nullable VarHandle CARRIER;
  private static final @Nullable VarHandle STATE;
  private static final Map<Integer, String> STATES = new HashMap<>();
  private static final @Nullable String UNAVAILABLE;

  static {
    MethodHandles.Lookup here = MethodHandles.lookup();
    MethodType threadGetter = MethodType.methodType(Thread.class);
    MethodHandle carrier;
    MethodHandle builder = null;
    VarHandle carrierField = null;
    VarHandle stateField = null;
    String unavailable = null;
    try {
      MethodHandles.Lookup thread = MethodHandles.privateLookupIn(Thread.class, here);
      carrier = thread.findStatic(Thread.class, "currentCarrierThread", threadGetter);
      Class<?> builderClass = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder");
      builder =
          MethodHandles.privateLookupIn(builderClass, here)
              .findConstructor(builderClass, MethodType.methodType(void.class, Executor.class))
              .asType(MethodType.methodType(Thread.Builder.OfVirtual.class, Executor.class));
      Class<?> virtual = Class.forName("java.lang.VirtualThread");
      MethodHandles.Lookup inside = MethodHandles.privateLookupIn(virtual, here);
      carrierField = inside.findVarHandle(virtual, "carrierThread", Thread.class);
      stateField = inside.findVarHandle(virtual, "state", int.class);
      readStates(inside, virtual);
    } catch (ReflectiveOperationException | RuntimeException e) {
      unavailable = String.valueOf(e.getMessage());
      carrier = currentThreadHandle(here, threadGetter);
    }
    CURRENT_CARRIER = carrier;
    NEW_BUILDER = builder;
    CARRIER = carrierField;
    STATE = stateField;
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

  /** The numbers of the states, by the names that {@code VirtualThread} gives them. */
  private static void readStates(MethodHandles.Lookup inside, Class<?> virtual)
      throws ReflectiveOperationException {
    for (Field field : virtual.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && field.getType() == int.class) {
        int value = (int) inside.findStaticVarHandle(virtual, field.getName(), int.class).get();
        STATES.put(value, field.getName());
      }
    }
  }

  /** The platform thread that {@code virtual} is mounted on now; null if on none, or unknown. */
  public static @Nullable Thread carrierOf(Thread virtual) {
    VarHandle field = CARRIER;
    return field == null || !virtual.isVirtual() ? null : (Thread) field.getVolatile(virtual);
  }

  /** The state of {@code virtual} in the JDK's own words, such as PARKED; empty if unknown. */
  public static String stateOf(Thread virtual) {
    VarHandle field = STATE;
    if (field == null || !virtual.isVirtual()) {
      return "";
    }
    int state = (int) field.getVolatile(virtual) & 0xFF; // above it, a mark of debuggers'
    return STATES.getOrDefault(state, "");
  }

  /**
   * The virtual thread that {@code continuation} runs, one that the JDK has given to a scheduler of
   * ours; null if that cannot be found out.
   */
  public static @Nullable Thread threadOf(Runnable continuation) {
    VarHandle field = Continuations.THREAD;
    return field == null || continuation.getClass() != Continuations.CLASS
        ? null
        : (Thread) field.get(continuation);
  }

  /** Whether {@code type} is that of what mounts a virtual thread; false if that is not known. */
  public static boolean isContinuation(Class<?> type) {
    return type == Continuations.CLASS;
  }

  /** What the JDK gives to a scheduler: a method of a virtual thread, which it has captured. */
  private static final class Continuations {
    static final @Nullable Class<?> CLASS;
    static final @Nullable VarHandle THREAD;

    static {
      Class<?> type = null;
      VarHandle captured = null;
      try {
        MethodHandles.Lookup here = MethodHandles.lookup();
        Thread any = virtualThreads(Runnable::run).unstarted(() -> {});
        type =
            MethodHandles.privateLookupIn(any.getClass(), here)
                .findVarHandle(any.getClass(), "runContinuation", Runnable.class)
                .get(any)
                .getClass();
        captured =
            MethodHandles.privateLookupIn(type, here)
                .unreflectVarHandle(type.getDeclaredFields()[0]);
        captured = captured.varType() == any.getClass() ? captured : null;
      } catch (ReflectiveOperationException | RuntimeException _) {
        // Then traces do not tell which fiber a worker runs: no reason to do without fibers.
      }
      CLASS = type;
      THREAD = captured;
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
    } catch (Error e) {
      throw e; // the end of the stack, which callers know how to meet
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Whether the carrier can be parked. */
  public static boolean canParkCarrier() {
    return PARK_CARRIER != null && PARK_CARRIER_FOR != null;
  }

  /**
   * Parks the platform thread that runs the caller, together with the virtual thread that it
   * carries, if it carries one: that stays mounted. Until {@code LockSupport.unpark(carrier)}, an
   * interrupt, or for no reason. Who parks so keeps the carrier from all other virtual threads of
   * its scheduler, so this is for the scheduler alone.
   */
  public static void parkCarrier() {
    try {
      Objects.requireNonNull(PARK_CARRIER).invokeExact();
    } catch (Throwable e) {
      throw carrierParkFailed(e);
    }
  }

  /** As {@link #parkCarrier()}, for {@code nanos} nanoseconds at most. */
  public static void parkCarrier(long nanos) {
    if (nanos <= 0) {
      return;
    }
    try {
      Objects.requireNonNull(PARK_CARRIER_FOR).invokeExact(nanos);
    } catch (Throwable e) {
      throw carrierParkFailed(e);
    }
  }

  private static Error carrierParkFailed(Throwable e) {
    return e instanceof Error error ? error : new AssertionError("it throws nothing else", e);
  }

  /**
   * The JDK has virtual threads that keep a platform thread all their lives, for platforms without
   * others. Their park is that of the thread which calls it, whichever it is; it looks at nothing
   * of its object, so one that is never started will do. {@code LockSupport.park} of a virtual
   * thread that cannot unmount comes to the same, but tells Flight Recorder of it as a fault.
   */
  private static @Nullable MethodHandle carrierPark(String name, Class<?>... arguments) {
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      Class<?> type = Class.forName("java.lang.ThreadBuilders$BoundVirtualThread");
      MethodHandles.Lookup inside = MethodHandles.privateLookupIn(type, here);
      MethodType made = MethodType.methodType(void.class, String.class, int.class, Runnable.class);
      Object never =
          inside.findConstructor(type, made).invoke("", INHERIT_NOTHING, (Runnable) () -> {});
      return inside
          .findVirtual(type, name, MethodType.methodType(void.class, arguments))
          .bindTo(never);
    } catch (Throwable _) {
      return null; // then idle runners give their carriers back
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
