package dev.heddle.supervisor;

import java.util.Locale;

/** What a child does, as its supervisor sees it. */
public enum ChildState {
  /** It is a supervisor whose own children have not all been started. */
  STARTING,

  /** It runs. */
  RUNNING,

  /** It has ended, and will be started again: after a wait, or when others have stopped. */
  RESTARTING,

  /** It was told to come to an end. */
  STOPPING,

  /** It has not been started yet, or was stopped on somebody's request. */
  STOPPED,

  /** It has come to a normal end by itself, and is not started again. */
  ENDED;

  /** As it stands in a tree. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
