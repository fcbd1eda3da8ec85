package dev.heddle.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.process.Pid;
import dev.heddle.scheduler.Clock;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A supervisor gives up when there are too many restarts; and waits between them, if told to. */
class RestartLimitTest extends SupervisorTestCase {
  private static final Duration HOUR = Duration.ofHours(1);

  private void crash(Heddle heddle, String id, int times) {
    for (int i = 0; i < times; i++) {
      int before = diary.entries().size();
      tell(heddle, id, Diary.CRASH);
      await("restarted", () -> diary.entries().size() >= before + 2 && diary.pid(id) != null);
    }
  }

  @OnEachRuntime
  void oneRestartTooManyEndsTheSupervisor(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root =
        supervise(
            heddle,
            SupervisorSpec.oneForOne(diary.child("a"), diary.child("b"), diary.child("c"))
                .withLimit(3, HOUR));
    crash(heddle, "b", 3);
    assertThat(heddle.processes().isAlive(root.pid())).isTrue();
    diary.clear();
    tell(heddle, "b", Diary.CRASH);
    assertThat(failure(heddle, root.pid()))
        .hasMessageContainingAll("at most 3 restarts in 1h", "'b'")
        .hasRootCauseMessage("b crashes");
    assertThat(diary.entries()).containsExactly("-b", "-c", "-a");
    assertThat(heddle.processes().counts().alive()).isZero();
    assertThatThrownBy(root::children)
        .isInstanceOf(SupervisorException.class)
        .hasMessageContaining("has ended");
  }

  @OnEachRuntime
  void theRestartsOfAllChildrenCountTogether(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root =
        supervise(
            heddle,
            SupervisorSpec.restForOne(diary.child("a"), diary.child("b")).withLimit(2, HOUR));
    tell(heddle, "b", Diary.CRASH);
    awaitEntries("+a", "+b", "-b", "+b");
    awaitState(root, "b", ChildState.RUNNING);
    tell(heddle, "a", Diary.CRASH);
    awaitEntries("+a", "+b", "-b", "+b", "-a", "-b", "+a", "+b");
    awaitState(root, "b", ChildState.RUNNING);
    tell(heddle, "b", Diary.CRASH);
    assertThat(failure(heddle, root.pid())).hasMessageContaining("'b'");
  }

  @OnEachRuntime
  void aLimitOfZeroTakesNoCrashAtAll(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root =
        supervise(heddle, SupervisorSpec.oneForOne(diary.child("a")).withLimit(0, HOUR));
    tell(heddle, "a", Diary.CRASH);
    failure(heddle, root.pid());
    assertThat(diary.entries()).containsExactly("+a", "-a");
  }

  @OnEachRuntime
  void oldRestartsDoNotCount(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    Duration within = Duration.ofMillis(1);
    SupervisorHandle root =
        supervise(heddle, SupervisorSpec.oneForOne(diary.child("a")).withLimit(1, within));
    for (int i = 0; i < 5; i++) {
      crash(heddle, "a", 1);
      long now = Clock.nanos();
      await("the restart is old", () -> Clock.nanos() - now > 2 * within.toNanos());
    }
    assertThat(status(root, "a").restarts()).isEqualTo(5);
  }

  @OnEachRuntime
  void whatWasAskedForDoesNotCount(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root =
        supervise(heddle, SupervisorSpec.oneForOne(diary.child("a")).withLimit(0, HOUR));
    for (int i = 0; i < 5; i++) {
      root.restart("a");
    }
    assertThat(status(root, "a").restarts()).isEqualTo(5);
  }

  @OnEachRuntime
  void theOneAboveActs(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root =
        supervise(
            heddle,
            SupervisorSpec.oneForOne(
                    ChildSpec.supervisor(
                        "below",
                        SupervisorSpec.oneForOne(diary.child("a"), diary.child("b"))
                            .withLimit(1, HOUR)),
                    diary.child("c"))
                .withLimit(1, HOUR));
    Pid below = pid(root, "below");
    crash(heddle, "a", 2);
    failure(heddle, below);
    await("started again", () -> diary.pid("b") != null);
    awaitState(root, "below", ChildState.RUNNING);
    assertThat(pid(root, "below")).isNotEqualTo(below);
    assertThat(diary.entries())
        .containsExactly("+a", "+b", "+c", "-a", "+a", "-a", "-b", "+a", "+b");
    crash(heddle, "a", 1);
    tell(heddle, "a", Diary.CRASH);
    assertThat(failure(heddle, root.pid())).hasMessageContaining("'below'");
    assertThat(heddle.processes().counts().alive()).isZero();
  }

