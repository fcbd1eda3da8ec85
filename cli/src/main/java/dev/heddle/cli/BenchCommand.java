package dev.heddle.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bench}: hands everything to the benchmarks' own program. */
@Command(
    name = "bench",
    header = "Measure Heddle, and its rivals beside it.",
    synopsisHeading = "%nUsage: ",
    description =
        "%nStarts the benchmarks' own program with the arguments; ./heddle bench --help is its"
            + " help.%n",
    customSynopsis = "./heddle bench [ARGUMENT...]")
final class BenchCommand implements Callable<Integer> {

  private final Home home;

  @Parameters(paramLabel = "ARGUMENT", description = "Passed to the benchmarks' program.")
  private List<String> arguments = List.of();

  BenchCommand(Home home) {
    this.home = home;
  }

  @Override
  public Integer call() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(home.java());
    command.addAll(Home.JVM_FLAGS);
    // JMH 1.37 uses what a JDK 25 warns of.
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.add("-Dheddle.home=" + home.root());
    command.add("--class-path");
    command.add(home.classPath("bench", "core"));
    command.add("dev.heddle.bench.BenchMain");
    command.addAll(arguments);
    return Child.run(new ProcessBuilder(command));
  }
}
