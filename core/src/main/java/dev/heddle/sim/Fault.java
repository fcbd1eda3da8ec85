package dev.heddle.sim;

/** What a simulation can do to a program on purpose, now and then, as the seed decides. */
public enum Fault {
  /** A worker is held up for a time, as if the system had taken its processor away. */
  HELD_UP_WORKER,

  /** A thread that waits goes on for no reason, as {@code LockSupport.park} may. */
  SPURIOUS_WAKE_UP,

  /** A thread that waits is interrupted. */
  INTERRUPT,

  /**
   * The step of a process throws a {@link RuntimeException} before it begins. That is no finding by
   * itself.
   */
  CRASHING_STEP,

  /** A message that is for another node is lost on its way. */
  LOST_RELAY_MESSAGE,

  /** A message that is for another node arrives later than others that were sent after it. */
  LATE_RELAY_MESSAGE
}
