package dev.heddle.scheduler;

import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;

/** For JDK Flight Recorder: a worker has taken work from another one. */
@Name("dev.heddle.Steal")
@Label("Steal")
@Enabled(false)
@Registered
final class StealEvent extends HeddleEvent {
  private static final StealEvent PROBE = new StealEvent();

  @Label("Victim")
  int victim;

  @Label("Items")
  int items;

  private StealEvent() {}

  static boolean isOn() {
    return PROBE.isEnabled();
  }

  static void tell(Worker thief, Worker victim, int items) {
    try {
      if (!isSimulated()) {
        write(thief, victim, items);
      }
    } catch (Throwable _) {
      // one event less
    }
  }

  private static void write(Worker thief, Worker victim, int items) {
    StealEvent event = new StealEvent();
    event.at(thief);
    event.victim = victim.index;
    event.items = items;
    event.tell();
  }
}
