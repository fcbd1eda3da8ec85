package dev.heddle.process;

/** What a process does now. */
public enum ProcessState {
  /** It is being made: its {@code init} runs. */
  STARTING,

  /** It stands in a queue. */
  READY,

  /** A worker executes its step, or has blocked in it. */
  RUNNING,

  /** Its step has returned, and its commands are being given to their handlers. */
  YIELDING,

  /** It waits for commands, or for a message. */
  BLOCKED,

  /** It waits for messages. */
  IDLE,

  /** It has ended. */
  COMPLETE
}
