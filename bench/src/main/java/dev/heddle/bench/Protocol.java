package dev.heddle.bench;

/**
 * What a contender's process and its parent say to each other, one line each, over the process's
 * standard input and output.
 *
 * <pre>
 *   process                          parent
 *   warming COST                     (nothing; after each round of the warm-up)
 *   ready ROUNDS MILLIS SETTLED      (warm; SETTLED: true, or false if the time ran out)
 *                                    round
 *   cost COST                        (in the benchmark's unit)
 *                                    round
 *   ...                              (closes the input: the process ends, whatever it does)
 *   error SENTENCE                   (a wrong result, say; then the process ends)
 * </pre>
 *
 * Between {@code ready} or {@code cost} and the next {@code round} the process keeps quiet: its
 * runtime is idle. What it has to say beside this goes to its standard error.
 */
public final class Protocol {
  /** Parent: measure once. */
  public static final String ROUND = "round";

  /** Process: a round of the warm-up is over. */
  public static final String WARMING = "warming";

  /** Process: warmed up. */
  public static final String READY = "ready";

  /** Process: a measurement. */
  public static final String COST = "cost";

  /** Process: something went wrong. */
  public static final String ERROR = "error";

  private Protocol() {}
}
