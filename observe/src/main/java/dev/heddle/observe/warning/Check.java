package dev.heddle.observe.warning;

import java.util.function.Consumer;

/** Knows one thing that can be wrong. Remembers what it wants of earlier looks. */
interface Check {
  /** Looks at the next snapshot, and tells {@code told} what is wrong now. */
  void look(Look look, Consumer<Warning> told);
}
