package dev.heddle.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.process.Cancel;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Exit;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessContext;
import dev.heddle.process.ProcessOptions;
import dev.heddle.process.StepOutput;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.Logged;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tree stops from its last leaf to its root, and says what did not stop in time. */
class SupervisorStopTest extends SupervisorTestCase {
  private SupervisorSpec tree() {
    return SupervisorSpec.oneForOne(
        diary.child("a"),
        ChildSpec.supervisor("b", SupervisorSpec.oneForOne(diary.child("b1"), diary.child("b2"))),
        diary.child("c"));
  }

  @OnEachRuntime
  void aTreeStopsInReverseOrder(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    SupervisorHandle root = supervise(heddle, tree());
    diary.clear();
    StopReport report = root.stop(Delays.LONG);
    assertThat(report.isOrderly()).isTrue();
    assertThat(diary.entries()).containsExactly("-c", "-b2", "-b1", "-a");
    assertThat(heddle.processes().counts().alive()).isZero();
    assertThat(ended(heddle, root.pid())).isEqualTo(new Exit.Completed(report));
    assertThat(root.stop(Delays.LONG)).isEqualTo(report);
    await("no timer is left", () -> heddle.metrics().timers() == 0);
  }

  @OnEachRuntime
  void aSupervisorCanBeStoppedByAPidFromText(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Pid written = Pid.parse(supervise(heddle, tree()).pid().toString());
    SupervisorHandle root = SupervisorHandle.of(heddle.processes(), written);
    assertThat(root.stop(Delays.LONG).isOrderly()).isTrue();
    assertThat(root.stop(Delays.LONG).isOrderly()).isTrue();
    assertThatThrownBy(root::awaitStart).isInstanceOf(SupervisorException.class);
    assertThat(heddle.processes().counts().alive()).isZero();
  }

  @OnEachRuntime
  void aRuntimeThatClosesStopsTheTreeInOrder(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    supervise(heddle, tree());
    diary.clear();
    assertThat(heddle.shutdown(Delays.LONG).orderly()).isTrue();
    assertThat(diary.entries()).containsExactly("-c", "-b2", "-b1", "-a");
  }

  @OnEachRuntime
  void aRuntimeThatClosesWaitsForTheDeadlinesOfChildren(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    supervise(
        heddle,
        SupervisorSpec.oneForOne(
            diary.child("a"), diary.stubborn("b").withStopTimeout(Delays.TIMEOUT)));
    diary.clear();
    ShutdownReport report = heddle.shutdown(Delays.LONG);
    assertThat(report.orderly()).as("%s", report).isTrue();
    assertThat(diary.entries()).containsExactly("-b", "-a");
  }

  @OnEachRuntime
  void aSubtreeCanBeStopped(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    SupervisorHandle root = supervise(heddle, tree());
    diary.clear();
    assertThat(root.stop("b").isOrderly()).isTrue();
    assertThat(diary.entries()).containsExactly("-b2", "-b1");
    root.restart("b");
    assertThat(diary.entries()).containsExactly("-b2", "-b1", "+b1", "+b2");
  }

  @OnEachRuntime
  void aChildThatDoesNotStopInTimeIsKilledAndNamed(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    SupervisorSpec below =
        SupervisorSpec.oneForOne(
            diary.child("good"), diary.stubborn("bad").withStopTimeout(Delays.TIMEOUT));
    SupervisorHandle root =
        supervise(
            heddle,
            SupervisorSpec.oneForOne(ChildSpec.supervisor("below", below), diary.child("z")));
    Pid bad = pid(root.supervisor("below"), "bad");
    diary.clear();
    try (Logged logged = new Logged()) {
      StopReport report = root.stop(Delays.LONG);
      assertThat(report.late()).containsExactly(new StopReport.Late("below/bad", bad, true));
      assertThat(report.toString()).contains("below/bad", bad.toString(), "was killed");
      assertThat(logged.about(bad.toString()))
          .singleElement()
          .asString()
          .contains("'bad'", "has not stopped in time");
    }
    assertThat(diary.entries()).containsExactly("-z", "-bad", "-good");
    assertThat(ended(heddle, bad)).isInstanceOf(Exit.Killed.class);
  }

