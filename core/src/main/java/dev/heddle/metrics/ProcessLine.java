package dev.heddle.metrics;

/**
 * A process in a {@link RuntimeSnapshot}.
 *
 * @param pid its PID, as text
 * @param name its name, or else the name of its class
 * @param state the name of its {@code ProcessState}
 * @param mailbox how many messages wait for it
 * @param steps how many steps it has made
 * @param commands how many of its commands are under way
 * @param command the newest of them, shortened; empty if there is none
 * @param parent who spawned it; empty if that was no process
 * @param supervised whether its parent is its supervisor
 * @param restarts how often a supervisor has restarted it
 * @param ageMillis since when it exists
 * @param busyNanos for how long workers have been at it, of the times that they looked at the
 *     clock; 0 for those that were not among the busiest
 */
public record ProcessLine(
    String pid,
    String name,
    String state,
    int mailbox,
    long steps,
    int commands,
    String command,
    String parent,
    boolean supervised,
    int restarts,
    long ageMillis,
    long busyNanos) {}
