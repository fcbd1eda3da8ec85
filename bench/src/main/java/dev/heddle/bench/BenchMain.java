package dev.heddle.bench;

import dev.heddle.bench.book.Book;
import dev.heddle.bench.book.Comparison;
import dev.heddle.bench.foreign.Installation;
import dev.heddle.bench.guard.Guard;
import dev.heddle.bench.micro.MicroBenchmarks;
import dev.heddle.bench.session.JsonLines;
import dev.heddle.bench.session.Progress;
import dev.heddle.bench.session.Row;
import dev.heddle.bench.session.Session;
import dev.heddle.bench.session.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Started by {@code ./heddle bench} with the arguments given to it. Exit codes: 0; 1 if a benchmark
 * failed; 2 for a call that makes no sense.
 */
public final class BenchMain {
  private static final String HELP =
      """
      Usage: ./heddle bench [NAME...] [--quick] [--workers N] [--json FILE]
             ./heddle bench list
             ./heddle bench --book [--quick] [--workers N] [--out DIR] [--from FILE]
             ./heddle bench --compare FILE FILE
             ./heddle bench --guard [--accept]
             ./heddle bench --install

      Measures Heddle and its rivals, in turn, each in a warmed-up JVM of its own; prints
      what they cost, and the ratio of each rival's cost to Heddle's (2.00: Heddle is twice
      as fast). Without a NAME all benchmarks run.

        --quick       fewer rounds: within a minute for each benchmark
        --workers N   how many threads each runtime uses; the number of processors if not said
        --json FILE   writes the results to FILE as well, one JSON object a line
        --list        shows the benchmarks, as list does
        --book        runs everything, and writes a page about it with charts and the raw
                      results to DIR, docs/benchmarks if not said; with --from, nothing runs,
                      and the page is written from the raw results in FILE
        --compare     shows how far two runs of the book agree, by their raw results
        --guard       counts what Heddle allocates, steals and parks for an operation, and
                      fails if that has grown; --accept takes it as it is
        --install     installs what rivals that need no JVM are built with (Debian)

      docs/benchmarks.md tells more.
      """;

  private final PrintStream out;
  private final PrintStream err;

  private BenchMain(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /**
   * Measures.
   *
   * @param args what, and how
   */
  public static void main(String[] args) {
    System.exit(new BenchMain(System.out, System.err).run(List.of(args)));
  }

  private int run(List<String> given) {
    try {
      Arguments arguments = Arguments.parse(given, names());
      return switch (arguments.action()) {
        case HELP -> {
          out.print(HELP);
          yield 0;
        }
        case LIST -> {
          list();
          yield 0;
        }
        case RUN -> {
          measure(arguments);
          yield 0;
        }
        case INSTALL -> {
          Installation.here(out).run();
          yield 0;
        }
        case BOOK -> book(arguments, given) ? 0 : 1;
        case COMPARE -> {
          List<Path> files = arguments.files().compared();
          Comparison.lines(files.getFirst(), files.getLast()).forEach(out::println);
          yield 0;
        }
        case GUARD -> guard(arguments) ? 0 : 1;
      };
    } catch (Arguments.UsageException e) {
      err.println("heddle bench: " + e.getMessage());
      err.println("./heddle bench --help tells more.");
      return 2;
    } catch (BenchmarkFailure e) {
      err.println("heddle bench: " + e.getMessage());
      return 1;
    } catch (IOException e) {
      err.println("heddle bench: cannot write the results: " + FileTrouble.of(e));
      return 1;
    }
  }

  private static List<String> names() {
    return Stream.concat(
            Catalogue.all().stream().map(Benchmark::name), Stream.of(MicroBenchmarks.NAME))
        .toList();
  }

  private void list() {
    int width = names().stream().mapToInt(String::length).max().orElse(0);
    for (Benchmark benchmark : Catalogue.all()) {
      listOne(width, benchmark.name(), benchmark.question());
    }
    listOne(width, MicroBenchmarks.NAME, MicroBenchmarks.QUESTION);
  }

  private void listOne(int width, String name, String question) {
    out.println(name + " ".repeat(width - name.length() + 2) + question);
  }

  private void measure(Arguments arguments) throws IOException {
    Setting setting = new Setting(arguments.workers(), arguments.scale());
    Progress progress = Progress.toStandardError();
    Path file = arguments.files().json();
    try (@Nullable JsonLines json = file == null ? null : new JsonLines(file)) {
      warnOfOthers();
      for (String name : arguments.names().isEmpty() ? names() : arguments.names()) {
        List<? extends Row> results = run(name, setting, progress);
        Table.lines(results).forEach(out::println);
        out.println();
        if (json != null) {
          json.write(results);
        }
      }
    }
  }

  private boolean book(Arguments arguments, List<String> given) throws IOException {
    Path asked = arguments.files().book();
    Book book = new Book(asked == null ? home().resolve("docs/benchmarks") : asked, out);
    Path from = arguments.files().from();
    if (from != null) {
      return book.write(from);
    }
    warnOfOthers();
    String command = "./heddle bench " + String.join(" ", given);
    return book.run(home(), command, arguments.workers(), arguments.scale());
  }

  private boolean guard(Arguments arguments) throws IOException {
    Guard guard = new Guard(home().resolve("bench/guard.jsonl"), out);
    if (arguments.accept()) {
      guard.accept();
      return true;
    }
    return guard.check();
  }

  private static Path home() {
    return Path.of(System.getProperty("heddle.home", "."));
  }

  private static List<? extends Row> run(String name, Setting setting, Progress progress) {
    return name.equals(MicroBenchmarks.NAME)
        ? MicroBenchmarks.run(setting, progress)
        : new Session(setting, progress).run(Catalogue.named(name));
  }

  /** Somebody who measures on a machine in use should know. */
  private void warnOfOthers() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    int processors = Runtime.getRuntime().availableProcessors();
    if (load > processors / 2.0) {
      err.println(
          String.format(
              Locale.ROOT,
              "The load average is %.1f on %d processors: they are in use. Trust the ratios"
                  + " more than the costs, and neither much.",
              load,
              processors));
    }
  }
}
