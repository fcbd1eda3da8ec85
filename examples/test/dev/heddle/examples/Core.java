package dev.heddle.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Where core is. */
final class Core {
  private Core() {}

  /** The part of this JVM's class path that is core: a jar, or a folder of classes. */
  static String classPath() {
    String home = Path.of("..", "core", "target").toAbsolutePath().normalize().toString();
    String core =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> entry.contains("heddle-core") || entry.startsWith(home))
            .collect(Collectors.joining(File.pathSeparator));
    assertThat(core).isNotEmpty();
    return core;
  }
}
