package dev.heddle.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sim WHAT}: a program, or tests, in the simulator. */
@Command(
    name = "sim",
    header = "Run a program, or tests, in the simulator, under one seed or many.",
    synopsisHeading = "%nUsage: ",
    description = {
      "%nWHAT is a class with methods that have @Simulate, one of them (CLASS#METHOD), a Java"
          + " source file with such methods or a main method, the name of an example, or the word"
          + " examples, for all of these; or the word scale: then it is shown how programs scale"
          + " to 1,024 workers, and drawn in the file that the ARGUMENT names, or scale.svg.%n",
      "With --seed, the event log is written to standard output, and nothing else; what the program"
          + " prints goes to standard error. With --seeds, or neither, seeds from 1 on are tried"
          + " until one fails. Exit code 0: nothing was found; 1: something was, and standard error"
          + " tells what, and how to see it again.%n"
    },
    customSynopsis = {
      "./heddle sim WHAT [--seed S | --seeds N] [--strategy STRATEGY] [--workers N]",
      "                  [--faults FAULTS] [-cp PATH] [-- ARGUMENT...]"
    })
final class SimCommand implements Callable<Integer> {

  private static final int MANY = 1000;

  private final Home home;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  @Option(names = "--seed", paramLabel = "S", description = "This seed only, with its event log.")
  private List<Long> seed = List.of();

  @Option(names = "--seeds", paramLabel = "N", description = "The seeds 1 to N; 1000 by default.")
  private List<Integer> seeds = List.of();

  @Option(
      names = "--strategy",
      paramLabel = "STRATEGY",
      description =
          "How it explores: random, priority, or mixed, which is both in turns. By default as the"
              + " test says, or mixed.")
  private @Nullable String strategy;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description =
          "How many workers a runtime gets that does not choose. By default as the test says, or"
              + " 4.")
  private @Nullable Integer workers;

  @Option(
      names = "--faults",
      paramLabel = "FAULTS",
      description =
          "What is done to the program on purpose: held-up-worker, spurious-wake-up, interrupt,"
              + " crashing-step, lost-relay-message, late-relay-message, several with commas"
              + " between; or all, or none. By default as the test says, or none.")
  private @Nullable String faults;

  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      description = "Where else classes are found.")
  private String classPath = "";

  @Parameters(index = "0", paramLabel = "WHAT", description = "What is simulated.")
  private String what = "";

  @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "Passed to the program.")
  private List<String> arguments = List.of();

  SimCommand(Home home) {
    this.home = home;
  }

  @Override
  public Integer call() throws Exception {
    if (seed.size() + seeds.size() > 1) {
      throw new CommandFailure(2, "one of --seed and --seeds will do, once.");
    }
    if (!seeds.isEmpty() && seeds.getFirst() < 1) {
      throw new CommandFailure(2, "--seeds " + seeds.getFirst() + ": at least 1.");
    }
    if (workers != null && workers < 1) {
      throw new CommandFailure(2, "--workers " + workers + ": at least 1.");
    }
    if (what.equals("scale")) {
      return Child.run(new ProcessBuilder(scale()));
    }
    ProcessBuilder command = new ProcessBuilder(command());
    if (what.equals("examples")) {
      // So that the one that reads files finds the same ones everywhere.
      command.directory(home.root().resolve("docs").toFile());
    }
    return Child.run(command);
  }

  private List<String> command() throws CommandFailure, IOException {
    List<String> subject = subject();
    List<String> command = new ArrayList<>();
    command.add(home.java());
    command.addAll(Home.JVM_FLAGS);
    command.add("--class-path");
    command.add(wholeClassPath());
    command.add("dev.heddle.junit.SimMain");
    command.add(seed.isEmpty() ? "seeds" : "seed");
    command.add(
        seed.isEmpty()
            ? String.valueOf(seeds.isEmpty() ? MANY : seeds.getFirst())
            : String.valueOf(seed.getFirst()));
    addOption(command, "strategy", strategy);
    addOption(command, "workers", workers);
    addOption(command, "faults", faults);
    addOption(command, "class-path", classPath.isEmpty() ? null : classPath);
    command.addAll(subject);
    command.addAll(arguments);
    return command;
  }

  private static void addOption(List<String> command, String name, @Nullable Object value) {
    if (value != null) {
      command.add(name);
      command.add(value.toString());
    }
  }

  private List<String> scale() throws CommandFailure {
    boolean simulates = seed.size() + seeds.size() > 0 || workers != null;
    if (simulates || strategy != null || faults != null || arguments.size() > 1) {
      throw new CommandFailure(
          2, "scale takes no seed, strategy, workers or faults, and the name of one file at most.");
    }
    List<String> command = new ArrayList<>();
    command.add(home.java());
    command.addAll(Home.JVM_FLAGS);
    command.add("--class-path");
    command.add(home.classPath("bench", "core"));
    command.add("dev.heddle.bench.scale.ScaleMain");
    command.addAll(arguments);
    return command;
  }

  private List<String> subject() throws CommandFailure, IOException {
    if (what.equals("examples")) {
      return Stream.concat(Stream.of("programs"), examples().map(name -> "../examples/" + name))
          .toList();
    }
    if (what.endsWith(".java") || what.contains(File.separator)) {
      return List.of("program", RunCommand.sourceFile(Path.of(what)).toString());
    }
    Path example = home.root().resolve("examples").resolve(what + ".java");
    if (Files.exists(example)) {
      return List.of("program", example.toString());
    }
    if (!arguments.isEmpty()) {
      throw new CommandFailure(2, "a class of tests takes no arguments: " + arguments);
    }
    return List.of("class", what);
  }

  private Stream<String> examples() throws IOException {
    try (Stream<Path> files = Files.list(home.root().resolve("examples"))) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(".java"))
          .sorted()
          .toList()
          .stream();
    }
  }

  /** With the tests of all modules, as far as they are compiled. */
  private String wholeClassPath() throws IOException {
    List<String> places = new ArrayList<>();
    if (!classPath.isEmpty()) {
      places.add(classPath);
    }
    places.add(home.classPath("junit", "core"));
    if (Files.isDirectory(home.root())) {
      try (Stream<Path> modules = Files.list(home.root())) {
        modules
            .map(module -> module.resolve("target/test-classes"))
            .filter(Files::isDirectory)
            .sorted()
            .forEach(classes -> places.add(classes.toString()));
      }
    }
    return String.join(File.pathSeparator, places);
  }
}
