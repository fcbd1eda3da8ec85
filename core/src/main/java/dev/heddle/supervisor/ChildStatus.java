package dev.heddle.supervisor;

import dev.heddle.process.Exit;
import dev.heddle.process.Pid;
import org.jspecify.annotations.Nullable;

/**
 * A child as it was at one moment.
 *
 * @param id its name at its supervisor
 * @param pid its PID; null if it does not live
 * @param state what it does
 * @param restart whether it is started again when it has ended
 * @param restarts how often it was started again
 * @param lastExit how it ended the last time; null if it never has
 * @param isSupervisor whether it is a supervisor itself
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public record ChildStatus(
    String id,
    @Nullable Pid pid,
    ChildState state,
    Restart restart,
    int restarts,
    @Nullable Exit lastExit,
    boolean isSupervisor) {}
