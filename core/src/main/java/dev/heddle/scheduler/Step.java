package dev.heddle.scheduler;

import dev.heddle.metrics.Rule;
import org.jspecify.annotations.Nullable;

/**
 * What happened in a {@link World} at once.
 *
 * @param number from 0
 * @param time when it began, in nanoseconds
 * @param actor who acted
 * @param what in a word or two
 * @param rule by which a worker chose the item; null: it did not choose
 * @param item what was run; empty: nothing
 * @param outcome what became of the item; empty: nothing, or nothing is known
 */
public record Step(
    long number,
    long time,
    Actor actor,
    String what,
    @Nullable Rule rule,
    String item,
    String outcome) {}
