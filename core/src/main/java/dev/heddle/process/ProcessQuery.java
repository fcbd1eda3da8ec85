package dev.heddle.process;

/**
 * Which processes to show, and in which order.
 *
 * @param search what their PID, name or state has to contain, in any case; empty: anything
 * @param sort by what
 * @param descending the most first
 * @param offset how many of them to pass by
 * @param limit how many to show; {@value #MOST} at most
 */
public record ProcessQuery(String search, Sort sort, boolean descending, int offset, int limit) {
  /** The most that one page has, and the most that can be passed by. */
  public static final int MOST = 10_000;

  /** By what processes can be sorted. */
  public enum Sort {
    /** By number, which is about the order in which they were spawned. */
    NUMBER,
    /** By name. */
    NAME,
    /** By state. */
    STATE,
    /** By how many messages wait. */
    MAILBOX,
    /** By how many steps they have made. */
    STEPS,
    /** By age. */
    AGE,
    /** By how often a supervisor has restarted them. */
    RESTARTS
  }

  /**
   * @throws IllegalArgumentException if offset or limit is negative or more than {@link #MOST}
   */
  public ProcessQuery {
    if (offset < 0 || offset > MOST) {
      throw new IllegalArgumentException(
          "an offset of " + offset + "; it has to be from 0 to " + MOST + ": search for less");
    }
    if (limit < 0 || limit > MOST) {
      throw new IllegalArgumentException(
          "a limit of " + limit + "; it has to be from 0 to " + MOST);
    }
  }

  /** The first {@code limit} by number. */
  public static ProcessQuery first(int limit) {
    return new ProcessQuery("", Sort.NUMBER, false, 0, limit);
  }
}
