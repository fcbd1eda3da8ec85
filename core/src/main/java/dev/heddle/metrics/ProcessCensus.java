package dev.heddle.metrics;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The processes of a runtime in a {@link RuntimeSnapshot}; all counts since its start. When it is
 * at rest, {@code spawned = completed + failed + killed + alive}, and {@code sent = handled +
 * queued + relayed} and the dead letters that are messages.
 *
 * @param spawned processes spawned
 * @param completed those that have said that they are complete
 * @param failed those that have crashed
 * @param killed those that others have ended
 * @param alive those there are
 * @param sent messages sent
 * @param handled messages that were given to a step
 * @param queued messages in mailboxes
 * @param relayed messages that a relay has taken
 * @param handOvers how often a worker went from a sender straight to its receiver
 * @param restarts how often supervisors have restarted a child
 * @param longestMailboxEver the most messages that were seen waiting for one process; every mailbox
 *     is looked at when it reaches a multiple of 1024, others when a census comes by
 * @param deadLetters dead letters, by the name of their reason; all reasons are there
 * @param looked at how many processes the census looked; if they are fewer than {@code alive}, the
 *     numbers by state are estimated from those
 * @param states how many are in which state, by its name
 * @param longestMailboxes those with the most messages waiting, of those looked at; some at most
 * @param busiest those that took most of the workers' time, the busiest first; some at most
 */
public record ProcessCensus(
    long spawned,
    long completed,
    long failed,
    long killed,
    long alive,
    long sent,
    long handled,
    long queued,
    long relayed,
    long handOvers,
    long restarts,
    long longestMailboxEver,
    Map<String, Long> deadLetters,
    long looked,
    Map<String, Long> states,
    List<ProcessLine> longestMailboxes,
    List<ProcessLine> busiest) {
  public ProcessCensus {
    deadLetters = Collections.unmodifiableMap(new TreeMap<>(deadLetters));
    states = Collections.unmodifiableMap(new TreeMap<>(states));
    longestMailboxes = List.copyOf(longestMailboxes);
    busiest = List.copyOf(busiest);
  }
}
