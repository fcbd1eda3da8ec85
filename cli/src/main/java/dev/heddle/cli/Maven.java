package dev.heddle.cli;

import java.util.ArrayList;
import java.util.List;

/** How the commands call Maven. */
final class Maven {

  private Maven() {}

  /** Maven in the repository, on this program's JDK, without colours and questions. */
  static ProcessBuilder command(Home home, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(home.maven(), "-B"));
    command.addAll(arguments);
    ProcessBuilder maven = new ProcessBuilder(command).directory(home.root().toFile());
    maven.environment().put("JAVA_HOME", home.jdk().toString());
    maven.environment().put("MAVEN_OPTS", home.mavenOptions());
    return maven;
  }
}