  @OnEachRuntime
  void aStopOfOneChildReportsToo(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    SupervisorHandle root =
        supervise(
            heddle,
            SupervisorSpec.oneForOne(diary.stubborn("bad").withStopTimeout(Delays.TIMEOUT)));
    Pid bad = pid(root, "bad");
    assertThat(root.stop("bad").late()).containsExactly(new StopReport.Late("bad", bad, true));
    assertThat(root.stop("bad").isOrderly()).isTrue();
  }

  @OnEachRuntime
  void withoutTimeToStopAChildIsKilledAtOnce(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    SupervisorHandle root =
        supervise(
            heddle, SupervisorSpec.oneForOne(diary.stubborn("a").withStopTimeout(Duration.ZERO)));
    Pid a = pid(root, "a");
    assertThat(root.stop(Delays.LONG).isOrderly()).isTrue();
    assertThat(ended(heddle, a)).isInstanceOf(Exit.Killed.class);
  }

  @OnEachRuntime
  void theTimeoutOfAStopCountsForTheWholeTree(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    SupervisorSpec below =
        SupervisorSpec.oneForOne(
            diary.stubborn("b1").withStopTimeout(ChildSpec.NO_LIMIT),
            diary.stubborn("b2").withStopTimeout(ChildSpec.NO_LIMIT));
    SupervisorHandle root =
        supervise(
            heddle,
            SupervisorSpec.oneForOne(
                diary.stubborn("a").withStopTimeout(ChildSpec.NO_LIMIT),
                ChildSpec.supervisor("b", below)));
    StopReport report = root.stop(Delays.TIMEOUT);
    assertThat(report.late())
        .extracting(StopReport.Late::path)
        .containsExactlyInAnyOrder("a", "b/b1", "b/b2");
    await("all have gone", () -> heddle.processes().counts().alive() == 0);
  }

  @OnEachRuntime
  void aStepThatDoesNotReturnIsReportedAndNotWaitedFor(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Process stuck = (events, out) -> gate.await();
    SupervisorHandle root =
        supervise(
            heddle,
            SupervisorSpec.oneForOne(
                diary.child("a"),
                ChildSpec.process("stuck", () -> stuck).withStopTimeout(Delays.TIMEOUT)));
    await("it is stuck", () -> gate.waiters() == 1);
    Pid pid = pid(root, "stuck");
    StopReport report = root.stop(Delays.LONG);
    assertThat(report.late()).containsExactly(new StopReport.Late("stuck", pid, false));
    assertThat(report.toString()).contains("still in its step");
    assertThat(diary.entries()).containsExactly("+a", "-a");
    gate.open();
    assertThat(ended(heddle, pid)).isInstanceOf(Exit.Killed.class);
  }

  @OnEachRuntime
  void aFiberIsStoppedInItsReceive(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    SupervisorHandle root =
        supervise(
            heddle,
            SupervisorSpec.oneForOne(
                ChildSpec.body(
                    "fiber",
                    inbox -> {
                      try {
                        return inbox.receive();
                      } finally {
                        diary.write("fiber ends");
                      }
                    })));
    Pid fiber = pid(root, "fiber");
    assertThat(root.stop(Delays.LONG).isOrderly()).isTrue();
    assertThat(ended(heddle, fiber)).isInstanceOf(Exit.Completed.class);
    assertThat(diary.entries()).isSubsetOf(List.of("fiber ends"));
  }

  // ---- the end of a supervisor by others

