package dev.heddle.observe.top;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts JVMs with the class path of the tests. */
final class TopRun {
  private TopRun() {}

  static List<String> java(Class<?> main, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--add-opens",
            "java.base/java.lang=ALL-UNNAMED",
            "-cp"));
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", "")));
    command.add(main.getName());
    command.addAll(List.of(args));
    return command;
  }

  /** A program with runtimes of these names, once it is ready. */
  static Process target(String... names) throws IOException {
    Process process =
        new ProcessBuilder(java(TopTarget.class, names))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader lines = process.inputReader();
    String line = lines.readLine();
    if (!"ready".equals(line)) {
      throw new AssertionError("the target said " + line);
    }
    return process;
  }

  /** Top, with what it prints and complains of in one. */
  static Process top(String... args) throws IOException {
    return new ProcessBuilder(java(TopMain.class, args)).redirectErrorStream(true).start();
  }
}
