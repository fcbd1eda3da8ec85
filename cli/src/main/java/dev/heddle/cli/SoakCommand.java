package dev.heddle.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code soak}: everything at random, for long, with the laws of conservation checked. */
@Command(
    name = "soak",
    header = "Make runtimes work hard at random, and check that nothing is lost.",
    synopsisHeading = "%nUsage: ",
    description =
        "%nOpens and closes runtimes, and has them run tasks, fibers and processes that fail, wait,"
            + " are cancelled, interrupted and killed, while garbage is made. Every accepted task"
            + " has run once or was cancelled, every message was handled or is accounted for, and"
            + " nothing is left after a close. A law that does not hold ends it, with the seed of"
            + " the round.%n",
    customSynopsis = "./heddle soak [--minutes M] [--seed S]")
final class SoakCommand implements Callable<Integer> {

  private final Home home;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "5",
      description = "For how long; 5 by default.")
  private double minutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "The seed of the first round; another one in each run by default.")
  private @Nullable Long seed;

  SoakCommand(Home home) {
    this.home = home;
  }

  @Override
  public Integer call() throws Exception {
    if (!(minutes > 0)) {
      throw new CommandFailure(2, "--minutes: " + minutes + ", must be more than 0");
    }
    List<String> command = new ArrayList<>();
    command.add(home.java());
    command.addAll(Home.JVM_FLAGS);
    command.add("--class-path");
    command.add(home.classPath("verify", "core"));
    command.add("dev.heddle.verify.soak.SoakMain");
    command.add(Double.toString(minutes));
    if (seed != null) {
      command.add(seed.toString());
    }
    return Child.run(new ProcessBuilder(command));
  }
}
