package dev.heddle.bench.session;

/**
 * A row without costs.
 *
 * @param benchmark the benchmark's name
 * @param contender who did not run, or not to the end
 * @param variant under which conditions
 * @param workers with how many threads
 * @param unit of the costs that there would be
 * @param kind what kept it
 * @param reason in a sentence; one that failed may have left some lines
 */
public record Absence(
    String benchmark,
    String contender,
    String variant,
    int workers,
    String unit,
    Kind kind,
    String reason)
    implements Row {

  /** What keeps a contender from a result. */
  public enum Kind {
    /** This machine lacks something that it needs. */
    MISSING("missing"),

    /** It computed something wrong, died or hung. */
    FAILED("failed");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** The field that has the reason in JSON. */
    String word() {
      return word;
    }
  }

  /** The first line of the reason. */
  public String sentence() {
    return reason.lines().findFirst().orElse("");
  }
}
