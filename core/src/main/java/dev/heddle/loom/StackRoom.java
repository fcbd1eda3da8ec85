package dev.heddle.loom;

import java.lang.classfile.ClassFile;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Makes sure that some stack is left, so that a {@link StackOverflowError} comes before anything is
 * changed, and not in the middle.
 *
 * <p>There are four sizes. What gives back asks for less than what takes, so that a lock that was
 * taken near the end of the stack can be given back by the same frame; what ends something, which
 * is told by giving back, stands between the two; and the wake-up of a worker, deep inside of all
 * of them, asks for the least.
 *
 * <p>The JVM makes a method that is entered prove that its frame fits, and compiled code that its
 * interpreted frame would fit, because it may be thrown back to it. So calling a method with
 * thousands of local variables that does nothing is the question. Such a method is made here, as
 * Java source would need a line for each variable; it has too many instructions to be inlined. It
 * gives 8 bytes for each variable, interpreted and compiled, for 2 ns. Recursion was refused: a
 * dozen frames with six numbers each cost 17 ns, and give 2.4 KB interpreted but 0.4 KB compiled.
 */
public final class StackRoom {
  /** Enough to wake a worker. */
  private static final int TO_WAKE = 8 * 1024;

  /** Enough to wake somebody; on either engine, interpreted, that takes less than half of it. */
  private static final int TO_RELEASE = 16 * 1024;

  /** Enough to end something and then to release those who wait for it. */
  private static final int TO_END = 20 * 1024;

  /** The JIT compilers refuse methods with a little more, which then cost 20 ns. */
  private static final int TO_HOLD = 24 * 1024;

  /** More instructions than the JIT compilers inline, and fewer than they compile. */
  private static final int TOO_MANY_TO_INLINE = 1000;

  private static final MethodHandle WAKE = frameOf(TO_WAKE);
  private static final MethodHandle RELEASE = frameOf(TO_RELEASE);
  private static final MethodHandle END = frameOf(TO_END);
  private static final MethodHandle HOLD = frameOf(TO_HOLD);

  private StackRoom() {}

  /** Overflows the stack now, if a worker could not be woken. */
  public static void toWake() {
    try {
      WAKE.invokeExact(0);
    } catch (Throwable e) {
      throw overflowed(e);
    }
  }

  /** Overflows the stack now, if what gives back or wakes could not be done. */
  public static void toRelease() {
    try {
      RELEASE.invokeExact(0);
    } catch (Throwable e) {
      throw overflowed(e);
    }
  }

  /** Overflows the stack now, if something could not be ended, and who waits for it released. */
  public static void toEnd() {
    try {
      END.invokeExact(0);
    } catch (Throwable e) {
      throw overflowed(e);
    }
  }

  /** Overflows the stack now, if something could not be taken, waited for and given back. */
  public static void toHold() {
    try {
      HOLD.invokeExact(0);
    } catch (Throwable e) {
      throw overflowed(e);
    }
  }

  private static Error overflowed(Throwable e) {
    return e instanceof Error error ? error : new AssertionError("it throws nothing else", e);
  }

  /** A method that returns at once, with {@code bytes} of variables behind a branch not taken. */
  private static MethodHandle frameOf(int bytes) {
    MethodTypeDesc type = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    byte[] code =
        ClassFile.of()
            .build(
                ClassDesc.of(StackRoom.class.getPackageName(), "Frame"),
                made ->
                    made.withMethodBody(
                        "enter",
                        type,
                        ClassFile.ACC_STATIC,
                        body -> {
                          Label end = body.newLabel();
                          body.iload(0).ifeq(end);
                          for (int i = 0; i < TOO_MANY_TO_INLINE; i++) {
                            body.nop();
                          }
                          body.iconst_0().istore(bytes / Long.BYTES);
                          body.labelBinding(end).return_();
                        }));
    try {
      MethodHandles.Lookup made = MethodHandles.lookup().defineHiddenClass(code, true);
      return made.findStatic(
          made.lookupClass(), "enter", MethodType.methodType(void.class, int.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
