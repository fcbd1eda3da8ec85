package dev.heddle.process;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Memory;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Timer;
import dev.heddle.scheduler.Worker;
import dev.heddle.scheduler.WorkerCounters;
import dev.heddle.scheduler.World;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Brings messages and other events to processes, or to the dead letters, and counts them. A message
 * counts as sent before it is put into a mailbox, so that it is never seen handled before.
 */
final class Post {
  private final Processes processes;
  private final Scheduler scheduler;
  private final DeadLetters deadLetters;

  /** By how much a simulation delays a message that is relayed; nanoseconds. */
  private static final int MOST_LATE = 10_000_000;

  private final List<Relay> relays = new CopyOnWriteArrayList<>();

  // What happens on workers is counted there.
  private final LongAdder sentOutside = new LongAdder();
  private final LongAdder handledOutside = new LongAdder();
  private final LongAdder relayed = new LongAdder();

  Post(Processes processes, Scheduler scheduler) {
    this.processes = processes;
    this.scheduler = scheduler;
    this.deadLetters = new DeadLetters(processes);
  }

  // ---- messages

  void send(Pid target, Object message, @Nullable WhenFull whenFull) {
    World.point();
    ProcessCell cell = target.cell;
    if (cell != null) {
      cell.processes().post().give(cell, new Message(message), whenFull);
    } else {
      route(target, message, whenFull);
    }
  }

  private void route(Pid target, Object message, @Nullable WhenFull whenFull) {
    StackRoom.toHold(); // what counts as sent has to be counted again
    if (target.home().equals(processes.home())) {
      ProcessCell cell = processes.find(target.number());
      if (cell != null) {
        give(cell, new Message(message), whenFull);
      } else {
        countSent();
        bury(target, message, missing(target));
      }
      return;
    }
    countSent();
    if (scheduler.injects("LOST_RELAY_MESSAGE")) {
      relayed.increment();
    } else if (scheduler.injects("LATE_RELAY_MESSAGE")) {
      scheduler.schedule(new Late(target, message), Clock.nanos() + 1 + Clock.chance(MOST_LATE));
    } else {
      relay(target, message);
    }
  }

  /** A message that a simulation holds back on its way. */
  private final class Late extends Timer {
    private final Pid target;
    private final Object message;

    Late(Pid target, Object message) {
      this.target = target;
      this.message = message;
    }

    @Override
    protected void fire() {
      relay(target, message);
    }
  }

  private void relay(Pid target, Object message) {
    for (Relay relay : relays) {
      if (takes(relay, target, message)) {
        relayed.increment();
        return;
      }
    }
    bury(target, message, DeadLetter.Reason.NO_ROUTE);
  }

  private boolean takes(Relay relay, Pid target, Object message) {
    try {
      return relay.relay(target, message);
    } catch (Throwable e) {
      processes.report(e);
      return false;
    }
  }

  DeadLetter.Reason missing(Pid target) {
    return processes.isNumbered(target.number())
        ? DeadLetter.Reason.PROCESS_ENDED
        : DeadLetter.Reason.NO_SUCH_PROCESS;
  }

  private void give(ProcessCell cell, Message message, @Nullable WhenFull choice) {
    give(cell, message, choice, null);
  }

  /**
   * @param patience how long to wait for room; null: without end. Only for a request
   */
  private void give(
      ProcessCell cell, Message message, @Nullable WhenFull choice, @Nullable Duration patience) {
    StackRoom.toRelease(); // between the push and the wake-up nothing may fail
    if (processes.isClosing() && !scheduler.isInside()) {
      countSent();
      buryMessage(cell, message, DeadLetter.Reason.RUNTIME_CLOSED);
    } else {
      giveFromInside(cell, message, choice, patience);
    }
  }

  /** A timer of a process fires, on whatever thread: as if the process sent. */
  void sendByTimer(Pid target, Object message) {
    ProcessCell cell = processes.find(target);
    if (cell == null) {
      send(target, message, WhenFull.DROP);
    } else {
      StackRoom.toRelease();
      giveFromInside(cell, new Message(message), WhenFull.DROP, null); // who fires must not wait
    }
  }

  private void giveFromInside(
      ProcessCell cell, Message message, @Nullable WhenFull choice, @Nullable Duration patience) {
    MailboxBound bound = cell.bound();
    if (bound != null && !takeRoom(bound, cell, message, choice, patience)) {
      return;
    }
    if (SendEvent.isOn()) {
      SendEvent.tell(cell, message, scheduler);
    }
    Worker here = Worker.current();
    count(here, 1);
    assert Moment.passes("a message counts as sent");
    boolean pushed = cell.push(message);
    assert Moment.passes("a message is in the mailbox, or was refused");
    if (!pushed) {
      buryMessage(cell, message, DeadLetter.Reason.PROCESS_ENDED);
      leaveRoom(bound);
    } else {
      wake(cell, here);
    }
  }

  /** A message for which there was room has come to nobody: the next one needs some, too. */
  private static void leaveRoom(@Nullable MailboxBound bound) {
    if (bound != null) {
      bound.release(1);
    }
  }

  private static void wake(ProcessCell cell, @Nullable Worker here) {
    cell.wakeFrom(here);
    cell.levelRises();
  }

  /** Sends a message that overtakes those that are not urgent. */
  void sendUrgent(Pid target, Object message) {
    ProcessCell known = target.cell;
    ProcessCell cell = known == null ? processes.find(target) : known;
    if (cell == null) {
      route(target, message, null); // a dead letter, or a relay's
    } else {
      cell.processes().post().giveUrgently(cell, new UrgentMessage(message));
    }
  }

