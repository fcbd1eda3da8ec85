package dev.heddle.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code run FILE.java}: a user's source file with Heddle on the class path. */
@Command(
    name = "run",
    separator = "",
    header = "Compile and run one Java source file that uses Heddle.",
    synopsisHeading = "%nUsage: ",
    description = {
      "%nCompiles FILE in memory, with Heddle on the class path, and runs it on the JDK that the"
          + " launcher found, with the flags that fibers need. Other source files beside it are"
          + " found too. The exit code is the program's.%n"
    },
    customSynopsis =
        "./heddle run [--page] [--page-port PORT] [--page-control] [-JFLAG]... FILE.java"
            + " [ARGUMENT...]")
final class RunCommand implements Callable<Integer> {

  private final Home home;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  @Option(names = "-J", paramLabel = "FLAG", description = "A flag for the JVM, such as -J-Xmx2g.")
  private List<String> jvmFlags = List.of();

  @Option(
      names = "--page",
      description =
          "Serve a live page that shows the program's runtimes, at http://127.0.0.1:7077/ or"
              + " another port if that is in use; the address is printed.")
  private boolean page;

  @Option(
      names = "--page-port",
      paramLabel = " PORT", // the separator is empty, for -J
      description = "The port of the live page; 0 for any that is free. Means --page.")
  private @Nullable Integer pagePort;

  @Option(
      names = "--page-control",
      description =
          "Let the live page interrupt fibers, stop processes and take dumps. Its address then has"
              + " a token. Means --page.")
  private boolean pageControl;

  @Parameters(index = "0", paramLabel = "FILE.java", description = "The source file.")
  private Path file = Path.of("");

  @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "Passed to the program.")
  private List<String> arguments = List.of();

  RunCommand(Home home) {
    this.home = home;
  }

  @Override
  public Integer call() throws Exception {
    sourceFile(file);
    if (pagePort != null && (pagePort < 0 || pagePort > 65535)) {
      throw new CommandFailure(2, "--page-port: " + pagePort + ", must be between 0 and 65535");
    }
    return Child.run(new ProcessBuilder(command()));
  }

  /** {@code file}, if it can be one. */
  static Path sourceFile(Path file) throws CommandFailure {
    if (Files.isDirectory(file)) {
      throw new CommandFailure(2, file + " is a directory, not a Java source file.");
    }
    if (!Files.exists(file)) {
      throw new CommandFailure(2, "there is no file " + file);
    }
    if (!file.toString().endsWith(".java")) {
      throw new CommandFailure(2, file + " is not a Java source file: its name ends in .java");
    }
    return file;
  }

  private List<String> command() {
    boolean withPage = page || pagePort != null || pageControl;
    List<String> flags = new ArrayList<>(jvmFlags);
    if (withPage) {
      flags.add("-Dheddle.page=" + howToServe());
    }
    String classPath = withPage ? home.classPath("core", "observe") : home.classPath("core");
    return command(home, flags, classPath, file, arguments);
  }

  /** What runs {@code file}. */
  static List<String> command(
      Home home, List<String> flags, String classPath, Path file, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(home.java());
    command.addAll(Home.JVM_FLAGS);
    command.addAll(flags);
    command.add("--class-path");
    command.add(classPath);
    command.add(file.toString());
    command.addAll(arguments);
    return command;
  }

  /** In the words that the page understands: a port, and whether control is on. */
  private String howToServe() {
    String port = pagePort == null ? "" : pagePort == 0 ? "any" : pagePort.toString();
    return pageControl ? port + ",control" : port;
  }
}
