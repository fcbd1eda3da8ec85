package dev.heddle.metrics;

/**
 * A fiber, or the runner of a task that waits, in a {@link RuntimeSnapshot}.
 *
 * @param id the number of its thread
 * @param name its name
 * @param state what it does
 * @param ageMillis since when it exists; -1 for runners, which live from task to task
 * @param waitedMillis since when it was seen waiting for the same thing at every look; what
 *     happened between two looks is not known, so one that waits for the next message again and
 *     again may have waited for less; 0 if it does not wait
 * @param waitsFor what it waits for, in that thing's own words; empty if it does not, or does not
 *     say
 * @param heldBy the name of the thread that holds what it waits for; empty if that is not known
 */
public record FiberLine(
    long id,
    String name,
    FiberState state,
    long ageMillis,
    long waitedMillis,
    String waitsFor,
    String heldBy) {}
