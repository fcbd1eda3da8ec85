package dev.heddle.cli;

import java.io.IOException;
import java.time.Duration;

/** A process started for the user, which ends when this program does. */
final class Child {

  /** Time to end in peace after this program was told to end. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private Child() {}

  /** Runs a command with this program's own input and output, and returns its exit code. */
  static int run(ProcessBuilder command) throws IOException, InterruptedException {
    return run(command, GRACE);
  }

  /** As {@link #run(ProcessBuilder)}, with this much time to end in peace. */
  static int run(ProcessBuilder command, Duration grace) throws IOException, InterruptedException {
    return start(command.inheritIO(), grace).waitFor();
  }

  /**
   * Starts a process. Ctrl-C in a terminal reaches it by itself; a signal to this program alone is
   * passed on as a request to end, and after a while as an order.
   */
  static Process start(ProcessBuilder command) throws IOException {
    return start(command, GRACE);
  }

  private static Process start(ProcessBuilder command, Duration grace) throws IOException {
    Process process = command.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process, grace), "end-child"));
    return process;
  }

  private static void end(Process process, Duration grace) {
    process.destroy();
    try {
      if (!process.waitFor(grace)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException _) {
      process.destroyForcibly();
    }
  }
}
