package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;

/** Messages that overtake a backlog. */
class UrgentMessageTest extends ProcessTestCase {

  /** A process that is held in a step until the gate opens. */
  private static Pid held(Heddle heddle, Probe probe, Gate gate, ProcessOptions options) {
    Pid pid = heddle.processes().spawn(probe, options);
    Probe.Order wait = (self, out) -> gate.await();
    heddle.processes().send(pid, wait);
    await("it is in its step", () -> gate.hasParked(1));
    return pid;
  }

  @OnEachRuntime
  void anUrgentMessageOvertakesTheBacklogAndUrgentOnesStayInOrder(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe = Probe.obeying();
    Gate gate = new Gate();
    Pid pid = held(heddle, probe, gate, ProcessOptions.DEFAULT);
    List<Object> expected = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      heddle.processes().send(pid, i);
    }
    for (int i = 1000; i < 1100; i++) {
      heddle.processes().sendUrgent(pid, i);
      expected.add(i);
    }
    for (int i = 0; i < 200; i++) {
      expected.add(i);
    }
    assertThat(info(heddle, pid).mailbox()).isEqualTo(300);
    gate.open();
    await("all come", () -> probe.messages().size() == 301);
    assertThat(probe.messages().subList(1, 301)).isEqualTo(expected);
    assertThat(info(heddle, pid).mailbox()).isZero();
  }

  /** Sent while the backlog is being worked off, each overtakes what is left of it. */
  @OnEachRuntime
  void urgentMessagesOfEachSenderStayInOrderUnderLoad(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe = Probe.obeying();
    Pid pid = heddle.processes().spawn(probe);
    for (String sender : List.of("a", "b")) {
      thread(
          sender,
          () -> {
            for (int i = 0; i < 500; i++) {
              heddle.processes().send(pid, sender + "-" + i);
              heddle.processes().sendUrgent(pid, sender + "+" + i);
            }
          });
    }
    await("all come", () -> probe.events.size() == 2000);
    for (String kind : List.of("a-", "a+", "b-", "b+")) {
      List<Object> some =
          probe.messages().stream().filter(each -> each.toString().startsWith(kind)).toList();
      for (int i = 0; i < 500; i++) {
        assertThat(some.get(i)).isEqualTo(kind + i);
      }
    }
  }

  @OnEachRuntime
  void anUrgentMessageFindsRoomInAFullMailboxWhichIsMissingLater(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe = Probe.obeying();
    Gate gate = new Gate();
    Pid pid = held(heddle, probe, gate, ProcessOptions.DEFAULT.withMailbox(2, WhenFull.DROP));
    heddle.processes().send(pid, "first");
    heddle.processes().send(pid, "second");
    heddle.processes().send(pid, "dropped");
    heddle.processes().sendUrgent(pid, "urgent");
    heddle.processes().sendUrgent(pid, "urgent too");
    heddle.processes().send(pid, "dropped too");
    assertThat(dead(heddle, DeadLetter.Reason.MAILBOX_FULL)).isEqualTo(2);
    gate.open();
    await("all come", () -> probe.messages().size() == 5);
    assertThat(probe.messages().subList(1, 5))
        .containsExactly("urgent", "urgent too", "first", "second");
    Gate second = new Gate();
    Probe.Order wait = (self, out) -> second.await();
    heddle.processes().send(pid, wait);
    await("it is in its step", () -> second.hasParked(1));
    heddle.processes().send(pid, 1);
    heddle.processes().send(pid, 2);
    heddle.processes().send(pid, 3);
    assertThat(dead(heddle, DeadLetter.Reason.MAILBOX_FULL)).as("room for two").isEqualTo(3);
    second.open();
  }

  @OnEachRuntime
  void oneToTheDeadIsADeadLetter(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Pid pid = held(heddle, Probe.obeying(), gate, ProcessOptions.DEFAULT);
    heddle.processes().sendUrgent(pid, "unread");
    heddle.processes().send(pid, "unread too");
    heddle.processes().kill(pid);
    gate.open();
    ended(heddle, pid);
    heddle.processes().sendUrgent(pid, "late");
    heddle.processes().sendUrgent(Pid.parse(pid.toString()), "late too");
    assertThat(dead(heddle, DeadLetter.Reason.PROCESS_ENDED)).isEqualTo(4);
    heddle.processes().sendUrgent(Pid.of("another", "place", 1), "lost");
    assertThat(dead(heddle, DeadLetter.Reason.NO_ROUTE)).isEqualTo(1);
  }

  /** As with other messages, a PID that its spawn returned is a way to another runtime too. */
  @OnEachRuntime(workers = {1, 8})
  void oneReachesAProcessOfAnotherRuntimeAndIsRefusedOnceThatIsClosed(Setup setup) {
    Heddle here = start(setup);
    Heddle there = start(setup);
    Probe probe = Probe.obeying();
    Pid pid = there.processes().spawn(probe);
    here.processes().sendUrgent(pid, "over the border");
    await("it comes", () -> probe.messages().contains("over the border"));
    there.shutdown(Delays.LONG);
    here.processes().sendUrgent(pid, "late");
    assertThat(dead(there, DeadLetter.Reason.RUNTIME_CLOSED)).isEqualTo(1);
  }
}
