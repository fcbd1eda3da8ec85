package dev.heddle.observe.warning;

import java.time.Duration;

/**
 * From when on something is worth a warning. {@link #DEFAULTS} suit most; the {@code with} methods
 * change one of them each.
 *
 * @param held how long a worker, or a step of a process, may be at one item; 1 s
 * @param longWait how long a fiber may wait; 60 s
 * @param mailbox how many messages a mailbox that only grows may have; 1000
 * @param growing how long it may grow; 3 s
 * @param queueWait what 99 of 100 items that wait for a worker should not wait longer than; 500 ms
 * @param restarts how often a child may be restarted in {@code recent} before it is too often; 5
 * @param deadLetters how many dead letters of one reason there may be in {@code recent}; 20
 * @param recent for how long something that has happened is told; 30 s
 */
public record WarningLimits(
    Duration held,
    Duration longWait,
    int mailbox,
    Duration growing,
    Duration queueWait,
    int restarts,
    long deadLetters,
    Duration recent) {
  /** What suits most. */
  public static final WarningLimits DEFAULTS =
      new WarningLimits(
          Duration.ofSeconds(1),
          Duration.ofSeconds(60),
          1000,
          Duration.ofSeconds(3),
          Duration.ofMillis(500),
          5,
          20,
          Duration.ofSeconds(30));

  /** How long a fiber may wait. */
  public WarningLimits withLongWait(Duration longWait) {
    return new WarningLimits(
        held, longWait, mailbox, growing, queueWait, restarts, deadLetters, recent);
  }

  /** How long a worker, or a step of a process, may be at one item. */
  public WarningLimits withHeld(Duration held) {
    return new WarningLimits(
        held, longWait, mailbox, growing, queueWait, restarts, deadLetters, recent);
  }

  /** How many messages a mailbox that only grows may have. */
  public WarningLimits withMailbox(int mailbox) {
    return new WarningLimits(
        held, longWait, mailbox, growing, queueWait, restarts, deadLetters, recent);
  }
}
