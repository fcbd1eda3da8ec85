package dev.heddle.bench.child;

import dev.heddle.bench.Assignment;
import dev.heddle.bench.Launcher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Starts a contender that is written in Java: this JVM once more, with {@link ChildMain}. All
 * contenders get the same flags, whether they need them or not.
 *
 * @param program what runs there
 * @param needs what not every machine has, or null
 */
public record JvmLauncher(ProgramFactory program, @Nullable Requirement needs) implements Launcher {

  /**
   * Of the heap, for new objects: G1's most, and fixed, because what G1 makes of it by itself
   * differs from run to run. A round then seldom meets a collection, which favours who allocates
   * more.
   */
  private static final int YOUNG_PERCENT = 60;

  /** Of a program that runs everywhere. */
  public JvmLauncher(ProgramFactory program) {
    this(program, null);
  }

  @Override
  public Optional<String> missing() {
    return needs == null ? Optional.empty() : needs.missing();
  }

  @Override
  public List<String> command(Assignment assignment, int heapMegabytes) {
    int workers = assignment.setting().workers();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags(workers, heapMegabytes));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(ChildMain.class.getName());
    command.addAll(assignment.arguments());
    return command;
  }

  /** With what each of them is started. */
  public static List<String> flags(int workers, int heapMegabytes) {
    return List.of(
        "-Xms" + heapMegabytes + "m",
        "-Xmx" + heapMegabytes + "m",
        "-Xmn" + heapMegabytes * YOUNG_PERCENT / 100 + "m",
        "--add-opens",
        "java.base/java.lang=ALL-UNNAMED",
        "--add-exports",
        "java.base/jdk.internal.vm=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-Djdk.virtualThreadScheduler.parallelism=" + workers,
        "-Djdk.virtualThreadScheduler.maxPoolSize=" + Math.max(256, workers),
        "-Dkotlinx.coroutines.scheduler.core.pool.size=" + workers,
        "-Dkotlinx.coroutines.scheduler.max.pool.size=" + Math.max(256, workers));
  }
}
