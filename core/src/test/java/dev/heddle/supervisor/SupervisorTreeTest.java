package dev.heddle.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;

/** A tree that lives, as it looks. */
class SupervisorTreeTest extends SupervisorTestCase {
  @OnEachRuntime(workers = {1, 4})
  void aLivingTreeIsPrintedAsATree(Setup setup) throws Exception {
    Heddle heddle = startTolerant(setup);
    SupervisorHandle root =
        supervise(
            heddle,
            patient(
                SupervisorSpec.oneForOne(
                    diary.child("a"),
                    ChildSpec.supervisor("b", SupervisorSpec.oneForOne(diary.child("b1"))),
                    diary.child("c").withRestart(Restart.TRANSIENT),
                    ChildSpec.supervisor("d", SupervisorSpec.oneForOne(diary.child("d1"))))));
    tell(heddle, "a", Diary.CRASH);
    await("restarted", () -> diary.entries().stream().filter("+a"::equals).count() == 2);
    tell(heddle, "c", Diary.END);
    awaitState(root, "c", ChildState.ENDED);
    root.stop("d");
    SupervisorTree tree = root.tree();
    assertThat(tree.toString().lines())
        .containsExactly(
            "supervisor: running as " + root.pid(),
            "├─ a: running as " + diary.pid("a") + ", 1 restart",
            "├─ b: running as " + pid(root, "b"),
            "│  └─ b1: running as " + diary.pid("b1"),
            "├─ c: ended, last Completed[result=null]",
            "└─ d: stopped, last Completed[result=all stopped in time]");
    assertThat(tree.all()).hasSize(6);
    assertThat(tree.child("b")).isNotNull();
    assertThat(tree.child("b1")).isNull();
  }
}
