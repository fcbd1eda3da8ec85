package dev.heddle.bench.session;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What the threads of another JVM are at. */
final class ThreadDump {
  private static final int SECONDS = 10;

  private ThreadDump() {}

  /** The dump of a process; empty if it has none to give. */
  static String of(Process process) {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    try {
      Process dump =
          new ProcessBuilder(jcmd, Long.toString(process.pid()), "Thread.print")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        return CompletableFuture.supplyAsync(() -> readAll(dump)).get(SECONDS, TimeUnit.SECONDS);
      } finally {
        dump.destroyForcibly();
      }
    } catch (IOException | ExecutionException | TimeoutException _) {
      return "";
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private static String readAll(Process dump) {
    try (InputStream in = dump.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException _) {
      return "";
    }
  }
}
