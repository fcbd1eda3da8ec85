package dev.heddle.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.process.Behaviour;
import dev.heddle.process.CrashReport;
import dev.heddle.process.Exit;
import dev.heddle.process.Pid;
import dev.heddle.process.ProcessCounts;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Who is started again, and who with it. */
class RestartTest extends SupervisorTestCase {
  private SupervisorHandle abc(Heddle heddle, SupervisorSpec spec) throws InterruptedException {
    SupervisorHandle root =
        supervise(
            heddle,
            patient(spec)
                .withChild(diary.child("a"))
                .withChild(diary.child("b"))
                .withChild(diary.child("c")));
    diary.clear();
    return root;
  }

  // ---- strategies

  @OnEachRuntime
  void oneForOneRestartsThatOne(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root = abc(heddle, SupervisorSpec.oneForOne());
    Pid a = pid(root, "a");
    Pid b = pid(root, "b");
    tell(heddle, "b", Diary.CRASH);
    awaitEntries("-b", "+b");
    awaitState(root, "b", ChildState.RUNNING);
    assertThat(pid(root, "b")).isNotEqualTo(b);
    assertThat(pid(root, "a")).isEqualTo(a);
    assertThat(status(root, "b").restarts()).isEqualTo(1);
    assertThat(status(root, "b").lastExit()).isInstanceOf(Exit.Failed.class);
    assertThat(status(root, "a").restarts()).isZero();
  }

  @OnEachRuntime
  void aBehaviourIsMadeAnewForEachStart(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root =
        supervise(
            heddle,
            patient(SupervisorSpec.oneForOne(ChildSpec.behaviour("sum", RestartTest::adding))));
    Pid first = pid(root, "sum");
    assertThat(heddle.processes().request(first, "1", Delays.LONG)).isEqualTo(1);
    assertThat(heddle.processes().request(first, "2", Delays.LONG)).isEqualTo(3);
    heddle.processes().send(first, "three");
    assertThat(ended(heddle, first)).isInstanceOf(Exit.Failed.class);
    await("restarted", () -> heddle.processes().counts().alive() == 2);
    assertThat(heddle.processes().request(pid(root, "sum"), "4", Delays.LONG)).isEqualTo(4);
  }

  private static Behaviour adding() {
    AtomicInteger sum = new AtomicInteger();
    return Behaviour.receive(
        String.class, (self, number) -> self.reply(sum.addAndGet(Integer.parseInt(number))));
  }

  @OnEachRuntime
  void oneForAllRestartsAllInOrder(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root = abc(heddle, SupervisorSpec.oneForAll());
    tell(heddle, "b", Diary.CRASH);
    awaitEntries("-b", "-c", "-a", "+a", "+b", "+c");
    awaitState(root, "c", ChildState.RUNNING);
    assertThat(root.children()).allSatisfy(each -> assertThat(each.restarts()).isEqualTo(1));
  }

  @OnEachRuntime
  void restForOneRestartsThatOneAndThoseAfterIt(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root = abc(heddle, SupervisorSpec.restForOne());
    tell(heddle, "b", Diary.CRASH);
    awaitEntries("-b", "-c", "+b", "+c");
    awaitState(root, "c", ChildState.RUNNING);
    diary.clear();
    tell(heddle, "c", Diary.CRASH);
    awaitEntries("-c", "+c");
    awaitState(root, "c", ChildState.RUNNING);
    diary.clear();
    tell(heddle, "a", Diary.CRASH);
    awaitEntries("-a", "-c", "-b", "+a", "+b", "+c");
  }

  @OnEachRuntime
  void crashesOfAllAtOnceEndWithAllRunning(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    for (Strategy strategy : Strategy.values()) {
      SupervisorSpec spec =
          new SupervisorSpec("", strategy, RestartLimit.DEFAULT, Backoff.NONE, List.of());
      SupervisorHandle root = abc(heddle, spec);
      for (int round = 0; round < 20; round++) {
        for (String id : new String[] {"a", "b", "c"}) {
          Pid pid = diary.pid(id);
          if (pid != null) {
            heddle.processes().send(pid, Diary.CRASH);
          }
        }
      }
      await(strategy + ": all run, and nobody has anything to read", () -> isCalm(heddle, root));
      root.stop(Duration.ofSeconds(10));
      diary.entries();
    }
  }

