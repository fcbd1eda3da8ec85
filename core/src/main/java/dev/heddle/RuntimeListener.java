package dev.heddle;

/**
 * Is told of every runtime that is started in this JVM, by whomever; simulated ones not. For tools
 * that are put beside a program which does not know them, such as the live page of {@code ./heddle
 * run --page}.
 *
 * <p>A provider is found by {@link java.util.ServiceLoader}, once, and only if the system property
 * {@value RuntimeListeners#PROPERTY} is set: otherwise nobody looks for it.
 */
public interface RuntimeListener {
  /**
   * A runtime has started. Called on the thread that has started it, which waits. What this throws
   * is logged, and the runtime goes on.
   */
  void started(Heddle runtime);
}
