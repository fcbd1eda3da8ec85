package dev.heddle.bench.guard;

import dev.heddle.bench.session.FlatJson;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts, in a JVM of its own, and prints a JSON object for each probe.
 *
 * <p>The JVM has the C1 compiler only: it never leaves out an object as C2 does where it can prove
 * that nobody sees it, so what is allocated depends on the program alone, not on when something was
 * compiled. And it has so large a young generation that no collection comes in between: a fiber's
 * stack that a collection has moved is written anew.
 */
public final class GuardMain {
  private static final List<String> FLAGS =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xms1200m",
          "-Xmx1200m",
          "-Xmn900m",
          "--add-opens",
          "java.base/java.lang=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private GuardMain() {}

  /** Started by {@link Guard}, with the names of benchmarks; none means all. */
  public static void main(String[] args) throws Exception {
    PrintStream wire =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    List<String> wanted = List.of(args);
    for (Probe probe : Probe.all()) {
      if (wanted.isEmpty() || wanted.contains(probe.benchmark())) {
        wire.println(FlatJson.object(probe.count()));
      }
    }
    wire.flush();
    System.exit(0);
  }

  static List<String> command(List<String> benchmarks) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(GuardMain.class.getName());
    command.addAll(benchmarks);
    return command;
  }
}
