package dev.heddle.metrics;

/**
 * The rule by which a worker chose what to run next. The first that applies wins, in the order in
 * which they stand here; every so many choices {@link #SHARED}, the oldest item for {@link #LOCAL},
 * {@link #AFFINITY}, and, for what stands behind a worker that one item holds, {@link #STOLEN} are
 * asked first, in turn, so that nothing waits for ever however much is spawned.
 */
public enum Rule {
  /** The item that the one just run returned. Limited in a row. */
  BYPASS,
  /** The successor whose last predecessor was the item just run. */
  SUCCESSOR,
  /** A fiber that waited and can go on. Limited in a row. */
  READY,
  /** The newest item of the worker's own deque. */
  LOCAL,
  /** An item that asked for this worker. */
  AFFINITY,
  /** About the oldest item of the shared queue. */
  SHARED,
  /** The oldest half of another worker's deque, or a ready fiber of a busy worker. */
  STOLEN
}