  /** Whether nothing is on its way, and each child is the one that its supervisor thinks it is. */
  private boolean isCalm(Heddle heddle, SupervisorHandle root) {
    try {
      for (String id : new String[] {"a", "b", "c"}) {
        ChildStatus child = status(root, id);
        if (child.state() != ChildState.RUNNING || !Objects.equals(child.pid(), diary.pid(id))) {
          return false;
        }
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    ProcessCounts counts = heddle.processes().counts();
    return counts.queued() == 0 && counts.alive() == 4;
  }

  // ---- who

  @OnEachRuntime
  void aPermanentChildIsRestartedHoweverItEnds(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root = supervise(heddle, patient(SupervisorSpec.oneForOne(diary.child("a"))));
    tell(heddle, "a", Diary.CRASH);
    awaitEntries("+a", "-a", "+a");
    tell(heddle, "a", Diary.END);
    awaitEntries("+a", "-a", "+a", "-a", "+a");
    heddle.processes().kill(pid(root, "a"));
    awaitEntries("+a", "-a", "+a", "-a", "+a", "-a", "+a");
  }

  @OnEachRuntime
  void aTransientChildIsRestartedAfterACrashOnly(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root =
        supervise(
            heddle,
            patient(SupervisorSpec.oneForOne(diary.child("a").withRestart(Restart.TRANSIENT))));
    tell(heddle, "a", Diary.CRASH);
    awaitEntries("+a", "-a", "+a");
    heddle.processes().kill(pid(root, "a"));
    awaitEntries("+a", "-a", "+a", "-a", "+a");
    tell(heddle, "a", Diary.END);
    awaitState(root, "a", ChildState.ENDED);
    assertThat(status(root, "a").pid()).isNull();
    assertThat(diary.entries()).endsWith("-a");
    root.restart("a");
    assertThat(diary.entries()).endsWith("-a", "+a");
  }

  @OnEachRuntime
  void aTemporaryChildIsForgottenHoweverItEnds(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root =
        supervise(
            heddle,
            SupervisorSpec.oneForOne(
                diary.child("a").withRestart(Restart.TEMPORARY),
                diary.child("b").withRestart(Restart.TEMPORARY)));
    tell(heddle, "a", Diary.CRASH);
    tell(heddle, "b", Diary.END);
    awaitState(root, "a", null);
    awaitState(root, "b", null);
    assertThat(root.children()).isEmpty();
    assertThat(diary.entries()).hasSize(4);
  }

  @OnEachRuntime
  void thoseThatHadEndedStaySoWhenAllAreRestarted(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root =
        supervise(
            heddle,
            patient(
                SupervisorSpec.oneForAll(
                    diary.child("done").withRestart(Restart.TRANSIENT),
                    diary.child("halted"),
                    diary.child("once").withRestart(Restart.TEMPORARY),
                    diary.child("a"))));
    tell(heddle, "done", Diary.END);
    awaitState(root, "done", ChildState.ENDED);
    root.stop("halted");
    diary.clear();
    tell(heddle, "a", Diary.CRASH);
    awaitEntries("-a", "-once", "+a");
    awaitState(root, "a", ChildState.RUNNING);
    assertThat(root.children()).extracting(ChildStatus::id).containsExactly("done", "halted", "a");
    assertThat(status(root, "done").state()).isEqualTo(ChildState.ENDED);
    assertThat(status(root, "halted").state()).isEqualTo(ChildState.STOPPED);
  }

  // ---- how

  @OnEachRuntime
  void aFiberIsRestartedWithABodyRunAnew(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    AtomicInteger lives = new AtomicInteger();
    SupervisorHandle root =
        supervise(
            heddle,
            patient(
                SupervisorSpec.oneForOne(
                    ChildSpec.body(
                        "fiber",
                        inbox -> {
                          lives.incrementAndGet();
                          throw new IllegalStateException((String) inbox.receive());
                        }))));
    for (int life = 1; life <= 5; life++) {
      int expected = life;
      await("life " + life, () -> lives.get() == expected);
      Pid pid = pid(root, "fiber");
      heddle.processes().send(pid, "enough");
      ended(heddle, pid);
      await("is restarted", () -> lives.get() == expected + 1);
    }
  }

  @OnEachRuntime
  void aCrashReportTellsTheNameAndTheRestarts(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    Queue<CrashReport> reports = new ConcurrentLinkedQueue<>();
    heddle.processes().onCrash(reports::add);
    supervise(heddle, patient(SupervisorSpec.oneForOne(diary.child("a"))));
    for (int i = 0; i < 3; i++) {
      int n = i;
      tell(heddle, "a", Diary.CRASH);
      await("crash " + i, () -> reports.size() == n + 1);
      await("restart " + i, () -> diary.entries().size() == 2 * n + 3);
    }
    assertThat(reports).extracting(CrashReport::restarts).containsExactly(0, 1, 2);
    assertThat(reports).allSatisfy(each -> assertThat(each.process().name()).isEqualTo("a"));
  }

  @OnEachRuntime
  void aNameIsFreeWhenItsHolderIsRestarted(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    ChildSpec named =
        ChildSpec.process(
            "named",
            () ->
                new dev.heddle.process.Process() {
                  @Override
                  public void init(
                      dev.heddle.process.ProcessContext context,
                      String method,
                      @org.jspecify.annotations.Nullable Object input) {
                    context.register("the one");
                  }

                  @Override
                  public void step(
                      dev.heddle.process.Events events, dev.heddle.process.StepOutput out) {
                    if (!events.isEmpty()) {
                      out.fail(new IllegalStateException("told to"));
                    }
                  }
                });
    SupervisorHandle root = supervise(heddle, patient(SupervisorSpec.oneForOne(named)));
    for (int i = 0; i < 20; i++) {
      Pid before = pid(root, "named");
      heddle.processes().send(before, "go");
      ended(heddle, before);
      await(
          "another has the name",
          () -> {
            Pid now = heddle.processes().whereIs("the one");
            return now != null && !now.equals(before);
          });
      awaitState(root, "named", ChildState.RUNNING);
    }
    assertThat(status(root, "named").restarts()).isEqualTo(20);
  }

  @OnEachRuntime
  void aRestartThatFailsIsTriedAgain(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    for (SupervisorSpec spec :
        new SupervisorSpec[] {SupervisorSpec.oneForOne(), SupervisorSpec.oneForAll()}) {
      SupervisorHandle root =
          abc(
              heddle,
              spec.withBackoff(
                  Backoff.exponential(
                      java.time.Duration.ofMillis(1), java.time.Duration.ofMillis(2))));
      diary.breakInit("b");
      tell(heddle, "b", Diary.CRASH);
      await("some tries", () -> diary.entries().stream().filter("!b"::equals).count() > 3);
      diary.mendInit("b");
      awaitState(root, "b", ChildState.RUNNING);
      awaitState(root, "c", ChildState.RUNNING);
      root.stop(Duration.ofSeconds(10));
    }
    diary.entries();
  }

  @OnEachRuntime
  void aSupervisorThatCrashesIsRestartedWithItsChildren(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root =
        supervise(
            heddle,
            patient(
                SupervisorSpec.oneForOne(
                    ChildSpec.supervisor(
                        "below", SupervisorSpec.oneForOne(diary.child("a"), diary.child("b"))),
                    diary.child("c"))));
    Pid below = pid(root, "below");
    Pid a = pid(root.supervisor("below"), "a");
    heddle.processes().kill(below);
    assertThat(ended(heddle, a)).isInstanceOf(Exit.Taken.class);
    await("started again", () -> diary.entries().stream().filter("+b"::equals).count() == 2);
    awaitState(root, "below", ChildState.RUNNING);
    assertThat(pid(root, "below")).isNotEqualTo(below);
    assertThat(pid(root.supervisor("below"), "a")).isEqualTo(diary.pid("a"));
    assertThat(diary.entries()).filteredOn("+c"::equals).hasSize(1);
  }
}
