package dev.heddle.process;

import dev.heddle.scheduler.ClassName;
import dev.heddle.scheduler.HeddleEvent;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Worker;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Registered;

/** For JDK Flight Recorder: a message is about to be put into a mailbox. */
@Name("dev.heddle.Send")
@Label("Send")
@Description("A message that is about to be put into the mailbox of a process")
@Enabled(false)
@Registered
final class SendEvent extends HeddleEvent {
  private static final SendEvent PROBE = new SendEvent();

  @Label("Sender")
  @Description("The number of the PID of the process whose step it is; 0: of none")
  long sender;

  @Label("Target")
  @Description("The name of the process, or its class")
  String target = "";

  @Label("Number")
  @Description("Of the target's PID")
  long number;

  @Label("Message")
  @Description("The class of the message")
  String message = "";

  private SendEvent() {}

  static boolean isOn() {
    return PROBE.isEnabled();
  }

  static void tell(ProcessCell target, Message message, Scheduler scheduler) {
    try {
      if (!isSimulated()) {
        write(target, message, scheduler);
      }
    } catch (Throwable _) {
      // one event less
    }
  }

  private static void write(ProcessCell target, Message message, Scheduler scheduler) {
    StepRun run = StepRun.current(Worker.current());
    SendEvent event = new SendEvent();
    event.at(scheduler);
    event.sender = run == null ? 0 : run.number();
    event.target = target.recordedName();
    event.number = target.self().number();
    event.message = ClassName.of(message.data().getClass());
    event.tell();
  }
}
