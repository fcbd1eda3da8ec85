package dev.heddle.observe.top;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Finds the JVMs of this user that have a runtime. */
final class JvmSearch {
  /** Set by a runtime that has registered its MXBean. */
  private static final String MARK = "dev.heddle.mxbean";

  private JvmSearch() {}

  /**
   * A JVM.
   *
   * @param pid its number
   * @param name what it runs
   */
  record Found(long pid, String name) {}

  /** The one there is. */
  static long only() throws TopFailure {
    List<Found> found = all();
    if (found.isEmpty()) {
      throw new TopFailure(
          "no JVM of this user runs Heddle. A runtime can be seen a second or two after its start,"
              + " unless it was built with management(false) or without workers.");
    }
    if (found.size() > 1) {
      throw new TopFailure(
          "several JVMs run Heddle; say which one:\n"
              + found.stream()
                  .map(jvm -> "  ./heddle top %-8d %s".formatted(jvm.pid, Cells.safe(jvm.name)))
                  .collect(Collectors.joining("\n")));
    }
    return found.getFirst().pid;
  }

  /** Attaches to each, for as long as it takes to ask for the mark. */
  static List<Found> all() {
    List<Found> found = new ArrayList<>();
    for (VirtualMachineDescriptor jvm : VirtualMachine.list()) {
      long pid = Long.parseLong(jvm.id());
      if (pid != ProcessHandle.current().pid() && hasMark(jvm)) {
        found.add(new Found(pid, jvm.displayName()));
      }
    }
    return found;
  }

  private static boolean hasMark(VirtualMachineDescriptor jvm) {
    try {
      VirtualMachine attached = VirtualMachine.attach(jvm);
      try {
        return attached.getSystemProperties().containsKey(MARK);
      } finally {
        attached.detach();
      }
    } catch (AttachNotSupportedException | IOException _) {
      return false; // has ended meanwhile, or does not let us
    }
  }
}
