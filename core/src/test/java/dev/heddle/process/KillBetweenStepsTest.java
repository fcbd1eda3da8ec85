package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A process is killed at each single {@link Moment} of what ties it to others, and its end stopped
 * at each of its own: all ways in which the two can meet with one switch to and fro. See {@link
 * Meeting}. Whoever was killed, and when: no name, watch, link, monitor, timer or membership
 * dangles, and who waited is told, once.
 */
class KillBetweenStepsTest extends ProcessTestCase {
  private static final Duration LATER = Duration.ofSeconds(100);

  /** Two processes that trap exits, of which the first is what an operation is about. */
  private static final class Pair {
    final Heddle heddle;
    final Processes processes;
    final Probe selfProbe = Probe.obeying();
    final Probe otherProbe = Probe.obeying();
    final Pid self;
    final Pid other;

    Pair(Heddle heddle) {
      this.heddle = heddle;
      this.processes = heddle.processes();
      this.self = processes.spawn(selfProbe);
      this.other = processes.spawn(otherProbe);
      awaitState(heddle, self, ProcessState.IDLE);
      awaitState(heddle, other, ProcessState.IDLE);
    }

    ProcessCell me() {
      return cell(self);
    }

    void trap() {
      me().trapExits(true);
      cell(other).trapExits(true);
    }

    /** Gives {@code pid} the name; one that has ended is refused. */
    void register(Pid pid) {
      try {
        processes.register("name", pid);
      } catch (IllegalStateException e) {
        assertThat(e).hasMessageContaining("has ended");
      }
    }
  }

  @FunctionalInterface
  private interface Part {
    void play(Pair pair) throws Throwable;
  }

  @FunctionalInterface
  private interface Check {
    void check(Pair pair, boolean selfDied) throws Throwable;
  }

  /** What is there before, what meets the end, and what has to be so afterwards. */
  private record Case(String name, boolean ofTwo, Part before, Part operation, Check check) {
    /** Of two processes, which may both die. */
    Case(String name, Part before, Part operation, Check check) {
      this(name, true, before, operation, check);
    }

