package dev.heddle.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.process.Exit;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessOptions;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;

/** Children are started in order, all of them or none. */
class SupervisorStartTest extends SupervisorTestCase {
  @OnEachRuntime
  void childrenAreStartedInOrder(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    SupervisorHandle root =
        supervise(
            heddle,
            SupervisorSpec.oneForOne(
                diary.child("a"),
                ChildSpec.supervisor(
                    "b", SupervisorSpec.oneForOne(diary.child("b1"), diary.child("b2"))),
                diary.child("c")));
    assertThat(diary.entries()).containsExactly("+a", "+b1", "+b2", "+c");
    assertThat(root.children()).extracting(ChildStatus::id).containsExactly("a", "b", "c");
    assertThat(root.children())
        .allSatisfy(child -> assertThat(child.state()).isEqualTo(ChildState.RUNNING));
    assertThat(status(root, "a").pid()).isEqualTo(diary.pid("a"));
  }

  @OnEachRuntime
  void aSupervisorWithoutChildrenStarts(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    SupervisorHandle root = supervise(heddle, SupervisorSpec.oneForOne());
    assertThat(root.children()).isEmpty();
    assertThat(root.stop(Duration.ofSeconds(5)).isOrderly()).isTrue();
  }

  @OnEachRuntime
  void thousandsOfChildrenStartWithoutHoldingTheWorker(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    SupervisorSpec spec = SupervisorSpec.oneForOne();
    java.util.List<ChildSpec> many = new java.util.ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      many.add(diary.child("c" + i));
    }
    spec = new SupervisorSpec("", spec.strategy(), spec.limit(), spec.backoff(), many);
    SupervisorHandle root = supervise(heddle, spec);
    assertThat(diary.entries()).hasSize(2_000);
    assertThat(root.stop(Duration.ofSeconds(20)).isOrderly()).isTrue();
    assertThat(heddle.processes().counts().alive()).isZero();
  }

  @OnEachRuntime
  void anInitThatFailsStopsThoseBeforeInReverseOrder(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    diary.breakInit("c");
    SupervisorSpec spec =
        SupervisorSpec.oneForOne(
            diary.child("a"), diary.child("b"), diary.child("c"), diary.child("d"));
    assertThatThrownBy(() -> supervise(heddle, spec))
        .isInstanceOf(SupervisorException.class)
        .hasMessageContaining("'c'")
        .hasMessageContaining("c is broken");
    assertThat(diary.entries()).containsExactly("+a", "+b", "!c", "-b", "-a");
    assertThat(heddle.processes().counts().alive()).isZero();
  }

  @OnEachRuntime
  void aFailureFarBelowIsNamedAllTheWay(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    diary.breakInit("deep");
    SupervisorSpec spec =
        SupervisorSpec.oneForOne(
            diary.child("a"),
            ChildSpec.supervisor(
                "outer",
                SupervisorSpec.oneForOne(
                    diary.child("b"),
                    ChildSpec.supervisor("inner", SupervisorSpec.oneForOne(diary.child("deep"))))));
    assertThatThrownBy(() -> supervise(heddle, spec))
        .isInstanceOf(SupervisorException.class)
        .hasMessageContainingAll("'outer'", "'inner'", "'deep'", "deep is broken");
    assertThat(diary.entries()).containsExactly("+a", "+b", "!deep", "-b", "-a");
    assertThat(heddle.processes().counts().alive()).isZero();
  }

  @OnEachRuntime
  void aFactoryThatFailsIsAStartThatFails(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    ChildSpec bad =
        ChildSpec.process(
            "bad",
            () -> {
              throw new IllegalArgumentException("no");
            });
    assertThatThrownBy(() -> supervise(heddle, SupervisorSpec.oneForOne(diary.child("a"), bad)))
        .isInstanceOf(SupervisorException.class)
        .hasMessageContaining("'bad'")
        .hasCauseInstanceOf(IllegalArgumentException.class);
    assertThat(diary.entries()).containsExactly("+a", "-a");
  }

  @OnEachRuntime
  void aSupervisorCanBeSpawnedAsAnyProcess(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    Process supervisor = new Supervisor(SupervisorSpec.oneForOne(diary.child("a")));
    Pid pid = heddle.processes().spawn(supervisor, ProcessOptions.DEFAULT.withName("mine"));
    SupervisorHandle root = SupervisorHandle.of(heddle.processes(), pid);
    root.awaitStart();
    assertThat(diary.entries()).containsExactly("+a");
    diary.breakInit("b");
    Pid failing =
        heddle.processes().spawn(new Supervisor(SupervisorSpec.oneForOne(diary.child("b"))));
    assertThat(failure(heddle, failing)).hasMessageContaining("'b'");
    SupervisorHandle ended = SupervisorHandle.of(heddle.processes(), failing);
    assertThatThrownBy(ended::awaitStart)
        .isInstanceOf(SupervisorException.class)
        .hasMessageContainingAll("'b'", "b is broken");
  }

  @OnEachRuntime
  void aStartThatIsInterruptedStopsWhatWasStarted(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    ChildSpec slow =
        ChildSpec.process(
            "slow",
            () -> {
              gate.await();
              return (events, out) -> out.complete();
            });
    Thread starter =
        thread(
            "starter",
            () ->
                assertThatThrownBy(
                        () -> supervise(heddle, SupervisorSpec.oneForOne(diary.child("a"), slow)))
                    .isInstanceOf(InterruptedException.class));
    await("the start is under way", () -> gate.waiters() == 1);
    starter.interrupt();
    await(starter);
    gate.open();
    awaitEntries("+a", "-a");
    await("all have gone", () -> heddle.processes().counts().alive() == 0);
  }

  @OnEachRuntime
  void aCancelDuringTheStartEndsIt(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    ChildSpec slow =
        ChildSpec.process(
            "slow",
            () -> {
              gate.await();
              return (events, out) -> out.complete();
            });
    Pid pid =
        heddle
            .processes()
            .spawn(
                new Supervisor(
                    SupervisorSpec.oneForOne(diary.child("a"), slow, diary.child("never"))
                        .withBackoff(Backoff.NONE)));
    await("the start is under way", () -> gate.waiters() == 1);
    heddle.processes().cancel(pid);
    gate.open();
    assertThat(ended(heddle, pid)).isInstanceOf(Exit.Completed.class);
    assertThat(diary.entries()).startsWith("+a").endsWith("-a");
    assertThat(heddle.processes().counts().alive()).isZero();
  }
}
