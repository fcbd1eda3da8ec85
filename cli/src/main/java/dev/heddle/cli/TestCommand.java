package dev.heddle.cli;

import dev.heddle.cli.TestReport.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code test}: the whole suite through Maven, told briefly, counted from the reports. */
@Command(
    name = "test",
    header = "Build everything and run all tests.",
    synopsisHeading = "%nUsage: ",
    description = {
      "%nWhat mvn verify does, with less said. The counts at the end are read from the reports of"
          + " this run, and the exit code is 0 only if the build succeeded and every test did.%n",
      "For example: ./heddle test -pl core -Dtest=ArchitectureTest%n"
    },
    customSynopsis = "./heddle test [--long] [MAVEN-ARGUMENT...]")
final class TestCommand implements Callable<Integer> {

  private static final int MOST_LINES_OF_ONE_MESSAGE = 10;

  private final Home home;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  @Option(
      names = "--long",
      description = "The long forms of the stress tests too; takes much longer.")
  private boolean longRun;

  @Parameters(paramLabel = "MAVEN-ARGUMENT", description = "Passed to Maven, after verify.")
  private List<String> arguments = List.of();

  TestCommand(Home home) {
    this.home = home;
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    Path log = home.root().resolve("target/test.log");
    Files.createDirectories(log.getParent());
    Files.deleteIfExists(log);
    // The log's first time stamp comes from the clock that will stamp the reports.
    FileTime start = Files.getLastModifiedTime(Files.createFile(log));
    Path passed = home.root().resolve("target/launcher/passed");
    Files.deleteIfExists(passed);

    MavenProgress progress = new MavenProgress(out);
    int exitCode = runMaven(log, progress);
    List<TestReport> reports = TestReports.read(home.root(), start);

    boolean testsFailed = tell(reports, out);
    if (exitCode != 0 && !testsFailed) {
      progress.errors().forEach(out::println);
      out.println();
      out.println("The build failed, though no test did.");
    }
    if (exitCode != 0) {
      out.println("All that Maven said is in " + home.root().relativize(log));
    }
    if (exitCode == 0 && reports.isEmpty()) {
      out.println("No test ran.");
      exitCode = 1;
    }
    out.println();
    out.printf(
        "%d passed, %d failed, %d skipped%n",
        count(reports, Outcome.PASSED),
        count(reports, Outcome.FAILED),
        count(reports, Outcome.SKIPPED));
    out.flush();
    if (exitCode == 0 && !testsFailed) { // so the launcher need not build it again
      Files.createDirectories(passed.getParent());
      Files.setLastModifiedTime(Files.createFile(passed), start);
    }
    return testsFailed && exitCode == 0 ? 1 : exitCode;
  }

  private int runMaven(Path log, MavenProgress progress) throws IOException, InterruptedException {
    List<String> maven = new ArrayList<>(List.of("verify", "-fae"));
    maven.add("-Dsurefire.failIfNoSpecifiedTests=false");
    if (longRun) {
      maven.add("-Dheddle.long=true");
    }
    maven.addAll(arguments);
    ProcessBuilder command = Maven.command(home, maven).redirectErrorStream(true);
    Process process = Child.start(command);
    process.getOutputStream().close();
    try (BufferedReader lines = process.inputReader();
        PrintWriter copy = new PrintWriter(Files.newBufferedWriter(log))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        copy.println(line);
        progress.line(line);
      }
    }
    return process.waitFor();
  }

  /** Prints failures and counts by module; returns whether there was a failure. */
  private boolean tell(List<TestReport> reports, PrintWriter out) {
    List<TestReport> failures =
        reports.stream().filter(report -> report.outcome() == Outcome.FAILED).toList();
    for (TestReport failure : failures) {
      out.println();
      out.println("FAILED " + failure.name());
      failure
          .message()
          .lines()
          .limit(MOST_LINES_OF_ONE_MESSAGE)
          .forEach(line -> out.println("  " + line));
      out.println("  report: " + home.root().relativize(failure.file()));
    }
    out.println();
    reports.stream()
        .collect(Collectors.groupingBy(TestReport::module, TreeMap::new, Collectors.toList()))
        .forEach(
            (module, ofModule) ->
                out.printf(
                    "%-10s %5d passed %5d failed %5d skipped%n",
                    module,
                    count(ofModule, Outcome.PASSED),
                    count(ofModule, Outcome.FAILED),
                    count(ofModule, Outcome.SKIPPED)));
    return !failures.isEmpty();
  }

  private static long count(List<TestReport> reports, Outcome outcome) {
    return reports.stream().filter(report -> report.outcome() == outcome).count();
  }
}
