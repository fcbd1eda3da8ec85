package dev.heddle.bench;

/**
 * One row of a benchmark: a contender, in a variant.
 *
 * @param contender who runs: {@link #HEDDLE}, {@link #FORK_JOIN_POOL} and so on
 * @param variant under which conditions; Heddle and its rivals are compared within a variant
 * @param launcher starts it
 */
public record Entry(String contender, String variant, Launcher launcher) {

  /** Heddle itself, the measure of the others. */
  public static final String HEDDLE = "heddle";

  /** {@link java.util.concurrent.ForkJoinPool}. */
  public static final String FORK_JOIN_POOL = "forkjoinpool";

  /** The JDK's virtual threads, on the JDK's own scheduler. */
  public static final String VIRTUAL_THREADS = "virtual-threads";

  /** Actors of Apache Pekko, on its default dispatcher. */
  public static final String PEKKO = "pekko";

  /** Actors of Apache Pekko, on a dispatcher that is set up for throughput. */
  public static final String PEKKO_THROUGHPUT = "pekko-throughput";

  /** Kotlin's coroutines, on its default dispatcher. */
  public static final String KOTLIN = "kotlin";

  /**
   * The JDK's continuations without any scheduler: no rival, since nothing could be written with
   * them as they are, but the limit for whoever builds on them.
   */
  public static final String CONTINUATION = "continuation";

  /** The variant of a benchmark that has but one. */
  public static final String ONLY_VARIANT = "default";

  /** For messages, and to name the entry to a child process. */
  public String label() {
    return variant.equals(ONLY_VARIANT) ? contender : contender + " (" + variant + ")";
  }
}