  @OnEachRuntime
  void theChildrenOfASupervisorThatIsKilledGoToo(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    SupervisorHandle root = supervise(heddle, tree());
    heddle.processes().kill(root.pid());
    assertThat(ended(heddle, root.pid())).isInstanceOf(Exit.Killed.class);
    await("all have gone", () -> heddle.processes().counts().alive() == 0);
    assertThat(diary.entries()).contains("-a", "-b1", "-b2", "-c");
    await("no timer is left", () -> heddle.metrics().timers() == 0);
  }

  @OnEachRuntime
  void nobodyIsStartedWhileSomethingBelowItIsAlive(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorSpec deep =
        SupervisorSpec.oneForOne(diary.stubborn("deep").withStopTimeout(Delays.TIMEOUT));
    SupervisorSpec middle =
        SupervisorSpec.oneForOne(diary.child("a"), ChildSpec.supervisor("deeper", deep));
    SupervisorHandle root =
        supervise(
            heddle, patient(SupervisorSpec.oneForOne(ChildSpec.supervisor("middle", middle))));
    for (int i = 0; i < 3; i++) {
      Pid before = pid(root, "middle");
      diary.clear();
      heddle.processes().kill(before);
      await("all are back", () -> diary.entries().size() == 4 && diary.pid("deep") != null);
      assertThat(diary.entries()).containsSubsequence("-a", "+a", "+deep");
      assertThat(diary.entries()).containsSubsequence("-deep", "+a", "+deep");
      awaitState(root, "middle", ChildState.RUNNING);
      assertThat(pid(root, "middle")).isNotEqualTo(before);
    }
  }

  @OnEachRuntime
  void whoeverIsWaitedForIsWaitedForByTheNextOneAbove(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    Gate gate = new Gate();
    SupervisorSpec inner =
        SupervisorSpec.oneForOne(ChildSpec.process("slow", () -> new Slow(gate)));
    SupervisorSpec middle = SupervisorSpec.oneForOne(ChildSpec.supervisor("inner", inner));
    SupervisorHandle root =
        supervise(
            heddle, patient(SupervisorSpec.oneForOne(ChildSpec.supervisor("middle", middle))));
    await("it is in its step", () -> gate.waiters() == 1);
    SupervisorHandle above = root.supervisor("middle");
    Pid killed = pid(above, "inner");
    heddle.processes().kill(killed);
    ended(heddle, killed);
    awaitState(above, "inner", ChildState.RUNNING); // dead, and waited for: its child is not
    never("a second one", () -> diary.entries().size() > 1);
    heddle.processes().kill(above.pid());
    ended(heddle, above.pid());
    never("a second one", () -> diary.entries().size() > 1);
    gate.open();
    awaitEntries("+slow", "-slow", "+slow");
    awaitState(root, "middle", ChildState.RUNNING);
  }

  /** In its first step until the gate is open. */
  private final class Slow implements Process {
    private final Gate gate;

    Slow(Gate gate) {
      this.gate = gate;
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      diary.write("+slow");
    }

    @Override
    public void step(Events events, StepOutput out) {
      gate.await();
      for (Event event : events) {
        if (event instanceof Cancel) {
          out.complete();
        }
      }
    }

    @Override
    public void close() {
      diary.write("-slow");
    }
  }

  @OnEachRuntime
  void aSupervisorEndsWithTheProcessThatItIsLinkedToAsItsChild(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    Gate gate = new Gate();
    Pid owner =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  Pid root =
                      inbox
                          .context()
                          .spawnLinked(
                              new Supervisor(SupervisorSpec.oneForOne(diary.child("a"))),
                              ProcessOptions.DEFAULT);
                  SupervisorHandle.of(heddle.processes(), root).awaitStart();
                  gate.await();
                  return root;
                });
    await("started", () -> diary.pid("a") != null);
    gate.open();
    ended(heddle, owner);
    awaitEntries("+a", "-a");
    await("all have gone", () -> heddle.processes().counts().alive() == 0);
  }
}
