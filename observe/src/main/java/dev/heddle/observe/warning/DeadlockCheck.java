package dev.heddle.observe.warning;

import java.util.List;
import java.util.function.Consumer;

/** Rings of fibers that wait for each other. */
final class DeadlockCheck implements Check {
  @Override
  public void look(Look look, Consumer<Warning> told) {
    for (List<String> ring : look.now().deadlocks()) {
      told.accept(
          new Warning(
              Warning.Kind.DEADLOCK,
              Warning.Severity.ALARM,
              ring.getFirst(),
              "%s wait for each other and will never go on: %s -> %s."
                  .formatted(ring.size() + " fibers", String.join(" -> ", ring), ring.getFirst()),
              "Each of them waits for a lock that the next one holds.",
              "Let all code take these locks in the same order, or take the second one by a tryLock"
                  + " with a timeout. The dump shows where each of them stands."));
    }
  }
}
