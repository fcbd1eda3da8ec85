import dev.heddle.Heddle;
import dev.heddle.process.Command;
import dev.heddle.process.CommandReply;
import dev.heddle.process.Completion;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Exit;
import dev.heddle.process.Message;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.ProcessOptions;
import dev.heddle.process.StepOutput;
import dev.heddle.sim.Simulation;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;

/**
 * Crawls through a tree of folders, and no faster than it is told to: counts folders, files and
 * bytes.
 *
 * <pre>./heddle run examples/FolderCrawler.java [FOLDER [FOLDERS_PER_SECOND]]</pre>
 *
 * Without a FOLDER it makes a small tree of its own and removes it afterwards. Exit code 1 if
 * something could not be read, 2 if there is no such folder.
 *
 * <p>What it shows:
 *
 * <ul>
 *   <li>A process for each folder, however many there are: one that waits costs no thread.
 *   <li>A command of the program's own, {@link ReadFolder}, and its handler, which has the disk
 *       read on a few threads beside the workers.
 *   <li>A rate that all keep to, without a lock: who wants to go on asks the {@link Pacer}, which
 *       keeps the questions, and answers one at a time, with a {@link Command#sleep} in between.
 *   <li>A {@link Coordinator} that counts what is under way, ends when nothing is, and whose result
 *       {@code main} waits for.
 * </ul>
 */
final class FolderCrawler {
  private static final int READS_AT_ONCE = 4;

  static void main(String[] arguments) throws Exception {
    Path folder = arguments.length == 0 ? plantTree() : Path.of(arguments[0]);
    int perSecond = arguments.length < 2 ? 200 : Integer.parseInt(arguments[1]);
    if (!Files.isDirectory(folder) || perSecond < 1) {
      System.err.println(
          perSecond < 1 ? "folders per second: at least 1" : "no such folder: " + folder);
      System.exit(2);
    }
    Totals totals;
    try {
      totals = crawl(folder, perSecond);
    } finally {
      if (arguments.length == 0) {
        fellTree(folder);
      }
    }
    totals.notRead().forEach(why -> System.out.println("not read: " + why));
    System.out.println(totals.summary());
    if (!totals.notRead().isEmpty()) {
      System.exit(1);
    }
  }

  private static Totals crawl(Path folder, int perSecond) throws InterruptedException {
    try (ExecutorService disk = Executors.newFixedThreadPool(READS_AT_ONCE, diskThreads());
        Heddle heddle =
            Heddle.builder()
                .commandHandler(
                    ReadFolder.class, (command, reply) -> disk.execute(() -> read(command, reply)))
                .start()) {
      Duration pause = Duration.ofSeconds(1).dividedBy(perSecond);
      Pid coordinator = heddle.processes().spawn(new Coordinator(folder, pause));
      return switch (heddle.processes().awaitExit(coordinator)) {
        case Exit.Completed completed -> (Totals) completed.result();
        case Exit other -> throw new IllegalStateException("the coordinator: " + other);
      };
    } // the pacer, which waits for questions that nobody is left to ask, ends with the runtime
  }

  /**
   * Beside the workers, because who reads a disk holds its thread. In a simulation (./heddle sim)
   * all threads have to be simulated, and virtual ones are.
   */
  private static ThreadFactory diskThreads() {
    return Simulation.isRunning() ? Thread.ofVirtual().factory() : Thread.ofPlatform().factory();
  }

  // ---- The command, and what carries it out.

  /** Completes with a {@link Contents}. */
  private record ReadFolder(Path folder) {}

  private record Contents(List<Path> folders, int files, long bytes) {}

