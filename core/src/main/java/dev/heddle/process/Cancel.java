package dev.heddle.process;

/**
 * The runtime closes: the process should come to an end. One that waits for messages instead, and
 * whom nobody is left to wake, is closed; one that is still at something when the time is up is
 * closed by force.
 */
public final class Cancel extends Event {
  Cancel() {}

  @Override
  public String toString() {
    return "Cancel";
  }
}
