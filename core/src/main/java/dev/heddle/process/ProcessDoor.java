package dev.heddle.process;

import dev.heddle.internal.ProcessAccess;
import dev.heddle.scheduler.Scheduler;
import java.util.Map;

/** What the rest of Heddle may do with this package beyond its public face. */
final class ProcessDoor extends ProcessAccess {
  @Override
  public Processes make(
      Scheduler scheduler, String node, Map<Class<?>, CommandHandler<?>> handlers) {
    return new Processes(scheduler, node, handlers);
  }

  @Override
  public void onNone(Processes processes, Runnable action) {
    processes.onNone(action);
  }
}
