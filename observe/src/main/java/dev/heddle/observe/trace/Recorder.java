package dev.heddle.observe.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs a program in a JVM of its own that records all that Heddle tells. */
final class Recorder implements AutoCloseable {
  private static final List<String> EVENTS =
      List.of(
          "TaskRun",
          "FiberRun",
          "FiberLeft",
          "FiberWait",
          "ProcessStep",
          "Spawn",
          "Send",
          "Wake",
          "Steal",
          "HandOver",
          "Park",
          "Crash",
          "DeadLetter",
          "StuckWorker");

  private final Path folder;
  private final long threshold;
  private final long megabytes;

  /**
   * @param threshold tasks that are shorter are not recorded; nanoseconds
   * @param megabytes what the recording may take; then its beginning is thrown away
   */
  Recorder(long threshold, long megabytes) throws IOException {
    this.folder = Files.createTempDirectory("heddle-trace");
    this.threshold = threshold;
    this.megabytes = megabytes;
  }

  /** Starts {@code command}, whose first word is java, with the caller's input and output. */
  Process start(List<String> command) throws IOException {
    List<String> recorded = new ArrayList<>(command);
    recorded.addAll(1, flags());
    return new ProcessBuilder(recorded).inheritIO().start();
  }

  private List<String> flags() {
    StringBuilder start =
        new StringBuilder("-XX:StartFlightRecording:settings=none,dumponexit=true,filename=")
            .append(dump())
            .append(",maxsize=")
            .append(megabytes)
            .append("m,+jdk.DataLoss#enabled=true,+jdk.ActiveRecording#enabled=true");
    for (String event : EVENTS) {
      long shortest = event.equals("TaskRun") ? threshold : 0;
      start.append(",+dev.heddle.%s#enabled=true".formatted(event));
      start.append(",+dev.heddle.%s#threshold=%d ns".formatted(event, shortest));
    }
    return List.of(
        "-Xlog:jfr*=error", "-XX:FlightRecorderOptions:repository=" + folder, start.toString());
  }

  private Path dump() {
    return folder.resolve("dump.jfr");
  }

  /** What was recorded; null if the JVM had no time to write it. */
  @Nullable Recording recording() throws IOException {
    return Files.exists(dump()) && Files.size(dump()) > 0 ? new Recording(dump()) : null;
  }

  @Override
  public void close() throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.deleteIfExists(file);
    }
  }
}
