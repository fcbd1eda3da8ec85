package dev.heddle.bench.child;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * A program of somebody else that a contender calls.
 *
 * @param name of its executable file
 * @param install how to get it
 */
public record Tool(String name, String install) implements Requirement {

  /** A sentence that says what to install; empty if it is on the {@code PATH}. */
  @Override
  public Optional<String> missing() {
    boolean found =
        Arrays.stream(String.valueOf(System.getenv("PATH")).split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    return found ? Optional.empty() : Optional.of(name + " is missing; " + install);
  }
}