  @OnEachRuntime
  void aRestartThatNeverSucceedsIsGivenUp(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    for (Strategy strategy : Strategy.values()) {
      diary.clear();
      SupervisorHandle root =
          supervise(
              heddle,
              new SupervisorSpec(
                  "",
                  strategy,
                  new RestartLimit(300, HOUR),
                  Backoff.NONE,
                  List.of(diary.child("a"), diary.child("b"))));
      diary.breakInit("b");
      tell(heddle, "b", Diary.CRASH);
      assertThat(failure(heddle, root.pid())).hasMessageContaining("'b'");
      assertThat(diary.entries()).filteredOn("!b"::equals).hasSize(300);
      diary.mendInit("b");
    }
  }

  // ---- backoff

  @OnEachRuntime
  void aBackoffDelaysTheRestartOfOne(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    Backoff backoff =
        Backoff.exponential(Delays.TIMEOUT, Delays.TIMEOUT.multipliedBy(10)).withJitter(0);
    SupervisorHandle root =
        supervise(
            heddle,
            patient(SupervisorSpec.oneForOne(diary.child("a"), diary.child("b")))
                .withBackoff(backoff));
    Queue<Long> waits = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < 3; i++) {
      Pid before = pid(root, "a");
      long start = Clock.nanos();
      heddle.processes().send(before, Diary.CRASH);
      ended(heddle, before);
      tell(heddle, "b", Diary.CRASH); // does not wait for the other
      await("another", () -> diary.pid("a") != null && !before.equals(diary.pid("a")));
      awaitState(root, "a", ChildState.RUNNING);
      waits.add(Clock.nanos() - start);
    }
    long expected = Delays.TIMEOUT.toNanos();
    for (long wait : waits) {
      assertThat(wait).isGreaterThanOrEqualTo(expected);
      expected *= 2;
    }
    awaitState(root, "b", ChildState.RUNNING);
  }

  @OnEachRuntime
  void aQuietTimeLetsTheBackoffBeginAgain(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    Backoff backoff =
        Backoff.exponential(Duration.ofMillis(1), Duration.ofHours(1))
            .withFactor(1_000)
            .withJitter(0)
            .withQuiet(Duration.ZERO);
    SupervisorHandle root =
        supervise(heddle, patient(SupervisorSpec.oneForOne(diary.child("a"))).withBackoff(backoff));
    crash(heddle, "a", 5); // the third would else come after a quarter of an hour
    awaitState(root, "a", ChildState.RUNNING);
  }

  @OnEachRuntime
  void aBackoffDelaysTheRestartOfAll(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root =
        supervise(
            heddle,
            patient(SupervisorSpec.restForOne(diary.child("a"), diary.child("b"), diary.child("c")))
                .withBackoff(Backoff.exponential(Delays.TIMEOUT, Delays.TIMEOUT)));
    diary.clear();
    tell(heddle, "b", Diary.CRASH);
    awaitEntries("-b", "-c");
    tell(heddle, "a", Diary.CRASH); // while the others wait, or, on a slow machine, after that
    await("a has ended", () -> diary.entries().contains("-a"));
    await("all are back", () -> lastThree().equals(List.of("+a", "+b", "+c")));
    awaitState(root, "c", ChildState.RUNNING);
    assertThat(diary.entries()).startsWith("-b", "-c");
  }

  private List<String> lastThree() {
    List<String> entries = diary.entries();
    return entries.subList(Math.max(0, entries.size() - 3), entries.size());
  }

  @OnEachRuntime
  void aChildThatWaitsForItsRestartCanBeStopped(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root =
        supervise(
            heddle,
            patient(SupervisorSpec.oneForOne(diary.child("a"), diary.child("b")))
                .withBackoff(Backoff.exponential(HOUR, HOUR)));
    tell(heddle, "a", Diary.CRASH);
    tell(heddle, "b", Diary.CRASH);
    awaitState(root, "a", ChildState.RESTARTING);
    awaitState(root, "b", ChildState.RESTARTING);
    assertThat(root.stop("a").isOrderly()).isTrue();
    assertThat(status(root, "a").state()).isEqualTo(ChildState.STOPPED);
    root.restart("b");
    assertThat(status(root, "b").state()).isEqualTo(ChildState.RUNNING);
    root.stop(Delays.LONG);
    await("no timer is left", () -> heddle.metrics().timers() == 0);
  }
}
