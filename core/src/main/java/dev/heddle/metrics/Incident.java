package dev.heddle.metrics;

/**
 * Something rare that has happened in a runtime and that somebody may want to know of.
 *
 * @param number in the order of happening, from 1, without gaps
 * @param atMillis when, since 1970
 * @param kind what
 * @param subject to whom: the name of a process, fiber or worker
 * @param text in plain words; several lines, perhaps
 */
public record Incident(long number, long atMillis, Kind kind, String subject, String text) {
  /** Kinds of incidents. */
  public enum Kind {
    /** A process has crashed. */
    CRASH,
    /** Something reached nobody. */
    DEAD_LETTER,
    /** A supervisor has restarted a child. */
    RESTART,
    /** A worker has been at one item for long. */
    STUCK_WORKER,
    /** All workers were stuck while work waited, and a spare one was added. */
    SPARE_WORKER
  }
}
