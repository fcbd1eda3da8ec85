package dev.heddle.observe.warning;

import dev.heddle.metrics.Engine;
import java.util.function.Consumer;

/** The platform engine, which hardly anybody wants. */
final class EngineCheck implements Check {
  private static final String FLAG = "--add-opens java.base/java.lang=ALL-UNNAMED";

  @Override
  public void look(Look look, Consumer<Warning> told) {
    if (look.now().metrics().engine() != Engine.PLATFORM) {
      return;
    }
    told.accept(
        new Warning(
            Warning.Kind.MISSING_FLAG,
            Warning.Severity.WARNING,
            look.now().runtime(),
            "The runtime is on the slower platform engine: a wait for a socket or a lock of"
                + " java.util.concurrent holds a worker.",
            "The JVM was started without " + FLAG + ", or the program has asked for this engine.",
            "Start the JVM with " + FLAG + " (or Add-Opens in the manifest of the jar)."));
  }
}
