package dev.heddle.observe.trace;

/** What a slice shows: a word for it, and one of the colours that viewers know. */
enum Kind {
  /** A fiber on its worker, until it waits or ends. */
  FIBER("fiber", "thread_state_runnable"),

  /** What runs tasks and steps, on its worker, until one of them waits or there is none. */
  RUNNER("runner", "grey"),

  /** A task. */
  TASK("task", "good"),

  /** A step of a process. */
  STEP("step", "rail_response"),

  /** A worker that sleeps. */
  PARK("park", "thread_state_sleeping"),

  /** Where something was spawned, sent or woken, on a track that has nothing else there. */
  ACT("act", "generic_work");

  private final String category;
  private final String colour;

  Kind(String category, String colour) {
    this.category = category;
    this.colour = colour;
  }

  String category() {
    return category;
  }

  String colour() {
    return colour;
  }
}
