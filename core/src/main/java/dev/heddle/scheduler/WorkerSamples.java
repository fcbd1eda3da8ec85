package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What a worker notes of those items at whose begin it looks at the clock anyway ({@link
 * TimeKeeping}): what it was, and how long it took. Written by the owner, opaque; read by anybody.
 */
final class WorkerSamples {
  private static final VarHandle TYPE;
  private static final VarHandle NUMBER;

  static {
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      TYPE = here.findVarHandle(WorkerSamples.class, "type", Class.class);
      NUMBER = here.findVarHandle(WorkerSamples.class, "number", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Durations runTimes = new Durations();
  final BusyNumbers busy = new BusyNumbers();

  @SuppressWarnings("unused") // through TYPE
  private @Nullable Class<?> type;

  @SuppressWarnings("unused") // through NUMBER
  private long number;

  /** Owner: {@code item}, as {@link Worker#choose} returned it, begins. */
  void begins(Object item) {
    Class<?> of = item.getClass();
    long process = 0;
    if (item instanceof Work work) {
      of = work.recordedType();
      process = work.processNumber();
    }
    TYPE.setOpaque(this, of);
    NUMBER.setOpaque(this, process);
  }

  /** Owner: the item has ended, or lets another one have the worker. */
  void ended(long nanos) {
    runTimes.add(nanos);
    long of = (long) NUMBER.getOpaque(this);
    if (of != 0) {
      busy.add(of, nanos);
    }
  }

  /** Anybody: the class of the item that was noted last; null if there was none. */
  @Nullable Class<?> type() {
    return (Class<?>) TYPE.getOpaque(this);
  }

  /** Anybody: its number, if it is a process; 0 if it is none. */
  long number() {
    return (long) NUMBER.getOpaque(this);
  }
}