  private void giveUrgently(ProcessCell cell, UrgentMessage message) {
    StackRoom.toRelease();
    if (SendEvent.isOn()) {
      SendEvent.tell(cell, message, scheduler);
    }
    if (processes.isClosing() && !scheduler.isInside()) {
      countSent();
      buryMessage(cell, message, DeadLetter.Reason.RUNTIME_CLOSED);
      return;
    }
    MailboxBound bound = cell.bound();
    if (bound != null) {
      bound.takeAnyway();
    }
    Worker here = Worker.current();
    count(here, 1);
    if (cell.pushUrgent(message)) {
      wake(cell, here);
    } else {
      buryMessage(cell, message, DeadLetter.Reason.PROCESS_ENDED);
      leaveRoom(bound);
    }
  }

  /** Whether there is room for {@code message}; if not, it was dropped, or its asker told. */
  private boolean takeRoom(
      MailboxBound bound,
      ProcessCell cell,
      Message message,
      @Nullable WhenFull choice,
      @Nullable Duration patience) {
    if (bound.tryTake()) {
      return true;
    }
    return switch (choice == null ? bound.whenFull() : choice) {
      case SUSPEND -> {
        if (cell.isCaller()) {
          throw bound.full(cell.self(), ", and it would wait for itself to make room");
        }
        boolean taken = bound.take(cell.self(), patience);
        if (!taken && message instanceof Request request) {
          request.refuse(
              new TimeoutException(
                  "the mailbox of %s was full for %s".formatted(cell.self(), patience)));
        }
        yield taken;
      }
      case FAIL -> throw bound.full(cell.self(), "");
      case DROP -> {
        countSent();
        buryMessage(cell, message, DeadLetter.Reason.MAILBOX_FULL);
        yield false;
      }
    };
  }

  /** For {@link Port#send}. */
  boolean sendThrough(Port port, ProcessCell cell, Object data) {
    StackRoom.toRelease();
    if (processes.isClosing() && !scheduler.isInside()) {
      return false;
    }
    PortMessage message = new PortMessage(data, port);
    MailboxBound bound = cell.bound();
    if (bound != null && !takeRoom(bound, cell, message, null, null)) {
      return true; // it has become a dead letter, because the owner lives and wants it so
    }
    if (SendEvent.isOn()) {
      SendEvent.tell(cell, message, scheduler);
    }
    Worker here = Worker.current();
    count(here, 1);
    if (!cell.push(message)) {
      count(here, -1);
      leaveRoom(bound);
      return false;
    }
    wake(cell, here);
    StepRun run = here != null && here.scheduler() == scheduler ? StepRun.current(here) : null;
    if (run
        != null) { // else nobody's step, or one of another runtime, which does not run the owner
      run.handOverTo(cell);
    }
    return true;
  }

  /** Sends a message whose sender waits for a reply; if it cannot arrive, the sender is told. */
  void request(Pid target, Request request, Duration timeout) {
    StackRoom.toHold();
    ProcessCell known = target.cell;
    ProcessCell cell =
        known == null && target.home().equals(processes.home())
            ? processes.find(target.number())
            : known;
    if (cell != null) {
      cell.processes().post().give(cell, request, null, timeout);
      return;
    }
    countSent();
    boolean here = target.home().equals(processes.home());
    bury(target, request.data(), here ? missing(target) : DeadLetter.Reason.NO_ROUTE);
    request.refuse(
        here ? hasEnded(target) : new CommandException("there is no way to ask " + target));
  }

  static CommandException hasEnded(Pid target) {
    return new CommandException("the process " + target + " has ended, so nobody can reply");
  }

  /** Puts an event that is no message into the mailbox; false if the process has ended. */
  boolean put(ProcessCell cell, Event event) {
    StackRoom.toRelease();
    if (!cell.push(event)) {
      return false;
    }
    assert Moment.passes("an event is in the mailbox");
    cell.wakeFrom(Worker.current());
    return true;
  }

  private void countSent() {
    count(Worker.current(), 1);
  }

  private void count(@Nullable Worker here, int n) {
    if (here != null && here.scheduler() == scheduler) {
      here.count(WorkerCounters.SENT, n);
    } else {
      sentOutside.add(n);
    }
  }

  /** On a runner, of {@code here}: {@code n} messages are given to a step. */
  void handled(int n, @Nullable Worker here) {
    if (here != null && here.scheduler() == scheduler) {
      here.count(WorkerCounters.HANDLED, n);
    } else {
      Memory.count(handledOutside, n);
    }
  }

  private void buryMessage(ProcessCell cell, Message message, DeadLetter.Reason reason) {
    bury(cell.self(), message.data(), reason);
    if (message instanceof Request request) {
      request.refuse(new CommandException("%s was not reached: %s".formatted(cell.self(), reason)));
    }
  }

  /** Counts a dead letter, and tells of it if there is memory for that. Does not throw. */
  void bury(Pid target, @Nullable Object content, DeadLetter.Reason reason) {
    deadLetters.count(reason);
    try {
      assert Memory.suffices("a dead letter");
      deadLetters.tell(new DeadLetter(target, content, reason));
    } catch (OutOfMemoryError e) {
      processes.report(e);
    }
  }

  DeadLetters deadLetters() {
    return deadLetters;
  }

  Registration add(Relay relay) {
    relays.add(relay);
    return () -> relays.remove(relay);
  }

  // ---- looking in

  long sent() {
    return scheduler.counted(WorkerCounters.SENT) + sentOutside.sum();
  }

  long handled() {
    return scheduler.counted(WorkerCounters.HANDLED) + handledOutside.sum();
  }

  long relayed() {
    return relayed.sum();
  }
}
