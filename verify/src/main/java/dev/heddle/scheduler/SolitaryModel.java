package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * {@link SolitaryRace} without a worker: what {@code sleepAlone} and {@code wakeForMail} do, with
 * the weakest accesses that do, into which one fault can be built.
 */
final class SolitaryModel {
  /** What is wrong. */
  enum Fault {
    NONE,
    /** Who gives mail does not pass a fence before it looks whether the worker sleeps. */
    SENDER_WITHOUT_FENCE,
    /** The worker says that it sleeps after its last look for mail. */
    ANNOUNCED_LATE
  }

  private static final VarHandle MAIL;
  private static final VarHandle ASLEEP;

  static {
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      MAIL = here.findVarHandle(SolitaryModel.class, "mail", int.class);
      ASLEEP = here.findVarHandle(SolitaryModel.class, "asleep", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Fault fault;

  @SuppressWarnings("unused") // through MAIL
  private int mail;

  @SuppressWarnings("unused") // through ASLEEP
  private int asleep;

  private boolean sleeps;
  private boolean woken;

  SolitaryModel(Fault fault) {
    this.fault = fault;
  }

  void send() {
    MAIL.setRelease(this, 1);
    if (fault != Fault.SENDER_WITHOUT_FENCE) {
      VarHandle.fullFence();
    }
    woken = (int) ASLEEP.getOpaque(this) != 0;
  }

  void sleep() {
    if (fault == Fault.ANNOUNCED_LATE) {
      sleeps = hasNoMail();
    }
    ASLEEP.setOpaque(this, 1);
    VarHandle.fullFence();
    if (fault != Fault.ANNOUNCED_LATE) {
      sleeps = hasNoMail();
    }
  }

  private boolean hasNoMail() {
    return (int) MAIL.getAcquire(this) == 0;
  }

  /** Afterwards: whether it sleeps on its mail. */
  boolean missed() {
    return sleeps && !woken;
  }
}
