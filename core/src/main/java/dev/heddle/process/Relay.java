package dev.heddle.process;

/**
 * A way to processes elsewhere: of another runtime in this JVM, or of another machine. Asked by the
 * router for each message to a PID that is not of this runtime, in the order of {@link
 * Processes#addRelay}. What comes in from elsewhere goes to {@link Processes#send(Pid, Object)}.
 */
@FunctionalInterface
public interface Relay {
  /**
   * Takes {@code message} over, if this relay knows the way. Called on the sender's thread: must
   * not block, and whatever it throws counts as false and is reported.
   *
   * @return false if it does not; then the next one is asked, and after the last one the message is
   *     a dead letter
   */
  boolean relay(Pid target, Object message);
}
