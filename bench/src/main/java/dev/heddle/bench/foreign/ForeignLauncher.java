package dev.heddle.bench.foreign;

import dev.heddle.bench.Assignment;
import dev.heddle.bench.Launcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Starts a contender that needs no JVM. Its program is built when it is first needed.
 *
 * @param language what it is written in
 */
public record ForeignLauncher(Language language) implements Launcher {

  @Override
  public Optional<String> missing() {
    return language.missing();
  }

  @Override
  public List<String> command(Assignment assignment, int heapMegabytes) {
    List<String> command = new ArrayList<>(language.start(ForeignBuild.of(language), assignment));
    command.addAll(assignment.arguments());
    return command;
  }
}
