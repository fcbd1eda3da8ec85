package dev.heddle.process;

/** The time is up in which something should have come: for a {@link BehaviourProcess} itself. */
final class IdleTick extends Event {
  @Override
  public String toString() {
    return "IdleTick";
  }
}
