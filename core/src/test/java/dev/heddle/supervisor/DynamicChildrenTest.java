package dev.heddle.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.process.Command;
import dev.heddle.process.Completion;
import dev.heddle.process.Event;
import dev.heddle.process.Exit;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;

/** Children that come and go while the supervisor runs. */
class DynamicChildrenTest extends SupervisorTestCase {
  @OnEachRuntime
  void aChildCanBeAdded(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root = supervise(heddle, patient(SupervisorSpec.oneForOne(diary.child("a"))));
    Pid b = root.start(diary.child("b"));
    assertThat(b).isEqualTo(diary.pid("b"));
    assertThat(root.children()).extracting(ChildStatus::id).containsExactly("a", "b");
    tell(heddle, "b", Diary.CRASH);
    awaitEntries("+a", "+b", "-b", "+b");
    root.stop(Delays.LONG);
    awaitEntries("+a", "+b", "-b", "+b", "-b", "-a");
  }

  @OnEachRuntime
  void aChildCanBeStoppedAndRestartedAndRemoved(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    SupervisorHandle root = supervise(heddle, SupervisorSpec.oneForOne(diary.child("a")));
    Pid first = pid(root, "a");
    assertThat(root.stop("a").isOrderly()).isTrue();
    assertThat(heddle.processes().isAlive(first)).isFalse();
    assertThat(status(root, "a").state()).isEqualTo(ChildState.STOPPED);
    assertThat(root.stop("a").isOrderly()).isTrue();
    Pid second = root.restart("a");
    assertThat(second).isNotEqualTo(first).isEqualTo(diary.pid("a"));
    Pid third = root.restart("a");
    assertThat(heddle.processes().isAlive(second)).isFalse();
    assertThat(root.remove("a").isOrderly()).isTrue();
    assertThat(heddle.processes().isAlive(third)).isFalse();
    assertThat(root.children()).isEmpty();
    assertThat(diary.entries()).containsExactly("+a", "-a", "+a", "-a", "+a", "-a");
    root.start(diary.child("a"));
  }

  @OnEachRuntime
  void whatCannotBeDoneIsSaid(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root = supervise(heddle, SupervisorSpec.oneForOne(diary.child("a")));
    assertThatThrownBy(() -> root.start(diary.child("a")))
        .isInstanceOf(SupervisorException.class)
        .hasMessageContainingAll("'a'", "running", String.valueOf(diary.pid("a")));
    for (String id : new String[] {"b", ""}) {
      assertThatThrownBy(() -> root.stop(id))
          .isInstanceOf(SupervisorException.class)
          .hasMessageContainingAll("no child '" + id + "'", "[a]");
      assertThatThrownBy(() -> root.restart(id)).isInstanceOf(SupervisorException.class);
      assertThatThrownBy(() -> root.remove(id)).isInstanceOf(SupervisorException.class);
    }
    assertThatThrownBy(() -> root.supervisor("a")).isInstanceOf(SupervisorException.class);
    assertThatThrownBy(
            () -> {
              Object answer = heddle.processes().request(root.pid(), "what?", Delays.LONG);
              throw (SupervisorException) java.util.Objects.requireNonNull(answer);
            })
        .hasMessageContaining("java.lang.String");
    assertThat(diary.entries()).containsExactly("+a");
  }

  @OnEachRuntime
  void aChildThatCannotBeStartedIsNotAdded(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root = supervise(heddle, SupervisorSpec.oneForOne(diary.child("a")));
    diary.breakInit("b");
    assertThatThrownBy(() -> root.start(diary.child("b")))
        .isInstanceOf(SupervisorException.class)
        .hasMessageContainingAll("'b'", "b is broken");
    assertThat(root.children()).extracting(ChildStatus::id).containsExactly("a");
    ChildSpec tree = ChildSpec.supervisor("tree", SupervisorSpec.oneForOne(diary.child("b")));
    assertThatThrownBy(() -> root.start(tree))
        .isInstanceOf(SupervisorException.class)
        .hasMessageContainingAll("'tree'", "'b'", "b is broken");
    assertThat(root.children()).extracting(ChildStatus::id).containsExactly("a");
    diary.mendInit("b");
    root.start(tree);
    assertThat(root.supervisor("tree").children()).hasSize(1);
    root.stop("a");
    diary.breakInit("a");
    assertThatThrownBy(() -> root.restart("a")).hasMessageContaining("a is broken");
    assertThat(status(root, "a").state()).isEqualTo(ChildState.STOPPED);
  }

  @OnEachRuntime
  void aTemporaryChildIsForgottenWhenItIsStopped(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    SupervisorHandle root = supervise(heddle, SupervisorSpec.oneForOne());
    root.start(diary.child("a").withRestart(Restart.TEMPORARY));
    root.stop("a");
    assertThat(root.children()).isEmpty();
  }

  @OnEachRuntime
  void fibersAndProcessesCanAskToo(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    SupervisorHandle root = supervise(heddle, SupervisorSpec.oneForOne());
    heddle.fiber(() -> root.start(diary.child("from a fiber"))).join();
    Process waiting =
        (events, out) -> {
          root.start(diary.child("from a step"));
          out.complete();
        };
    assertThat(ended(heddle, heddle.processes().spawn(waiting))).isInstanceOf(Exit.Completed.class);
    Process yielding =
        (events, out) -> {
          if (events.isEmpty()) {
            out.yield(
                1,
                Command.ask(
                    root.pid(),
                    new SupervisorRequest.StartChild(diary.child("by a command")),
                    Delays.LONG));
          }
          for (Event event : events) {
            if (event instanceof Completion completion) {
              out.complete(completion.data());
            }
          }
        };
    Exit exit = ended(heddle, heddle.processes().spawn(yielding));
    assertThat(exit).isEqualTo(new Exit.Completed(diary.pid("by a command")));
    assertThat(diary.entries()).containsExactly("+from a fiber", "+from a step", "+by a command");
  }

  @OnEachRuntime
  void requestsOfManyAtOnceAreAllAnswered(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root = supervise(heddle, patient(SupervisorSpec.oneForAll(diary.child("x"))));
    List<Thread> askers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String id = "t" + i;
      askers.add(
          thread(
              id,
              () -> {
                for (int round = 0; round < 10; round++) {
                  root.start(diary.child(id));
                  tell(heddle, "x", Diary.CRASH); // restarts all, meanwhile
                  root.restart(id);
                  root.remove(id);
                }
              }));
    }
    askers.forEach(each -> await(each));
    awaitState(root, "x", ChildState.RUNNING);
    assertThat(root.children()).hasSize(1);
    await("x has read all", () -> heddle.processes().counts().queued() == 0);
  }

  @OnEachRuntime
  void aRequestToASupervisorThatStopsIsRefused(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    SupervisorHandle root =
        supervise(
            heddle, SupervisorSpec.oneForOne(diary.stubborn("a").withStopTimeout(Delays.LONG)));
    heddle.processes().cancel(root.pid());
    awaitState(root, "a", ChildState.STOPPING);
    assertThatThrownBy(() -> root.start(diary.child("b"))).hasMessageContaining("is stopping");
    assertThatThrownBy(() -> root.restart("a")).hasMessageContaining("is stopping");
    tell(heddle, "a", Diary.END);
    ended(heddle, root.pid());
    assertThat(diary.entries()).containsExactly("+a", "-a");
  }
}
