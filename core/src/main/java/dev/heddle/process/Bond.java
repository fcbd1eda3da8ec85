package dev.heddle.process;

/** Something that a process has elsewhere, and that goes when it ends: a name, a timer. */
@FunctionalInterface
interface Bond {
  /** Undoes it; again: does nothing. Must not throw. */
  void undo();
}
