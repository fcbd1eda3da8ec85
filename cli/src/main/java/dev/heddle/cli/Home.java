package dev.heddle.cli;

import java.io.File;
import java.nio.file.Path;
import java.util.List;

/**
 * The places that the commands work with, as the launcher found them.
 *
 * @param root the repository
 * @param jdk the home of the JDK that runs this program and everything it starts
 * @param maven the command mvn; empty if there is none, and then no command that needs it gets here
 * @param mavenOptions what Maven's JVM wants to be told
 */
record Home(Path root, Path jdk, String maven, String mavenOptions) {

  /** Lets Heddle put fibers on its own scheduler. Without it a slower engine takes over. */
  static final List<String> JVM_FLAGS = List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED");

  static Home fromSystemProperties() {
    return new Home(
        Path.of(System.getProperty("heddle.home", "")).toAbsolutePath(),
        Path.of(System.getProperty("java.home")),
        System.getProperty("heddle.mvn", ""),
        System.getProperty("heddle.maven.opts", ""));
  }

  String java() {
    return jdk.resolve("bin/java").toString();
  }

  /** The jars of a module and of what it needs, as the launcher has laid them out. */
  String classPath(String... modules) {
    return String.join(
        File.pathSeparator,
        List.of(modules).stream()
            .map(module -> root.resolve("target/launcher").resolve(module) + "/*")
            .toList());
  }
}
