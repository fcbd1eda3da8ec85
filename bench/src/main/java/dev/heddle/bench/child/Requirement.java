package dev.heddle.bench.child;

import java.util.Optional;

/** Something that a contender needs and that not every machine has. */
@FunctionalInterface
public interface Requirement {

  /** What is missing here, as a sentence; empty if nothing. */
  Optional<String> missing();
}
