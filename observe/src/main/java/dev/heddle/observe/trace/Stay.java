package dev.heddle.observe.trace;

import org.jspecify.annotations.Nullable;

/**
 * The time between two moments that a fiber, or a runner, was on one worker.
 *
 * @param slice how it is shown; null: not at all
 */
record Stay(long start, long end, Track track, @Nullable Slice slice) {}
