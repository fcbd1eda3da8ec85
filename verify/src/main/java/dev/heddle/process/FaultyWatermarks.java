package dev.heddle.process;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntSupplier;

/** Broken on purpose: {@link Watermarks} with one fault. */
final class FaultyWatermarks {
  /** What is wrong. */
  enum Fault {
    /** Who tells is chosen by a look and a write. */
    UNCLAIMED,

    /** Who has told does not look again. */
    NO_SECOND_LOOK
  }

  private static final VarHandle TELLING;

  static {
    try {
      TELLING =
          MethodHandles.lookup().findVarHandle(FaultyWatermarks.class, "telling", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int high;
  private final int low;
  private final Fault fault;
  private final IntSupplier messages;
  private final RacedWatermarks told;
  private volatile boolean above;
  private volatile boolean telling;

  FaultyWatermarks(int high, int low, Fault fault, IntSupplier messages, RacedWatermarks told) {
    this.high = high;
    this.low = low;
    this.fault = fault;
    this.messages = messages;
    this.told = told;
  }

  void look() {
    while (hasCrossed(messages.getAsInt()) && !telling && claims()) {
      if (hasCrossed(messages.getAsInt())) {
        above = !above;
        told.cross(above);
      }
      telling = false;
      if (fault == Fault.NO_SECOND_LOOK) {
        return;
      }
    }
  }

  private boolean claims() {
    if (fault == Fault.UNCLAIMED) {
      telling = true;
      return true;
    }
    return TELLING.compareAndSet(this, false, true);
  }

  private boolean hasCrossed(int now) {
    return above ? now <= low : now >= high;
  }
}
