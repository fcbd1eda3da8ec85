package dev.heddle.bench;

import dev.heddle.bench.child.JvmLauncher;
import dev.heddle.bench.child.ProgramFactory;
import dev.heddle.bench.foreign.ForeignLauncher;
import dev.heddle.bench.foreign.Language;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A question, and who is asked.
 *
 * @param name for the command line
 * @param question what it answers
 * @param unit of the costs: less is better
 * @param variantUnits of the costs in variants that have a unit of their own
 * @param fullRounds how many rounds in a full run
 * @param bookRounds how many rounds the book takes at least, however long they are
 * @param bookHeats how often the book starts all contenders anew
 * @param heapMegabytes the heap of each contender's JVM, if the machine has as much
 * @param apart whether one variant is measured after the other, not all in turn: fewer JVMs at a
 *     time, each with more memory
 * @param resolution costs below this cannot be told from nothing, nor compared
 * @param entries the contenders, in the order in which they take turns
 */
public record Benchmark(
    String name,
    String question,
    String unit,
    Map<String, String> variantUnits,
    int fullRounds,
    int bookRounds,
    int bookHeats,
    int heapMegabytes,
    boolean apart,
    double resolution,
    List<Entry> entries) {

  private static final int DEFAULT_ROUNDS = 30;
  private static final int DEFAULT_BOOK_ROUNDS = 3;

  /** The heap of those that do not ask for another one, in megabytes. */
  public static final int DEFAULT_HEAP = 1024;

  public Benchmark {
    variantUnits = Map.copyOf(variantUnits);
    entries = List.copyOf(entries);
  }

  /** Starts the description of a benchmark. */
  public static Description named(String name) {
    return new Description(name);
  }

  /** This benchmark with those entries only for which {@code wanted} holds. */
  public Benchmark only(Predicate<Entry> wanted) {
    return new Benchmark(
        name,
        question,
        unit,
        variantUnits,
        fullRounds,
        bookRounds,
        bookHeats,
        heapMegabytes,
        apart,
        resolution,
        entries.stream().filter(wanted).toList());
  }

  /** What of this benchmark is measured at a time: all of it, or a variant. */
  public List<Benchmark> parts() {
    if (!apart) {
      return List.of(this);
    }
    return entries.stream()
        .map(Entry::variant)
        .distinct()
        .map(variant -> only(entry -> entry.variant().equals(variant)))
        .toList();
  }

  /** The unit of the costs in {@code variant}. */
  public String unitIn(String variant) {
    return variantUnits.getOrDefault(variant, unit);
  }

  /** The entry of a contender in a variant. */
  public Entry entry(String contender, String variant) {
    return entries.stream()
        .filter(entry -> entry.contender().equals(contender) && entry.variant().equals(variant))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s has no %s in the variant %s".formatted(name, contender, variant)));
  }

  /** A benchmark in the making. */
  public static final class Description {
    private final String name;
    private String question = "";
    private String unit = "ns";
    private final Map<String, String> variantUnits = new HashMap<>();
    private int fullRounds = DEFAULT_ROUNDS;
    private int bookRounds = DEFAULT_BOOK_ROUNDS;
    private int bookHeats = 1;
    private int heapMegabytes = DEFAULT_HEAP;
    private boolean apart;
    private double resolution;
    private final List<Entry> entries = new ArrayList<>();

    private Description(String name) {
      this.name = name;
    }

    /** What it answers. */
    public Description asks(String question) {
      this.question = question;
      return this;
    }

    /** Of the costs. */
    public Description unit(String unit) {
      this.unit = unit;
      return this;
    }

    /** Of the costs in one variant, where it differs. */
    public Description unit(String variant, String unit) {
      variantUnits.put(variant, unit);
      return this;
    }

    /** How many rounds in a full run; 30 if not said. */
    public Description fullRounds(int rounds) {
      this.fullRounds = rounds;
      return this;
    }

    /**
     * How many rounds the book takes at least; 3 if not said. More of them are for costs that a few
     * events of many decide, as of a high percentile: they differ from round to round.
     */
    public Description bookRounds(int rounds) {
      this.bookRounds = rounds;
      return this;
    }

    /**
     * How often the book starts all contenders anew; once if not said. More often is for those
     * whose costs differ from JVM to JVM by much more than from round to round.
     */
    public Description bookHeats(int heats) {
      this.bookHeats = heats;
      return this;
    }

    /** The heap of each contender's JVM; 1024 if not said. */
    public Description heapMegabytes(int megabytes) {
      this.heapMegabytes = megabytes;
      return this;
    }

    /** Measures one variant after the other; all in turn if not said. */
    public Description apart() {
      this.apart = true;
      return this;
    }

    /** Below what a cost cannot be told from nothing; 0 if not said. */
    public Description resolution(double resolution) {
      this.resolution = resolution;
      return this;
    }

    /** Adds a contender in a variant, as a Java program. */
    public Description entry(String variant, String contender, ProgramFactory program) {
      return entry(new Entry(contender, variant, new JvmLauncher(program)));
    }

    /** Adds contenders in a variant that need no JVM. */
    public Description entry(String variant, Language... languages) {
      for (Language language : languages) {
        entry(new Entry(language.contender(), variant, new ForeignLauncher(language)));
      }
      return this;
    }

    /** Adds a contender. */
    public Description entry(Entry entry) {
      entries.add(entry);
      return this;
    }

    /** The benchmark. */
    public Benchmark build() {
      return new Benchmark(
          name,
          question,
          unit,
          variantUnits,
          fullRounds,
          bookRounds,
          bookHeats,
          heapMegabytes,
          apart,
          resolution,
          entries);
    }
  }
}
