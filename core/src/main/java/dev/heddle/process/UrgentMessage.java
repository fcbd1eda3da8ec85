package dev.heddle.process;

/** A message that overtakes those that are not. */
final class UrgentMessage extends Message {
  UrgentMessage(Object data) {
    super(data);
  }
}
