package dev.heddle.observe.top;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
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

  /**
   * What a search came to.
   *
   * @param found those that run Heddle
   * @param silent those that have not answered
   */
  private record Search(List<Found> found, List<Long> silent) {}

  /** The one there is. */
  static long only() throws TopFailure {
    Search search = search();
    List<Found> found = search.found;
    if (found.isEmpty()) {
      throw new TopFailure(
          "no JVM of this user runs Heddle. A runtime can be seen a second or two after its start,"
              + " unless it was built with management(false) or without workers."
              + (search.silent.isEmpty()
                  ? ""
                  : " These have not answered within %d s: %s"
                      .formatted(Question.PATIENCE.toSeconds(), search.silent)));
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

  /** Attaches to all of them, for as long as it takes to ask for the mark. */
  private static Search search() {
    Map<VirtualMachineDescriptor, Question<Boolean>> asked = new LinkedHashMap<>();
    for (VirtualMachineDescriptor jvm : VirtualMachine.list()) {
      if (pidOf(jvm) != ProcessHandle.current().pid()) {
        asked.put(jvm, Question.ask(() -> hasMark(jvm)));
      }
    }
    Search search = new Search(new ArrayList<>(), new ArrayList<>());
    asked.forEach(
        (jvm, question) -> {
          try {
            if (question.await()) {
              search.found.add(new Found(pidOf(jvm), jvm.displayName()));
            }
          } catch (AttachNotSupportedException | IOException _) {
            // has ended meanwhile, or does not let us
          } catch (TimeoutException _) {
            search.silent.add(pidOf(jvm));
          }
        });
    return search;
  }

  private static long pidOf(VirtualMachineDescriptor jvm) {
    return Long.parseLong(jvm.id());
  }

  private static boolean hasMark(VirtualMachineDescriptor jvm)
      throws AttachNotSupportedException, IOException {
    VirtualMachine attached = VirtualMachine.attach(jvm);
    try {
      return attached.getSystemProperties().containsKey(MARK);
    } finally {
      attached.detach();
    }
  }
}
