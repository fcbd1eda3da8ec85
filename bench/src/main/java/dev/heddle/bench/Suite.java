package dev.heddle.bench;

/** Benchmarks of one kind, over which a mean says something. */
public enum Suite {
  /** Tasks that spawn tasks and join them. */
  FORK_JOIN("fork-join"),

  /** Ordinary blocking Java. */
  FIBERS("fibers"),

  /** The actor benchmarks of the Savina suite, in its sizes, and skynet. */
  SAVINA("savina"),

  /** What else processes do, one thing at a time. */
  PROCESSES("processes"),

  /** How long somebody waits for a runtime that has nothing else to do. */
  LATENCY("latency"),

  /** What is needed by those who do nothing. */
  MEMORY("memory");

  private final String title;

  Suite(String title) {
    this.title = title;
  }

  /** Its name for people. */
  public String title() {
    return title;
  }
}
