package dev.heddle.process;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A process as it was at one moment, or nearly: it goes on while it is looked at.
 *
 * @param pid its PID
 * @param name its name, or else the name of its class
 * @param state what it does
 * @param mailbox how many messages wait for it
 * @param steps how many steps it has made
 * @param commands how many of its commands are under way
 * @param command the newest of them; null if there is none
 * @param parent who spawned it; null if that was no process
 * @param age how long ago that was, as its worker saw the time: up to a second more, if a long step
 *     spawned it
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public record ProcessInfo(
    Pid pid,
    String name,
    ProcessState state,
    int mailbox,
    long steps,
    int commands,
    @Nullable Object command,
    @Nullable Pid parent,
    Duration age) {}