  /** On a thread of the disk's. The command is done when its reply has been given, not before. */
  private static void read(ReadFolder command, CommandReply reply) {
    List<Path> folders = new ArrayList<>();
    int files = 0;
    long bytes = 0;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(command.folder())) {
      for (Path entry : entries) {
        BasicFileAttributes attributes =
            Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (attributes.isDirectory()) {
          folders.add(entry);
        } else if (attributes.isRegularFile()) {
          files++;
          bytes += attributes.size();
        }
      }
      folders.sort(null); // a folder has no order of its own
      reply.complete(new Contents(folders, files, bytes));
    } catch (Exception e) {
      reply.fail(e); // comes to the process as an event with this error
    }
  }

  // ---- The processes.

  /** From a visitor to the coordinator: this folder is done. */
  private record Visited(Path folder, Contents contents, Throwable error) {}

  private record Totals(
      int folders, int files, long bytes, List<String> notRead, Duration duration) {
    String summary() {
      return "%d folders, %d files, %d bytes, %d not read, in %.2f s"
          .formatted(folders, files, bytes, notRead.size(), duration.toNanos() / 1e9);
    }
  }

  /** Sends a visitor to each folder that is found, and adds up what they tell. */
  private static final class Coordinator implements Process {
    private final Path start;
    private final Duration pause;
    private final long begin = System.nanoTime();
    private final List<String> notRead = new ArrayList<>();
    private int underWay;
    private int folders;
    private int files;
    private long bytes;
    private ProcessContext context;
    private Pid pacer;

    Coordinator(Path start, Duration pause) {
      this.start = start;
      this.pause = pause;
    }

    @Override
    public void init(ProcessContext given, String method, Object input) {
      context = given;
      pacer = given.spawn(new Pacer(pause));
      visit(start);
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event.data() instanceof Visited visited) {
          add(visited);
        }
      }
      if (underWay == 0) {
        Duration duration = Duration.ofNanos(System.nanoTime() - begin);
        out.complete(new Totals(folders, files, bytes, notRead, duration));
      }
    }

    private void visit(Path folder) {
      underWay++;
      context.spawn(
          new Visitor(folder, pacer),
          ProcessOptions.DEFAULT.withName("visitor of '" + start.relativize(folder) + "'"));
    }

    private void add(Visited visited) {
      underWay--;
      if (visited.error() != null) {
        notRead.add(visited.folder() + " (" + visited.error() + ")");
        return;
      }
      folders++;
      files += visited.contents().files();
      bytes += visited.contents().bytes();
      visited.contents().folders().forEach(this::visit);
    }
  }

  /** Waits for its turn, has one folder read, tells its parent, and ends. */
  private static final class Visitor implements Process {
    private static final int TURN = 1;
    private static final int READ = 2;

    /** For a turn, which may take long, because everybody else wants one too. */
    private static final Duration PATIENCE = Duration.ofDays(1);

    private final Path folder;
    private final Pid pacer;
    private ProcessContext context;

    Visitor(Path folder, Pid pacer) {
      this.folder = folder;
      this.pacer = pacer;
    }

    @Override
    public void init(ProcessContext given, String method, Object input) {
      context = given;
    }

    @Override
    public void step(Events events, StepOutput out) {
      if (events.isEmpty()) { // the start
        out.yield(TURN, Command.ask(pacer, "may I?", PATIENCE));
      }
      for (Event event : events) {
        if (event instanceof Completion done) {
          if (done.tag() == TURN && !done.failed()) {
            out.yield(READ, new ReadFolder(folder));
          } else {
            context.send(
                context.parent(), new Visited(folder, (Contents) done.data(), done.error()));
            out.complete();
          }
        }
      }
    }
  }

  /** Answers one question, sleeps, answers the next. */
  private static final class Pacer implements Process {
    private final Duration pause;
    private final Deque<Message> questions = new ArrayDeque<>();
    private boolean asleep;

    Pacer(Duration pause) {
      this.pause = pause;
    }

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        switch (event) {
          case Message question -> questions.add(question); // an event may be kept
          case Completion _ -> asleep = false;
          default -> {}
        }
      }
      if (!asleep && !questions.isEmpty()) {
        questions.remove().reply("now");
        asleep = true;
        out.yield(0, Command.sleep(pause));
      }
    }
  }

  // ---- A tree, for those who have none at hand.

  /** Four branches with four twigs each, and a leaf of 10 bytes in each of the 21 folders. */
  private static Path plantTree() throws IOException {
    Path root = Files.createTempDirectory("heddle-crawler");
    List<Path> folders = new ArrayList<>(List.of(root));
    for (int branch = 0; branch < 4; branch++) {
      for (int twig = 0; twig < 4; twig++) {
        Path path = root.resolve("branch-" + branch).resolve("twig-" + twig);
        Files.createDirectories(path);
        folders.add(path);
      }
      folders.add(root.resolve("branch-" + branch));
    }
    for (Path folder : folders) {
      Files.writeString(folder.resolve("leaf"), "ten bytes\n");
    }
    return root;
  }

  private static void fellTree(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
