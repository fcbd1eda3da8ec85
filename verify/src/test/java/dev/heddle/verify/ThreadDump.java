package dev.heddle.verify;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** What all threads do, the virtual ones too. */
public final class ThreadDump {
  private ThreadDump() {}

  /** The dump as text. */
  public static String take() {
    try {
      Path file = Files.createTempDirectory("heddle").resolve("threads.txt");
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpThreads(
              file.toAbsolutePath().toString(),
              HotSpotDiagnosticMXBean.ThreadDumpFormat.TEXT_PLAIN);
      String text = Files.readString(file);
      Files.delete(file);
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
