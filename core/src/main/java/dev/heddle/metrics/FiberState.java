package dev.heddle.metrics;

/** What a fiber, or the runner of a task, does at the moment. */
public enum FiberState {
  /** A worker executes it. */
  RUNNING,
  /** It can run, and stands in a queue; also one that has not started yet. */
  QUEUED,
  /** It waits, for a time at most. */
  WAITING,
  /** It waits, without a limit. */
  YIELDED,
  /** A runner that has no work, kept for the next task. */
  IDLE,
  /** It has ended. */
  ENDED
}
