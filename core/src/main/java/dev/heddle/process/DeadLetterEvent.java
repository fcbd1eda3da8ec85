package dev.heddle.process;

import dev.heddle.scheduler.ClassName;
import dev.heddle.scheduler.HeddleEvent;
import dev.heddle.scheduler.Scheduler;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;

/** For JDK Flight Recorder: something has reached nobody. */
@Name("dev.heddle.DeadLetter")
@Label("Dead Letter")
@Description("A message, or a result, that reached nobody")
@Registered
final class DeadLetterEvent extends HeddleEvent {
  private static final DeadLetterEvent PROBE = new DeadLetterEvent();

  @Label("Target")
  @Description("The PID")
  String target = "";

  @Label("Reason")
  String reason = "";

  @Label("Content")
  @Description("The class of what reached nobody")
  String content = "";

  private DeadLetterEvent() {}

  static boolean isOn() {
    return PROBE.isEnabled();
  }

  static void tell(DeadLetter letter, Scheduler scheduler) {
    try {
      if (!isSimulated()) {
        write(letter, scheduler);
      }
    } catch (Throwable _) {
      // one event less
    }
  }

  private static void write(DeadLetter letter, Scheduler scheduler) {
    Object content = letter.content();
    DeadLetterEvent event = new DeadLetterEvent();
    event.at(scheduler);
    event.target = letter.target().toString();
    event.reason = letter.reason().name();
    event.content = content == null ? "null" : ClassName.of(content.getClass());
    event.tell();
  }
}
