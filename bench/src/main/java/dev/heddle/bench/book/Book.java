package dev.heddle.bench.book;

import dev.heddle.bench.Scale;
import dev.heddle.bench.Setting;
import dev.heddle.bench.session.Absence;
import dev.heddle.bench.session.Progress;
import dev.heddle.bench.session.Row;
import dev.heddle.bench.session.Session;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs everything, and writes a folder about it: the page, its charts and the raw results. */
public final class Book {
  /** Facts about a run, by their names: what was typed, and how busy the machine was before. */
  static final String COMMAND = "command";

  static final String LOAD = "load at the begin";

  private static final String RESULTS = "results.jsonl";
  private static final String PAGE = "README.md";

  private final Path folder;
  private final PrintStream out;

  /**
   * @param folder where to write; is made if need be
   * @param out for people
   */
  public Book(Path folder, PrintStream out) {
    this.folder = folder;
    this.out = out;
  }

  /**
   * Runs and writes.
   *
   * @param home the repository
   * @param command what the user has typed
   * @return whether nobody failed
   */
  public boolean run(Path home, String command, int workers, Scale scale) throws IOException {
    return run(home, command, Leg.all(workers), scale);
  }

  boolean run(Path home, String command, List<Leg> legs, Scale scale) throws IOException {
    int workers = legs.stream().mapToInt(Leg::workers).max().orElse(1);
    Files.createDirectories(folder);
    Path results = folder.resolve(RESULTS);
    long start = System.nanoTime();
    try (BookFile file = new BookFile(results)) {
      Map<String, String> begin = new LinkedHashMap<>();
      begin.put(COMMAND, command);
      begin.put("started", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
      begin.put(LOAD, Surroundings.load());
      begin.putAll(Surroundings.facts(home, new Setting(workers, scale)));
      file.begin(begin);
      Distance distance = new Distance();
      runAll(legs, scale, file, distance, start);
      Map<String, String> end = new LinkedHashMap<>(distance.facts());
      end.put("duration", Remaining.clock(since(start)) + " minutes");
      end.put("load at the end", Surroundings.load());
      file.end(end);
    }
    return write(results);
  }

  private void runAll(List<Leg> legs, Scale scale, BookFile file, Distance distance, long start)
      throws IOException {
    Remaining remaining = new Remaining(legs.stream().mapToInt(Leg::weight).sum());
    Progress progress = Progress.toStandardError();
    int number = 0;
    for (Leg leg : legs) {
      Duration elapsed = since(start);
      out.printf(
          "[%d of %d, %s used, about %s left] %s%n",
          ++number,
          legs.size(),
          Remaining.clock(elapsed),
          Remaining.clock(remaining.after(elapsed)),
          leg.label());
      distance.look(leg.suite());
      Session session = Session.ofBook(new Setting(leg.workers(), scale), progress);
      List<Row> rows = session.run(leg.benchmark());
      file.add(leg.suite(), rows);
      for (Row row : rows) {
        if (row instanceof Absence absence && absence.kind() == Absence.Kind.FAILED) {
          out.println("FAILED " + absence.reason());
        }
      }
      remaining.done(leg.weight());
    }
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /**
   * Writes the page and the charts from raw results, and a copy of those.
   *
   * @return whether nobody failed
   * @throws dev.heddle.bench.BenchmarkFailure if they make no sense
   */
  public boolean write(Path results) throws IOException {
    Recording recording = BookFile.read(results);
    Files.createDirectories(folder);
    Path copy = folder.resolve(RESULTS);
    if (!Files.exists(copy) || !Files.isSameFile(results, copy)) {
      Files.copy(results, copy, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.writeString(folder.resolve(PAGE), Page.of(recording, Reasons.load()));
    Files.writeString(folder.resolve(Page.meansChartFile()), Page.meansChart(recording));
    for (Section section : recording.sections()) {
      if (!section.duels().isEmpty()) {
        Files.writeString(folder.resolve(section.chart()), Page.chart(section));
      }
    }
    List<Absence> failed = recording.absences(Absence.Kind.FAILED);
    out.println("The book is in " + folder.resolve(PAGE).toAbsolutePath().normalize());
    failed.forEach(each -> out.println("FAILED " + each.sentence()));
    return failed.isEmpty();
  }
}
