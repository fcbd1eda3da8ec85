package dev.heddle.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code format}: the formatter of the build, applied. */
@Command(
    name = "format",
    header = "Format all Java sources as the build wants them.",
    synopsisHeading = "%nUsage: ",
    description = "%nThe style is google-java-format's. The build fails on a file without it.%n",
    customSynopsis = "./heddle format [--check]")
final class FormatCommand implements Callable<Integer> {

  private final Home home;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  @Option(names = "--check", description = "Change nothing; fail if there is something to format.")
  private boolean check;

  FormatCommand(Home home) {
    this.home = home;
  }

  @Override
  public Integer call() throws Exception {
    String mode = check ? "check" : "apply";
    return Child.run(
        Maven.command(home, List.of("-q", "-pl", "build", "validate", "-Dheddle.format=" + mode)));
  }
}