    /** Of one process. */
    static Case alone(String name, Part before, Part operation, Check check) {
      return new Case(name, false, before, operation, check);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** Who dies, of what, and whether the end begins before the operation. */
  private record Death(boolean ofSelf, boolean byKill, boolean first) {
    static List<Death> all() {
      List<Death> all = new ArrayList<>();
      for (int bits = 0; bits < 8; bits++) {
        all.add(new Death((bits & 1) == 0, (bits & 2) == 0, (bits & 4) != 0));
      }
      return all;
    }

    Pid victim(Pair pair) {
      return ofSelf ? pair.self : pair.other;
    }

    /** One that is not killed ends by itself: unlike a kill, that ties it to nothing. */
    void come(Pair pair) {
      if (byKill) {
        pair.processes.kill(victim(pair));
      } else {
        pair.processes.send(victim(pair), "end");
      }
    }

    Exit exit() {
      return byKill ? new Exit.Killed("killed") : new Exit.Completed("ended");
    }
  }

  private void meetAll(Setup setup, Case... cases) {
    Heddle heddle = start(setup);
    for (Case each : cases) {
      for (Death death : Death.all()) {
        if (each.ofTwo || death.ofSelf) {
          meetAll(heddle, each, death);
        }
      }
    }
  }

  private static void meetAll(Heddle heddle, Case each, Death death) {
    int moments = 0;
    while (meetAt(heddle, each, death, moments)) {
      moments++;
    }
    assertThat(moments).as("moments of %s", each).isPositive();
  }

  /** At this moment of the operation, and each of the end; false if it has no such moment. */
  private static boolean meetAt(Heddle heddle, Case each, Death death, int to) {
    int endTo = 1;
    Meeting meeting;
    do {
      Pair pair = new Pair(heddle);
      Pid victim = death.victim(pair);
      meeting =
          new Meeting(
              () -> death.come(pair),
              () -> assertUnknown(heddle, victim),
              cell(victim),
              death.first,
              to,
              endTo++);
      try {
        each.before.play(pair);
        meeting.hold(() -> each.operation.play(pair));
        assertThat(ended(heddle, victim)).isEqualTo(death.exit());
        assertGone(heddle, victim);
        each.check.check(pair, death.ofSelf);
        endAll(pair);
      } catch (Throwable e) {
        throw new AssertionError("%s, %s; %s".formatted(each, death, meeting), e);
      }
    } while (meeting.endHalted() && meeting.operationHalted());
    return meeting.operationHalted();
  }

  /** Who knows of an end finds no name and no member. */
  private static void assertUnknown(Heddle heddle, Pid dead) {
    assertThat(heddle.processes().registered()).doesNotContainValue(dead);
    assertThat(heddle.processes().members("topic")).doesNotContain(dead);
  }

  private static void assertGone(Heddle heddle, Pid dead) {
    assertUnknown(heddle, dead);
    assertThat(cell(dead).bonds().size()).as("ties of the dead").isZero();
  }

  private static void endAll(Pair pair) {
    for (Pid each : List.of(pair.self, pair.other)) {
      pair.processes.kill(each);
      ended(pair.heddle, each);
      awaitFree(each);
      assertGone(pair.heddle, each);
    }
    assertThat(pair.processes.names().watches()).isZero();
    assertThat(pair.processes.groups().topics()).isZero();
    assertThat(pair.heddle.metrics().timers()).isZero();
  }

  // ---- names

  @OnEachRuntime(workers = {1, 4})
  void aRegistrationAgainstAKill(Setup setup) {
    meetAll(
        setup,
        Case.alone(
            "register",
            pair -> {},
            pair -> pair.register(pair.self),
            (pair, selfDied) ->
                assertThat(pair.processes.whereIs("name")).isEqualTo(selfDied ? null : pair.self)),
        new Case(
            "register what somebody watches for",
            pair -> cell(pair.other).watchName("name"),
            pair -> pair.register(pair.self),
            KillBetweenStepsTest::assertWatcherIsToldOnce),
        new Case(
            "register what somebody has",
            pair -> pair.register(pair.other),
            pair -> {
              try {
                pair.register(pair.self);
              } catch (NameTakenException e) {
                assertThat(e.holder()).isEqualTo(pair.other);
              }
            },
            (pair, selfDied) -> {
              if (selfDied) {
                assertThat(pair.processes.whereIs("name")).isEqualTo(pair.other);
              } else {
                pair.register(pair.self); // whether it has the name or not
              }
            }),
        Case.alone(
            "unregister",
            pair -> pair.register(pair.self),
            pair -> pair.processes.unregister("name"),
            (pair, selfDied) -> {
              assertThat(pair.processes.whereIs("name")).isNull();
              awaitFree(pair.self);
            }));
  }

  private static void assertWatcherIsToldOnce(Pair pair, boolean selfDied) {
    if (selfDied) {
      pair.processes.register("name", pair.other); // tells a watcher that has not been told
      await("told", () -> !pair.otherProbe.all(Named.class).isEmpty());
      pair.processes.unregister("name");
      pair.processes.register("name", pair.other);
      drain(pair, pair.other);
      assertThat(pair.otherProbe.all(Named.class)).hasSize(1);
    } else {
      assertThat(pair.processes.whereIs("name")).isEqualTo(pair.self);
    }
    assertThat(pair.processes.names().watches()).isZero();
  }

  /** What was sent to it before has arrived. */
  private static void drain(Pair pair, Pid pid) {
    order(pair.heddle, pid, (self, out) -> {});
  }

  @OnEachRuntime(workers = {1, 4})
  void aWatchForANameAgainstAKill(Setup setup) {
    meetAll(
        setup,
        Case.alone(
            "watch for what nobody has",
            pair -> {},
            pair -> pair.me().watchName("name"),
            (pair, selfDied) ->
                assertThat(pair.processes.names().watches()).isEqualTo(selfDied ? 0 : 1)),
        new Case(
            "watch for what somebody has",
            pair -> pair.register(pair.other),
            pair -> pair.me().watchName("name"),
            (pair, selfDied) -> {
              if (!selfDied) {
                pair.processes.register("name", pair.self);
                await("told", () -> !pair.selfProbe.all(Named.class).isEmpty());
                drain(pair, pair.self);
                assertThat(pair.selfProbe.all(Named.class)).hasSize(1);
              }
              assertThat(pair.processes.names().watches()).isZero();
            }),
        Case.alone(
            "wait for a name",
            pair -> pair.register(pair.self),
            pair ->
                assertThat(pair.processes.awaitName("name", Duration.ZERO)).isIn(pair.self, null),
            (pair, selfDied) -> assertThat(pair.processes.names().watches()).isZero()));
  }

  // ---- links and monitors

  @OnEachRuntime(workers = {1, 4})
  void aLinkAgainstAKill(Setup setup) {
    meetAll(
        setup,
        new Case(
            "link",
            Pair::trap,
            pair -> pair.me().link(pair.other),
            (pair, selfDied) -> {
              if (selfDied) {
                drain(pair, pair.other);
                assertThat(pair.otherProbe.all(Exited.class)).hasSizeLessThanOrEqualTo(1);
                awaitFree(pair.other);
              } else {
                await("told", () -> !pair.selfProbe.all(Exited.class).isEmpty());
                drain(pair, pair.self);
                assertThat(pair.selfProbe.all(Exited.class)).hasSize(1);
                awaitFree(pair.self);
              }
            }),
        new Case(
            "link without a trap",
            pair -> {},
            pair -> pair.me().link(pair.other),
            (pair, selfDied) -> {
              Exit cause = ended(pair.heddle, selfDied ? pair.self : pair.other);
              if (!selfDied && cause.isCrash()) {
                assertThat(ended(pair.heddle, pair.self))
                    .isEqualTo(new Exit.Taken(pair.other, cause));
              }
              awaitFree(pair.self);
              awaitFree(pair.other);
            }),
        new Case(
            "unlink",
            pair -> {
              pair.trap();
              pair.me().link(pair.other);
            },
            pair -> pair.me().unlink(pair.other),
            (pair, selfDied) -> {
              drain(pair, selfDied ? pair.other : pair.self);
              Probe survivor = selfDied ? pair.otherProbe : pair.selfProbe;
              assertThat(survivor.all(Exited.class)).hasSizeLessThanOrEqualTo(1);
              awaitFree(pair.self);
              awaitFree(pair.other);
            }));
  }

  @OnEachRuntime(workers = {1, 4})
  void aMonitorAgainstAKill(Setup setup) {
    Monitor[] monitor = new Monitor[1];
    meetAll(
        setup,
        new Case(
            "monitor",
            pair -> {},
            pair -> pair.me().monitor(pair.other),
            (pair, selfDied) -> {
              if (!selfDied) {
                await("told", () -> !pair.selfProbe.all(Down.class).isEmpty());
                drain(pair, pair.self);
                assertThat(pair.selfProbe.all(Down.class)).hasSize(1);
              }
              awaitFree(pair.self);
              awaitFree(pair.other);
            }),
        new Case(
            "close a monitor",
            pair -> monitor[0] = pair.me().monitor(pair.other),
            pair -> monitor[0].close(),
            (pair, selfDied) -> {
              if (!selfDied) {
                drain(pair, pair.self);
                assertThat(pair.selfProbe.all(Down.class)).hasSizeLessThanOrEqualTo(1);
              }
              awaitFree(pair.self);
              awaitFree(pair.other);
            }));
  }

  // ---- timers and topics

  @OnEachRuntime(workers = {1, 4})
  void aTimerAgainstAKill(Setup setup) {
    SendTimer[] timer = new SendTimer[1];
    Check noneIsLeft =
        (pair, selfDied) -> {
          if (selfDied) {
            assertThat(pair.heddle.metrics().timers()).isZero();
          }
        };
    Check noneIsLeftAtAll =
        (pair, selfDied) -> {
          assertThat(pair.heddle.metrics().timers()).isZero();
          awaitFree(pair.self);
        };
    meetAll(
        setup,
        Case.alone(
            "send after",
            pair -> {},
            pair -> pair.me().sendAfter(LATER, pair.other, "tick"),
            noneIsLeft),
        Case.alone(
            "send every",
            pair -> {},
            pair -> pair.me().sendEvery(LATER, pair.other, "tick"),
            noneIsLeft),
        Case.alone(
            "cancel one that sends once",
            pair -> timer[0] = pair.me().sendAfter(LATER, pair.other, "tick"),
            pair -> timer[0].cancel(),
            noneIsLeftAtAll),
        Case.alone(
            "cancel one that repeats",
            pair -> timer[0] = pair.me().sendEvery(LATER, pair.other, "tick"),
            pair -> timer[0].cancel(),
            noneIsLeftAtAll));
  }

  @OnEachRuntime(workers = {1, 4})
  void aMembershipAgainstAKill(Setup setup) {
    meetAll(
        setup,
        Case.alone(
            "join",
            pair -> {},
            pair -> pair.me().join("topic"),
            (pair, selfDied) ->
                assertThat(pair.processes.members("topic"))
                    .isEqualTo(selfDied ? List.of() : List.of(pair.self))),
        Case.alone(
            "leave",
            pair -> pair.me().join("topic"),
            pair -> pair.me().leave("topic"),
            (pair, selfDied) -> {
              assertThat(pair.processes.members("topic")).isEmpty();
              awaitFree(pair.self);
            }));
  }

  // ---- requests

  /** Nobody replies here: all that the asker can be told is the end of who was asked. */
  @OnEachRuntime(workers = {1, 4})
  void aRequestAgainstAKillOfWhoIsAsked(Setup setup) {
    Heddle heddle = start(setup);
    Case request =
        new Case(
            "request",
            pair -> {},
            pair ->
                assertThatThrownBy(
                        () -> pair.processes.request(pair.other, "question", Delays.LONG))
                    .isInstanceOf(CommandException.class),
            (pair, selfDied) -> awaitFree(pair.other));
    for (Death death : Death.all()) {
      if (!death.ofSelf) {
        meetAll(heddle, request, death);
      }
    }
  }

  @OnEachRuntime(workers = {1, 4})
  void anUpgradeThatIsAskedForAgainstAKill(Setup setup) {
    meetAll(
        setup,
        Case.alone(
            "upgrade",
            pair -> {},
            pair -> pair.processes.upgrade(pair.self, (current, context) -> new Successor(current)),
            (pair, selfDied) -> {}));
  }

  /** Goes on as before. */
  private record Successor(Process before) implements Process {
    @Override
    public void step(Events events, StepOutput out) throws Exception {
      before.step(events, out);
    }

    @Override
    public void close() {
      before.close();
    }
  }
}
