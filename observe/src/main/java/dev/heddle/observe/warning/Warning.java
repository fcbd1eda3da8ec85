package dev.heddle.observe.warning;

import java.util.Locale;

/**
 * Something that is wrong in a runtime, or may be.
 *
 * @param kind what sort of thing
 * @param severity how bad
 * @param subject who: a worker, a process, a fiber, a runtime; names are as their owners gave them,
 *     so whoever shows them has to escape them
 * @param what what was seen, in a sentence
 * @param cause what that comes from
 * @param fix what to do about it
 */
public record Warning(
    Kind kind, Severity severity, String subject, String what, String cause, String fix) {

  /** Sorts of things that can be wrong. */
  public enum Kind {
    /** Fibers wait for each other in a ring. */
    DEADLOCK,
    /** A class initialiser or native code holds a worker. */
    PINNED_WORKER,
    /** A step of a process takes long. */
    BLOCKING_STEP,
    /** A worker is at one item for long. */
    HELD_WORKER,
    /** Work waits for long while all workers are busy. */
    STARVATION,
    /** A mailbox only grows. */
    GROWING_MAILBOX,
    /** A supervisor restarts a child again and again. */
    RESTART_STORM,
    /** More and more messages reach nobody. */
    DEAD_LETTERS,
    /** All workers were held, so that spare ones had to come. */
    SPARE_WORKERS,
    /** The JVM lacks the flag for the virtual engine. */
    MISSING_FLAG,
    /** A fiber has waited for long. */
    LONG_WAIT;

    /** In words: {@code growing mailbox}. */
    public String title() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** How bad it is; the worst last. */
  public enum Severity {
    /** May be as it should. */
    INFO,
    /** Costs time, or will. */
    WARNING,
    /** Something does not go on, or soon will not. */
    ALARM
  }
}
