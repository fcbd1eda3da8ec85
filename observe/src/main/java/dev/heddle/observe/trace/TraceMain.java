package dev.heddle.observe.trace;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What {@code ./heddle trace} starts. Runs a program, and writes a picture of its run; if it is
 * told to end before the program has, it ends the program and still writes.
 */
public final class TraceMain {
  /** How long the program may take to end after this JVM was told to. */
  private static final Duration TO_END = Duration.ofSeconds(60);

  private final Path out;
  private final long most;
  private final Recorder recorder;
  private final PrintStream told;
  private final AtomicBoolean written = new AtomicBoolean();

  private TraceMain(Path out, long most, Recorder recorder, PrintStream told) {
    this.out = out;
    this.most = most;
    this.recorder = recorder;
    this.told = told;
  }

  /**
   * Runs it.
   *
   * @param args the file to write, how much it shows at most, the shortest task in nanoseconds, the
   *     size of the recording in megabytes, and the command, which begins with java
   */
  public static void main(String[] args) throws Exception {
    List<String> all = List.of(args);
    try (Recorder recorder = new Recorder(Long.parseLong(args[2]), Long.parseLong(args[3]))) {
      TraceMain main =
          new TraceMain(Path.of(args[0]), Long.parseLong(args[1]), recorder, System.err);
      System.exit(main.run(all.subList(4, all.size())));
    }
  }

  private int run(List<String> command) throws IOException, InterruptedException {
    Process program = recorder.start(command);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(program), "end-program"));
    int code = program.waitFor();
    boolean done = writeOnce();
    return code == 0 && !done ? 1 : code;
  }

  /** This JVM ends: also if it was told to while the program ran. */
  private void end(Process program) {
    program.destroy();
    try {
      if (!program.waitFor(TO_END)) {
        program.destroyForcibly();
      }
    } catch (InterruptedException _) {
      program.destroyForcibly();
    }
    writeOnce();
    try {
      recorder.close();
    } catch (IOException e) {
      told.println("heddle: could not remove the recording: " + e);
    }
  }

  private synchronized boolean writeOnce() {
    if (!written.compareAndSet(false, true)) {
      return true;
    }
    try {
      return write();
    } catch (IOException e) {
      told.println("heddle: the trace could not be written: " + e);
      return false;
    } catch (OutOfMemoryError _) {
      told.println(
          "heddle: the recording is too large to be turned into a trace; record less of it, with"
              + " --size 64 or --threshold 10us");
      return false;
    }
  }

  private boolean write() throws IOException {
    Recording recording = recorder.recording();
    if (recording == null) {
      told.println(
          "heddle: no trace was written: the program was killed, or halted itself, and left no"
              + " recording; one that exits, or is ended by Ctrl-C, does");
      return false;
    }
    TraceResult result = RecordingReader.read(recording, most);
    if (result.isEmpty()) {
      told.println("heddle: no trace was written: the program ended without a run of Heddle's");
      return false;
    }
    Path part = out.resolveSibling(out.getFileName() + ".part");
    TraceWriter.write(result.timeline(), part);
    Files.move(part, out, StandardCopyOption.REPLACE_EXISTING);
    told.println("heddle: wrote " + out + " (" + Files.size(out) / 1024 + " KB)");
    result.describe().forEach(line -> told.println("heddle: " + line));
    told.println(
        "heddle: open it in the Perfetto UI (ui.perfetto.dev, which keeps it in the browser) or in"
            + " chrome://tracing");
    return true;
  }
}
