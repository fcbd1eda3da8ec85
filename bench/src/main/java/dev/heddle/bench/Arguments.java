package dev.heddle.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code ./heddle bench} was asked.
 *
 * @param action what to do
 * @param names which benchmarks; none means all
 * @param scale how much of them
 * @param workers with how many threads
 * @param files what to read and write
 * @param accept whether the guard shall take what it counts as the measure from now on
 */
record Arguments(
    Action action, List<String> names, Scale scale, int workers, FileNames files, boolean accept) {

  private static final int MAX_WORKERS = 1 << 10;

  /** What can be done. */
  enum Action {
    RUN,
    LIST,
    HELP,
    INSTALL,
    BOOK,
    COMPARE,
    GUARD
  }

  /**
   * The files that were named.
   *
   * @param json where to write the results, or null
   * @param book the book's folder, or null
   * @param from raw results to write the book from, or null
   * @param compared two raw results to compare, or none
   */
  record FileNames(
      @Nullable Path json, @Nullable Path book, @Nullable Path from, List<Path> compared) {}

  /** A call that makes no sense, told in a sentence. */
  static final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String sentence) {
      super(sentence);
    }
  }

  /**
   * Reads a command line.
   *
   * @param known the names that there are
   */
  static Arguments parse(List<String> given, List<String> known) throws UsageException {
    List<Action> actions = new ArrayList<>();
    List<String> names = new ArrayList<>();
    Scale scale = null;
    Integer workers = null;
    Path json = null;
    Path book = null;
    Path from = null;
    List<Path> compared = new ArrayList<>();
    boolean accept = false;
    Iterator<String> rest = split(given).iterator();
    while (rest.hasNext()) {
      String word = rest.next();
      switch (word) {
        case "--help", "-h" -> actions.add(Action.HELP);
        case "--list", "list" -> actions.add(Action.LIST);
        case "--install" -> actions.add(Action.INSTALL);
        case "--book" -> actions.add(Action.BOOK);
        case "--guard" -> actions.add(Action.GUARD);
        case "--compare" -> {
          actions.add(Action.COMPARE);
          compared.add(Path.of(value(word, "two files", rest)));
          compared.add(Path.of(value(word, "two files", rest)));
        }
        case "--accept" -> accept = true;
        case "--quick" -> scale = Scale.QUICK;
        case "--workers" -> workers = workers(value(word, "a number", rest));
        case "--json" -> json = Path.of(value(word, "a file", rest));
        case "--out" -> book = Path.of(value(word, "a folder", rest));
        case "--from" -> from = Path.of(value(word, "a file", rest));
        default -> names.add(name(word, known));
      }
    }
    Action action = theOnly(actions);
    if (action != Action.HELP) {
      boolean runs = action == Action.RUN || (action == Action.BOOK && from == null);
      refuse(!names.isEmpty() && action != Action.RUN, "a NAME only goes with a run");
      refuse(json != null && action != Action.RUN, "--json only goes with a run");
      refuse(scale != null && !runs, "--quick only goes with a run, or with --book that runs");
      refuse(workers != null && !runs, "--workers only goes with a run, or with --book that runs");
      refuse(book != null && action != Action.BOOK, "--out only goes with --book");
      refuse(from != null && action != Action.BOOK, "--from only goes with --book");
      refuse(accept && action != Action.GUARD, "--accept only goes with --guard");
    }
    return new Arguments(
        action,
        names.stream().distinct().toList(),
        scale == null ? Scale.FULL : scale,
        workers == null ? Runtime.getRuntime().availableProcessors() : workers,
        new FileNames(json, book, from, List.copyOf(compared)),
        accept);
  }

  /** Who asks for help as well gets that. */
  private static Action theOnly(List<Action> actions) throws UsageException {
    if (actions.contains(Action.HELP)) {
      return Action.HELP;
    }
    refuse(
        actions.stream().distinct().count() > 1,
        "list, --book, --compare, --guard and --install are different things: one at a time");
    return actions.isEmpty() ? Action.RUN : actions.getFirst();
  }

  private static void refuse(boolean senseless, String sentence) throws UsageException {
    if (senseless) {
      throw new UsageException(sentence);
    }
  }

  /** {@code --option=value} as two words. */
  private static List<String> split(List<String> given) {
    List<String> words = new ArrayList<>();
    for (String word : given) {
      int equals = word.indexOf('=');
      if (word.startsWith("--") && equals > 0) {
        words.add(word.substring(0, equals));
        words.add(word.substring(equals + 1));
      } else {
        words.add(word);
      }
    }
    return words;
  }

  private static String value(String option, String what, Iterator<String> rest)
      throws UsageException {
    if (!rest.hasNext()) {
      throw new UsageException(option + " needs " + what);
    }
    return rest.next();
  }

  private static int workers(String value) throws UsageException {
    try {
      int workers = Integer.parseInt(value);
      if (workers >= 1 && workers <= MAX_WORKERS) {
        return workers;
      }
    } catch (NumberFormatException _) {
      // As if it were out of range.
    }
    throw new UsageException(
        "--workers %s: must be a number from 1 to %d".formatted(value, MAX_WORKERS));
  }

  private static String name(String word, List<String> known) throws UsageException {
    if (word.startsWith("-")) {
      throw new UsageException("there is no option " + word);
    }
    if (!known.contains(word)) {
      throw new UsageException(
          "there is no benchmark %s; there are: %s".formatted(word, String.join(", ", known)));
    }
    return word;
  }
}
