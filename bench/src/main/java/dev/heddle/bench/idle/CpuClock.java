package dev.heddle.bench.idle;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The CPU time that this process has used, all its threads together. On Linux it is read from the
 * kernel's scheduler, in nanoseconds; elsewhere the JDK tells it, which may count in steps of 10
 * ms.
 */
final class CpuClock {
  private static final Path TASKS = Path.of("/proc/self/task");

  private final boolean exact = Files.isReadable(Path.of("/proc/self/schedstat"));
  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private Map<String, Long> byThread = Map.of();
  private long total;

  void start() {
    byThread = exact ? readThreads() : Map.of();
    total = system.getProcessCpuTime();
  }

  /** Nanoseconds since {@link #start()}. A thread that has ended meanwhile does not count. */
  long elapsed() {
    if (!exact) {
      return system.getProcessCpuTime() - total;
    }
    long sum = 0;
    for (Map.Entry<String, Long> thread : readThreads().entrySet()) {
      sum += thread.getValue() - byThread.getOrDefault(thread.getKey(), 0L);
    }
    return sum;
  }

  private static Map<String, Long> readThreads() {
    Map<String, Long> nanos = new HashMap<>();
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(TASKS)) {
      for (Path thread : threads) {
        try {
          String line = Files.readString(thread.resolve("schedstat"));
          long used = Long.parseLong(line.substring(0, line.indexOf(' ')));
          nanos.put(thread.getFileName().toString(), used);
        } catch (NoSuchFileException _) {
          // It has just ended.
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return nanos;
  }
}
