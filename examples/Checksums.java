import dev.heddle.Heddle;
import dev.heddle.task.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The SHA-256 checksums of all files below a folder, in the form that {@code sha256sum --check}
 * reads.
 *
 * <pre>./heddle run examples/Checksums.java [FOLDER] > sums.txt</pre>
 *
 * Without a FOLDER it takes the current one. The checksums go to standard output, sorted by path;
 * progress and what could not be read go to standard error. Exit code 1 if something could not be
 * read, 2 if there is no such folder.
 *
 * <p>What it shows:
 *
 * <ul>
 *   <li>A {@link Scope} opened by a thread outside of the runtime, with a job for each file. The
 *       jobs are independent of each other, so they are enqueued: first found, first hashed.
 *   <li>Progress beside it: {@code joinFor} gives up waiting after a moment, and the jobs go on.
 *   <li>Failures that are no reason to stop: the job catches them and keeps them as a result. Had
 *       it thrown, the jobs not started yet would have been cancelled.
 * </ul>
 *
 * A note on files: the JDK parks a virtual thread that waits for a socket or a lock, but not one
 * that waits for a disk. So no more files are read at once than there are workers, which suits a
 * fast disk and a computation like this one. If yours is a slow network drive, take more workers
 * than processors.
 */
final class Checksums {
  private static final int BUFFER = 1 << 16;
  private static final String CLEAR_REST_AND_RETURN = "\033[K\r";

  /** Whether somebody watches: then progress is one line that changes. */
  private final boolean watched = System.console() != null && System.console().isTerminal();

  private final Path folder;
  private final Map<Path, String> sums = new ConcurrentSkipListMap<>();
  private final Map<Path, IOException> failures = new ConcurrentSkipListMap<>();
  private final AtomicLong found = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final long start = System.nanoTime();

  private Checksums(Path folder) {
    this.folder = folder;
  }

  static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments.length == 0 ? "." : arguments[0]);
    if (arguments.length > 1 || !Files.isDirectory(folder)) {
      System.err.println(
          arguments.length > 1 ? "usage: Checksums.java [FOLDER]" : "no such folder: " + folder);
      System.exit(2);
    }
    if (!new Checksums(folder).run()) {
      System.exit(1);
    }
  }

  /** Does it all; false if something could not be read. */
  private boolean run() throws IOException {
    try (Heddle heddle = Heddle.start();
        Scope scope = heddle.scope()) {
      findFiles(scope);
      while (!scope.joinFor(Duration.ofMillis(watched ? 100 : 1000))) {
        showProgress();
      }
    }
    if (watched) {
      System.err.print(CLEAR_REST_AND_RETURN);
    }
    StringBuilder lines = new StringBuilder();
    sums.forEach((file, sum) -> lines.append(sum).append("  ").append(file).append('\n'));
    System.out.print(lines);
    System.out.flush();
    failures.forEach((file, e) -> System.err.println("not read: " + file + " (" + reason(e) + ")"));
    System.err.println(summary());
    return failures.isEmpty();
  }

  /**
   * Walks through the folder on the calling thread, while the jobs of what it found run already.
   */
  private void findFiles(Scope scope) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
              found.incrementAndGet();
              scope.enqueue(() -> hash(file));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            failures.put(file, e);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException e) {
            if (e != null) {
              failures.put(visited, e);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private void hash(Path file) {
    MessageDigest digest = sha256();
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = Files.newInputStream(file)) {
      int n;
      while ((n = in.read(buffer)) >= 0) {
        digest.update(buffer, 0, n);
        bytes.addAndGet(n);
      }
      sums.put(file, HexFormat.of().formatHex(digest.digest()));
    } catch (IOException e) {
      failures.put(file, e);
    }
    done.incrementAndGet();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  private void showProgress() {
    String line = "%d of %d files, %s".formatted(done.get(), found.get(), rate());
    System.err.print(watched ? line + CLEAR_REST_AND_RETURN : line + "\n");
  }

  private String summary() {
    return "%d files, %s, %d not read".formatted(sums.size(), rate(), failures.size());
  }

  private String rate() {
    double seconds = (System.nanoTime() - start) / 1e9;
    double megabytes = bytes.get() / 1e6;
    return "%.1f MB in %.1f s (%.0f MB/s)".formatted(megabytes, seconds, megabytes / seconds);
  }

  private static String reason(IOException e) {
    return e instanceof NoSuchFileException ? "it is gone" : e.toString();
  }
}
