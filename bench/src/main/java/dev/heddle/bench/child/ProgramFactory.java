package dev.heddle.bench.child;

import dev.heddle.bench.Setting;

/** Makes a contender's program, in the JVM that will run it. */
@FunctionalInterface
public interface ProgramFactory {

  /** Starts the runtime and makes the input. */
  Program create(Setting setting);
}
