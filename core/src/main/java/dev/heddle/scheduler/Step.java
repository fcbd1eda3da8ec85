package dev.heddle.scheduler;

import dev.heddle.metrics.Rule;
import org.jspecify.annotations.Nullable;

/**
 * What happened in a {@link World} at once.
 *
 * @param number from 0
 * @param time when it began, in nanoseconds
 * @param actor who acted
 * @param kind what it was
 * @param what the same in words
 * @param victims how many other workers were asked for work
 * @param rule by which a worker chose the item; null: it did not choose
 * @param item what was run; empty: nothing
 * @param outcome what became of the item; empty: nothing, or nothing is known
 */
public record Step(
    long number,
    long time,
    Actor actor,
    Kind kind,
    String what,
    int victims,
    @Nullable Rule rule,
    String item,
    String outcome) {
  /** What an actor can do at once. */
  public enum Kind {
    /** Begins, or has gone for good. */
    COME_OR_GO,
    /** Goes on with what it was at. */
    GO_ON,
    /** Chooses something, and runs it. */
    RUN,
    /** Has found nothing to run. */
    LIE_DOWN,
    /** Sleeps, or goes on sleeping. */
    SLEEP,
    /** Gets up from its sleep. */
    WAKE
  }
}
