package dev.heddle.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code top [PID]}: what the runtimes of a running JVM are at. */
@Command(
    name = "top",
    header = "Show what the runtimes of a running JVM are at.",
    synopsisHeading = "%nUsage: ",
    description = {
      "%nAttaches to the JVM with this PID, or to the only one of this user that runs Heddle, and"
          + " shows its workers, rates, the longest mailboxes, the busiest processes, the longest"
          + " waits, and warnings with what to do. The program has to be prepared for that in no"
          + " way. On a terminal it takes keys, which ? lists; q quits. Otherwise it prints a line"
          + " for each look.%n"
    },
    customSynopsis = "./heddle top [--interval SECONDS] [-n COUNT] [PID]")
final class TopCommand implements Callable<Integer> {

  private final Home home;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  @Option(
      names = "--interval",
      paramLabel = "SECONDS",
      defaultValue = "1",
      description = "Between two looks; 1 by default.")
  private double interval;

  @Option(names = "-n", paramLabel = "COUNT", description = "End after so many looks.")
  private @Nullable Integer count;

  @Parameters(index = "0", arity = "0..1", paramLabel = "PID", description = "The JVM.")
  private @Nullable Long pid;

  TopCommand(Home home) {
    this.home = home;
  }

  @Override
  public Integer call() throws Exception {
    if (!(interval >= 0.1 && interval <= 3600)) {
      throw new CommandFailure(2, "--interval: " + interval + ", must be from 0.1 to 3600");
    }
    if (count != null && count < 1) {
      throw new CommandFailure(2, "-n: " + count + ", must be at least 1");
    }
    if (pid != null && pid < 1) {
      throw new CommandFailure(2, "PID: " + pid + ", must be at least 1");
    }
    return Child.run(new ProcessBuilder(command()));
  }

  private List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(home.java());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
    command.add("--class-path");
    command.add(home.classPath("observe", "core"));
    command.add("dev.heddle.observe.top.TopMain");
    command.addAll(List.of("--interval", Double.toString(interval)));
    if (count != null) {
      command.addAll(List.of("-n", count.toString()));
    }
    if (pid != null) {
      command.add(pid.toString());
    }
    return command;
  }
}
