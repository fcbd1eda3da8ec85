package dev.heddle.process;

import dev.heddle.internal.ProcessAccess;
import dev.heddle.scheduler.Scheduler;
import java.util.Map;
import java.util.function.Function;

/** What the rest of Heddle may do with this package beyond its public face. */
final class ProcessDoor extends ProcessAccess {
  @Override
  public Processes make(
      Scheduler scheduler,
      String node,
      Map<Class<?>, CommandHandler<?>> handlers,
      Function<Object, String> describer) {
    return new Processes(scheduler, node, handlers, describer);
  }

  @Override
  public void onNone(Processes processes, Runnable action) {
    processes.onNone(action);
  }
}
