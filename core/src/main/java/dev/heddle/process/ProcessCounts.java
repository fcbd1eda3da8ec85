package dev.heddle.process;

import java.util.Map;

/**
 * What has become of all processes and messages of a runtime so far. While it works, the numbers
 * are not of one moment. When it is at rest, both sums are right: {@code spawned = completed +
 * failed + killed + alive}, and {@code sent = handled + deadMessages() + queued + relayed}.
 *
 * @param spawned processes spawned
 * @param completed those that have said that they are complete
 * @param failed those that have crashed
 * @param killed those that others have ended
 * @param alive those there are
 * @param sent messages sent; one that was refused by an exception or a false does not count
 * @param handled messages that were given to a step
 * @param queued messages in mailboxes
 * @param relayed messages that a {@link Relay} has taken
 * @param handOvers how often a worker went from a sender straight to its receiver
 * @param deadLetters dead letters, by reason
 */
public record ProcessCounts(
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
    Map<DeadLetter.Reason, Long> deadLetters) {
  public ProcessCounts {
    deadLetters = Map.copyOf(deadLetters);
  }

  /** Dead letters that are messages: late completions, say, are none. */
  public long deadMessages() {
    return deadLetters.entrySet().stream()
        .filter(each -> each.getKey().isOfMessage())
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Whether both sums are right. */
  public boolean balance() {
    return spawned == completed + failed + killed + alive
        && sent == handled + deadMessages() + queued + relayed;
  }
}
