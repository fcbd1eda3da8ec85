package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;

/** Topics: what is published reaches all members. */
class GroupTest extends ProcessTestCase {

  private static void join(Heddle heddle, Pid pid, String topic) {
    order(heddle, pid, (self, out) -> self.context().join(topic));
  }

  @OnEachRuntime
  void whatIsPublishedReachesEachMemberOnceInOrder(Setup setup) {
    Heddle heddle = start(setup);
    List<Probe> probes = new ArrayList<>();
    List<Pid> pids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      probes.add(Probe.obeying());
      pids.add(heddle.processes().spawn(probes.get(i)));
      join(heddle, pids.get(i), "news");
      join(heddle, pids.get(i), "news");
    }
    join(heddle, pids.get(0), "weather");
    assertThat(heddle.processes().members("news")).isEqualTo(pids);
    assertThat(heddle.processes().publish("news", 1)).isEqualTo(5);
    assertThat(heddle.processes().publish("news", 2)).isEqualTo(5);
    assertThat(heddle.processes().publish("weather", 3)).isEqualTo(1);
    assertThat(heddle.processes().publish("sports", 4)).isZero();
    for (Probe probe : probes) {
      List<Object> expected = new ArrayList<>(List.of(1, 2));
      if (probe == probes.getFirst()) {
        expected.add(3);
      }
      await(
          "it arrives",
          () ->
              probe.messages().stream()
                  .filter(Integer.class::isInstance)
                  .toList()
                  .equals(expected));
    }
    assertThat(heddle.processes().counts().deadMessages()).isZero();
  }

  @OnEachRuntime
  void whoHasLeftGetsNothingMore(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe = Probe.obeying();
    Pid pid = heddle.processes().spawn(probe);
    join(heddle, pid, "news");
    order(heddle, pid, (self, out) -> self.context().leave("news"));
    assertThat(heddle.processes().members("news")).isEmpty();
    assertThat(heddle.processes().publish("news", 1)).isZero();
    assertThat(heddle.processes().groups().topics()).isZero();
    order(heddle, pid, (self, out) -> self.context().leave("news"));
    awaitFree(pid);
  }

  @OnEachRuntime
  void membersLeaveAtDeathBeforeAnybodyLearnsOfIt(Setup setup) {
    Heddle heddle = startTolerant(setup);
    for (String way : List.of("end", "crash", "kill")) {
      Pid pid = heddle.processes().spawn(Probe.obeying());
      join(heddle, pid, "news");
      join(heddle, pid, "weather");
      if (way.equals("kill")) {
        heddle.processes().kill(pid);
      } else {
        heddle.processes().send(pid, way);
      }
      ended(heddle, pid);
      assertThat(heddle.processes().members("news")).isEmpty();
      assertThat(heddle.processes().groups().topics()).isZero();
    }
    assertThat(heddle.processes().publish("news", 1)).isZero();
  }

  @OnEachRuntime(workers = {1, 8})
  void oneThatHasEndedDoesNotJoin(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe = Probe.obeying();
    Pid pid = heddle.processes().spawn(probe);
    heddle.processes().send(pid, "end");
    ended(heddle, pid);
    probe.context().join("news");
    assertThat(heddle.processes().members("news")).isEmpty();
  }

  /** One member that has no room, and does not want to be waited for, does not cost the others. */
  @OnEachRuntime
  void aFullMemberDoesNotKeepTheOthersFromGettingIt(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Probe.Order wait = (self, out) -> gate.await();
    List<Probe> probes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Probe probe = Probe.obeying();
      probes.add(probe);
      Pid pid =
          heddle.processes().spawn(probe, ProcessOptions.DEFAULT.withMailbox(1, WhenFull.FAIL));
      join(heddle, pid, "news");
      if (i == 1) {
        heddle.processes().send(pid, wait);
        await("it waits", () -> gate.hasParked(1));
        heddle.processes().send(pid, "fills it");
      }
    }
    assertThat(heddle.processes().publish("news", "new")).isEqualTo(3);
    await("first", () -> probes.get(0).messages().contains("new"));
    await("last", () -> probes.get(2).messages().contains("new"));
    assertThat(dead(heddle, DeadLetter.Reason.MAILBOX_FULL)).isEqualTo(1);
    gate.open();
  }
}
