package dev.heddle.bench;

import java.util.Set;

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

  /** {@link java.util.concurrent.ScheduledThreadPoolExecutor}. */
  public static final String SCHEDULED_EXECUTOR = "scheduled-executor";

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

  /**
   * The same work on a single thread by plain calls: no rival, but the limit for one worker; with
   * several, the limit is its cost divided by their number.
   */
  public static final String PLAIN_CALL = "plain-call";

  /**
   * An uncontended compare-and-set on a single thread in place of each item: no rival, but the
   * least that whoever shares something has to pay.
   */
  public static final String CAS = "cas";

  private static final Set<String> FLOORS = Set.of(CONTINUATION, PLAIN_CALL, CAS);

  /** The variant in which parts of a problem become tasks only where others could use them. */
  public static final String DIVIDE = "divide";

  /** The variant of a benchmark that has but one. */
  public static final String ONLY_VARIANT = "default";

  /**
   * Whether the contender is no rival but a limit that nobody can be expected to reach. Tables show
   * it, means leave it out.
   */
  public boolean isFloor() {
    return isFloor(contender);
  }

  /** As {@link #isFloor()}, by the contender's name. */
  public static boolean isFloor(String contender) {
    return FLOORS.contains(contender);
  }

  /** For messages, and to name the entry to a child process. */
  public String label() {
    return variant.equals(ONLY_VARIANT) ? contender : contender + " (" + variant + ")";
  }
}
