package dev.heddle.junit;

import dev.heddle.Heddle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Everything there is to see of a test that does not go on: the runtimes with their fibers and
 * processes in the failure, and all that with all threads in a file of {@code target/wedged}, or
 * where {@code -Dheddle.test.dumps} says.
 */
final class WedgeDump {
  private static final int LONGEST_NAME = 150;

  private WedgeDump() {}

  static AssertionError of(ExtensionContext context, Duration limit, List<Heddle> runtimes) {
    StringBuilder text = new StringBuilder();
    for (Heddle runtime : runtimes) {
      text.append(runtime).append('\n').append(runtime.dump());
      text.append(runtime.processes().counts()).append('\n');
      text.append(runtime.metrics()).append("\n\n");
    }
    return new AssertionError(
        "wedged: it has not ended after %,d ms; all threads are in %s\n\n%s"
            .formatted(limit.toMillis(), write(name(context), text), text));
  }

  private static String name(ExtensionContext context) {
    String name =
        "%s.%s.%s"
            .formatted(
                context.getTestClass().map(Class::getName).orElse(""),
                context.getTestMethod().map(method -> method.getName()).orElse(""),
                context.getDisplayName())
            .replaceAll("\\W+", "-");
    return name.substring(0, Math.min(name.length(), LONGEST_NAME));
  }

  private static Path write(String name, CharSequence text) {
    Path folder = Path.of(System.getProperty("heddle.test.dumps", "target/wedged"));
    try {
      Files.createDirectories(folder);
      Path file = folder.resolve(name + ".txt").toAbsolutePath();
      Files.writeString(file, text + "\n" + ThreadDump.text());
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
