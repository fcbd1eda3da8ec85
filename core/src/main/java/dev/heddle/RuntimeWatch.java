package dev.heddle;

import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Sees every runtime that is started in this JVM, by whomever, while it is open; simulated ones
 * not. For tools that look after the runtimes of others: a test that wants to know whether they
 * were closed, for instance. It keeps them all, those that have ended too, until it is garbage.
 */
public final class RuntimeWatch implements AutoCloseable {
  private static final Set<RuntimeWatch> OPEN = ConcurrentHashMap.newKeySet();

  private final Queue<Heddle> seen = new ConcurrentLinkedQueue<>();

  private RuntimeWatch() {}

  /** Begins to watch. */
  public static RuntimeWatch open() {
    RuntimeWatch watch = new RuntimeWatch();
    OPEN.add(watch);
    return watch;
  }

  static void started(Heddle runtime) {
    OPEN.forEach(watch -> watch.seen.add(runtime));
  }

  /** What was seen, in the order of the starts. */
  public List<Heddle> runtimes() {
    return List.copyOf(seen);
  }

  /** Sees no more from now on. */
  @Override
  public void close() {
    OPEN.remove(this);
  }
}
