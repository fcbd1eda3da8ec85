package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A process is killed at every point of what ties it to others. Whatever it was at: afterwards no
 * name, link, monitor, watch, topic or timer dangles, and whoever waited for it is told.
 */
class KillAnywhereTest extends ProcessTestCase {
  private static final int ROUNDS = 30;

  /** Each of these is one point; between two of them, and in each, it can be killed. */
  private static List<Probe.Order> points(Heddle heddle, Pid other, int round) {
    return List.of(
        (self, out) -> heddle.processes().register("name" + round, self.context().self()),
        (self, out) -> self.context().link(other),
        (self, out) -> self.context().monitor(other),
        (self, out) -> self.context().watchName("never" + round),
        (self, out) -> self.context().join("topic"),
        (self, out) -> self.context().sendEvery(Duration.ofSeconds(100), other, "tick"),
        (self, out) -> out.yield(1, Command.ask(other, "question", Delays.LONG)),
        (self, out) -> out.yield(2, Command.sleep(Duration.ofSeconds(100))),
        (self, out) ->
            heddle.processes().upgrade(self.context().self(), (current, context) -> current),
        (self, out) -> self.context().unlink(other),
        (self, out) -> heddle.processes().unregister("name" + round));
  }

  /** After every one of the points, by itself: a crash is a kill from within. */
  @OnEachRuntime
  void aProcessThatCrashesAfterEachPointLeavesNothing(Setup setup) {
    Heddle heddle = startTolerant(setup);
    int length = points(heddle, Pid.of("no", "one", 1), 0).size();
    for (int last = 0; last < length; last++) {
      Pid other = trapping(heddle);
      List<Probe.Order> points = points(heddle, other, last).subList(0, last + 1);
      Pid pid = heddle.processes().spawn(Probe.obeying());
      points.forEach(point -> heddle.processes().send(pid, point));
      heddle.processes().send(pid, "crash");
      ended(heddle, pid);
      assertNothingIsLeft(heddle, pid, other);
    }
  }

  /** From outside, at random moments while it goes through all points. */
  @OnEachRuntime
  void aProcessThatIsKilledAtAnyPointLeavesNothing(Setup setup) {
    Heddle heddle = start(setup);
    Random random = random();
    for (int round = 0; round < ROUNDS; round++) {
      Pid other = trapping(heddle);
      Pid pid = heddle.processes().spawn(Probe.obeying());
      points(heddle, other, round).forEach(point -> heddle.processes().send(pid, point));
      spinFor(random.nextInt(100_000));
      heddle.processes().kill(pid);
      ended(heddle, pid);
      assertNothingIsLeft(heddle, pid, other);
    }
  }

  /** The other end of all that, at random moments. */
  @OnEachRuntime
  void aProcessWhoseOtherEndIsKilledAtAnyPointIsToldAndLivesOn(Setup setup) {
    Heddle heddle = start(setup);
    Random random = random();
    for (int round = 0; round < ROUNDS; round++) {
      Pid other = trapping(heddle);
      Probe probe = Probe.obeying();
      Pid pid = heddle.processes().spawn(probe);
      Probe.Order trap = (self, out) -> self.context().trapExits(true);
      heddle.processes().send(pid, trap);
      points(heddle, other, round).forEach(point -> heddle.processes().send(pid, point));
      spinFor(random.nextInt(100_000));
      heddle.processes().kill(other);
      ended(heddle, other);
      await("its question is answered", () -> !probe.completions().isEmpty());
      await("its monitor is over", () -> probe.all(Down.class).size() == 1);
      awaitFree(other);
      heddle.processes().kill(pid);
      ended(heddle, pid);
      assertNothingIsLeft(heddle, pid, other);
    }
  }

  /** Who asks, and who is asked, are killed at random moments. */
  @OnEachRuntime
  void aRequestEndsWhoeverIsKilled(Setup setup) {
    Heddle heddle = start(setup);
    Random random = random();
    for (int round = 0; round < ROUNDS; round++) {
      Pid echo =
          heddle
              .processes()
              .spawn(
                  inbox -> {
                    while (true) {
                      inbox.receive();
                      inbox.reply("re");
                    }
                  });
      Pid asking =
          heddle
              .processes()
              .spawn(
                  inbox -> {
                    try {
                      while (true) {
                        heddle.processes().request(echo, "question", Delays.LONG);
                      }
                    } catch (CommandException e) {
                      return "told";
                    }
                  });
      spinFor(random.nextInt(200_000));
      boolean asker = random.nextBoolean();
      heddle.processes().kill(asker ? asking : echo);
      Exit exit = ended(heddle, asking);
      if (asker) {
        assertThat(exit).isEqualTo(new Exit.Killed("killed"));
      } else {
        assertThat(exit).isEqualTo(new Exit.Completed("told"));
      }
      heddle.processes().kill(echo);
      ended(heddle, echo);
      awaitFree(echo);
      awaitFree(asking);
    }
  }

  /** Fibers too: while they receive, perform, sleep, and before they begin. */
  @OnEachRuntime
  void aFiberThatIsKilledAtAnyPointLeavesNothing(Setup setup) {
    Heddle heddle = start(setup);
    Random random = random();
    for (int i = 0; i < ROUNDS; i++) {
      int round = i;
      Pid other = trapping(heddle);
      Pid pid =
          heddle
              .processes()
              .spawn(
                  inbox -> {
                    heddle.processes().register("name" + round, inbox.self());
                    inbox.context().link(other);
                    inbox.context().monitor(other);
                    inbox.context().watchName("never" + round);
                    inbox.receive(Duration.ofNanos(10_000));
                    inbox.context().join("topic");
                    inbox.perform(Command.sleep(Duration.ofNanos(10_000)));
                    inbox.context().sendEvery(Duration.ofSeconds(100), other, "tick");
                    return inbox.perform(Command.ask(other, "question", Delays.LONG));
                  });
      heddle.processes().send(pid, "message");
      spinFor(random.nextInt(200_000));
      heddle.processes().kill(pid);
      ended(heddle, pid);
      assertNothingIsLeft(heddle, pid, other);
    }
  }

  private static Pid trapping(Heddle heddle) {
    Pid pid = heddle.processes().spawn(Probe.obeying());
    cell(pid).trapExits(true);
    return pid;
  }

  private static void assertNothingIsLeft(Heddle heddle, Pid dead, Pid other) {
    assertThat(heddle.processes().registered()).doesNotContainValue(dead);
    assertThat(heddle.processes().members("topic")).isEmpty();
    assertThat(heddle.processes().names().watches()).isZero();
    awaitFree(dead);
    heddle.processes().kill(other);
    ended(heddle, other);
    awaitFree(other);
    List<Pid> living = new ArrayList<>();
    heddle.processes().forEach(info -> living.add(info.pid()));
    assertThat(living).isEmpty();
  }
}
