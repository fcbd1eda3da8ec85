package dev.heddle.loom;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Keeps platform threads on one processor each, where the system lets us. */
public final class ProcessorPinning {
  private static final int MASK_BYTES = 128;

  private ProcessorPinning() {}

  /**
   * Keeps the calling platform thread on {@code processor}.
   *
   * @return null if it worked, else why not
   */
  public static @Nullable String pinCurrentThread(int processor) {
    if (!System.getProperty("os.name", "").equals("Linux")) {
      return "only known how on Linux";
    }
    Module module = ProcessorPinning.class.getModule();
    if (!module.isNativeAccessEnabled()) {
      String target = module.isNamed() ? module.getName() : "ALL-UNNAMED";
      return "the JVM lacks the flag --enable-native-access=" + target;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(MASK_BYTES);
      int word = processor >>> 6;
      mask.setAtIndex(ValueLayout.JAVA_LONG, word, 1L << processor);
      int result = (int) setAffinity().invokeExact(0, (long) MASK_BYTES, mask);
      return result == 0 ? null : "the system refused processor " + processor;
    } catch (Throwable e) {
      return e.toString();
    }
  }

  /** {@code int sched_setaffinity(pid_t pid, size_t cpusetsize, const cpu_set_t *mask)}. */
  @SuppressWarnings("restricted")
  private static MethodHandle setAffinity() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("sched_setaffinity"),
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.ADDRESS));
  }
}
