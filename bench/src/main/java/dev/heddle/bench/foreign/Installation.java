package dev.heddle.bench.foreign;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.child.Tool;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Installs what the contenders that need no JVM are built and measured with, on Debian. */
public final class Installation {
  /** Runs a command with this program's own output. */
  @FunctionalInterface
  interface Shell {
    /** Its exit code. */
    int run(List<String> command) throws IOException, InterruptedException;
  }

  private final boolean possible;
  private final boolean root;
  private final Shell shell;
  private final PrintStream out;

  /**
   * @param possible whether there is an apt-get here
   * @param root whether this user may install
   */
  Installation(boolean possible, boolean root, Shell shell, PrintStream out) {
    this.possible = possible;
    this.root = root;
    this.shell = shell;
    this.out = out;
  }

  /** On this machine. */
  public static Installation here(PrintStream out) {
    return new Installation(
        new Tool("apt-get", "").missing().isEmpty(),
        "root".equals(System.getProperty("user.name")),
        command -> new ProcessBuilder(command).inheritIO().start().waitFor(),
        out);
  }

  /** The packages, by their names on Debian. */
  public static List<String> packages() {
    return Stream.concat(
            Arrays.stream(Language.values())
                .flatMap(language -> Stream.of(language.debianPackages().split(" ", -1))),
            Stream.of("wrk"))
        .distinct()
        .toList();
  }

  /**
   * Installs them, those that are there already excepted.
   *
   * @throws BenchmarkFailure if that is not possible here, with what to do instead
   */
  public void run() {
    String names = String.join(" ", packages());
    if (!possible) {
      throw new BenchmarkFailure(
          "there is no apt-get here; install by hand what corresponds to these packages of Debian: "
              + names);
    }
    out.println("Installing what the benchmarks can use, as far as it is not there: " + names);
    apt("update");
    List<String> install =
        new ArrayList<>(List.of("install", "-y", "--no-upgrade", "--no-install-recommends"));
    install.addAll(packages());
    apt(install.toArray(String[]::new));
    out.println("Installed. ./heddle bench has rows for all of them now.");
  }

  private void apt(String... arguments) {
    List<String> command = new ArrayList<>();
    if (!root) {
      command.addAll(List.of("sudo", "-n"));
    }
    command.addAll(List.of("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"));
    command.addAll(List.of(arguments));
    String line = String.join(" ", command);
    out.println(line);
    try {
      int code = shell.run(command);
      if (code != 0) {
        throw new BenchmarkFailure(
            "%s ended with %d%s"
                .formatted(line, code, root ? "" : "; it takes root, or sudo without a password"));
      }
    } catch (IOException e) {
      throw new BenchmarkFailure("%s cannot be started: %s".formatted(line, e.getMessage()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailure(line + " was interrupted");
    }
  }
}
