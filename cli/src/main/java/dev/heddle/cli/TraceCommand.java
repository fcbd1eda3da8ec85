package dev.heddle.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code trace FILE.java}: as {@code run}, with a picture of what ran where, when and why. */
@Command(
    name = "trace",
    header = "Run one Java source file, and write a trace of what ran where and why.",
    synopsisHeading = "%nUsage: ",
    description = {
      "%nRuns FILE as ./heddle run does, with a flight recording of all that Heddle tells, and"
          + " writes a trace for the Perfetto UI or chrome://tracing: a track for each worker, with"
          + " tasks, steps and fibers on it, and arrows for spawns, sends and wake-ups. The exit"
          + " code is the program's. A program that has no end is ended by Ctrl-C; the trace is"
          + " written all the same.%n"
    },
    customSynopsis =
        "./heddle trace [-o FILE] [--events N] [--threshold TIME] [--size MB] [-JFLAG]..."
            + " FILE.java [ARGUMENT...]")
final class TraceCommand implements Callable<Integer> {
  private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ns|us|µs|ms|s)");
  private static final Map<String, Long> NANOS =
      Map.of("ns", 1L, "us", 1_000L, "µs", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);

  /** After Ctrl-C the program has to end, and what it left has to be turned into a trace. */
  private static final Duration TO_WRITE = Duration.ofMinutes(10);

  private final Home home;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      defaultValue = "trace.json",
      description = "The file to write; trace.json by default. May also stand right behind FILE.")
  private Path out = Path.of("");

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "200000",
      description =
          "How many slices and arrows are written at most, 200000 of each by default. If there are"
              + " more, the shortest slices are left out.")
  private long events;

  @Option(
      names = "--threshold",
      paramLabel = "TIME",
      defaultValue = "0ns",
      description =
          "Tasks that take less, such as 1us or 2ms, are not even recorded; 0ns by default.")
  private String threshold = "";

  @Option(
      names = "--size",
      paramLabel = "MB",
      defaultValue = "256",
      description =
          "What the recording may take on disk, in megabytes, 256 by default. If it is more, its"
              + " beginning is thrown away.")
  private long size;

  @Option(names = "-J", paramLabel = "FLAG", description = "A flag for the JVM, such as -J-Xmx2g.")
  private List<String> jvmFlags = List.of();

  @Parameters(index = "0", paramLabel = "FILE.java", description = "The source file.")
  private Path file = Path.of("");

  @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "Passed to the program.")
  private List<String> arguments = List.of();

  TraceCommand(Home home) {
    this.home = home;
  }

  @Override
  public Integer call() throws Exception {
    RunCommand.sourceFile(file);
    takeOutBehindFile();
    checkOut();
    if (events < 1 || size < 1) {
      throw new CommandFailure(2, "--events and --size must be at least 1");
    }
    return Child.run(new ProcessBuilder(command()), TO_WRITE);
  }

  /** People write {@code -o} behind the program too; all that comes after it is the program's. */
  private void takeOutBehindFile() throws CommandFailure {
    if (arguments.isEmpty()
        || !(arguments.getFirst().equals("-o") || arguments.getFirst().equals("--out"))) {
      return;
    }
    if (arguments.size() < 2) {
      throw new CommandFailure(2, arguments.getFirst() + " needs the file to write.");
    }
    out = Path.of(arguments.get(1));
    arguments = arguments.subList(2, arguments.size());
  }

  private void checkOut() throws CommandFailure {
    Path folder = out.toAbsolutePath().getParent();
    if (Files.isDirectory(out)) {
      throw new CommandFailure(2, "-o: " + out + " is a directory, not a file to write.");
    }
    if (folder == null || !Files.isDirectory(folder)) {
      throw new CommandFailure(2, "-o: there is no directory " + folder);
    }
    if (!Files.isWritable(Files.exists(out) ? out : folder)) {
      throw new CommandFailure(2, "-o: " + out + " cannot be written.");
    }
    if (out.toString().endsWith(".java")) {
      throw new CommandFailure(
          2, "-o: " + out + " is a Java source file; it would be overwritten.");
    }
  }

  private long nanos() throws CommandFailure {
    Matcher time = TIME.matcher(threshold);
    if (!time.matches()) {
      throw new CommandFailure(
          2, "--threshold: " + threshold + " is no time; 500ns, 1us or 2ms would be one.");
    }
    return Long.parseLong(time.group(1)) * NANOS.getOrDefault(time.group(2), 1L);
  }

  private List<String> command() throws CommandFailure {
    List<String> command = new ArrayList<>();
    command.add(home.java());
    command.add("--class-path");
    command.add(home.classPath("observe", "core"));
    command.add("dev.heddle.observe.trace.TraceMain");
    command.add(out.toString());
    command.add(Long.toString(events));
    command.add(Long.toString(nanos()));
    command.add(Long.toString(size));
    command.addAll(RunCommand.command(home, jvmFlags, home.classPath("core"), file, arguments));
    return command;
  }
}
