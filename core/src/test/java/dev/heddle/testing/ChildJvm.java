package dev.heddle.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A JVM of its own for what can be tried only once in a JVM, or only with other flags. */
public final class ChildJvm {
  /** What lets the virtual engine run. */
  public static final String FLAG = "--add-opens=java.base/java.lang=ALL-UNNAMED";

  private ChildJvm() {}

  /** How it ended. */
  public record Result(int exitCode, String out, String err) {}

  /** Runs {@code main} with the tests' class path, and waits for its end. */
  public static Result run(Class<?> main, List<String> flags)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("-cp");
    command.add(classPath());
    command.add(main.getName());
    Process process = new ProcessBuilder(command).start();
    CompletableFuture<String> out = read(process.getInputStream());
    CompletableFuture<String> err = read(process.getErrorStream());
    if (!process.waitFor(2 * Delays.LONG.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(
          "has not ended: %s%n%s%n%s".formatted(command, out.join(), err.join()));
    }
    return new Result(process.exitValue(), out.join(), err.join());
  }

  private static String classPath() {
    return System.getProperty(
        "surefire.test.class.path", System.getProperty("java.class.path", ""));
  }

  private static CompletableFuture<String> read(InputStream stream) {
    CompletableFuture<String> text = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try (stream) {
                text.complete(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
              } catch (IOException e) {
                text.completeExceptionally(e);
              }
            });
    return text;
  }
}
