package dev.heddle.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.process.Exit;
import dev.heddle.process.Pid;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the tests of supervisors have in common. */
abstract class SupervisorTestCase extends ConcurrentTestCase {
  final Diary diary = new Diary();

  /** A runtime in which processes may crash: what they throw does not fail the test. */
  final Heddle startTolerant(Setup setup) {
    return start(builder(setup).uncaughtExceptionHandler((thread, e) -> {}));
  }

  static SupervisorHandle supervise(Heddle heddle, SupervisorSpec spec)
      throws InterruptedException {
    return Supervisor.start(heddle.processes(), spec);
  }

  /** The PID of a child that lives. */
  static Pid pid(SupervisorHandle supervisor, String id) throws InterruptedException {
    Pid pid = status(supervisor, id).pid();
    if (pid == null) {
      throw new AssertionError("does not live: " + id + " of " + supervisor.tree());
    }
    return pid;
  }

  static ChildStatus status(SupervisorHandle supervisor, String id) throws InterruptedException {
    ChildStatus child = supervisor.child(id);
    if (child == null) {
      throw new AssertionError("no child " + id + ": " + supervisor.tree());
    }
    return child;
  }

  /** Sends the living child of this id a message. */
  final void tell(Heddle heddle, String id, Object message) {
    await(id + " lives", () -> diary.pid(id) != null);
    Pid pid = diary.pid(id);
    if (pid != null) {
      heddle.processes().send(pid, message);
    }
  }

  /** Waits until the diary says exactly this. */
  final void awaitEntries(String... entries) {
    List<String> expected = List.of(entries);
    try {
      await("the diary is " + expected, () -> diary.entries().equals(expected));
    } catch (AssertionError e) {
      throw new AssertionError("the diary is " + diary.entries() + ", not " + expected, e);
    }
  }

  static void awaitState(SupervisorHandle supervisor, String id, @Nullable ChildState state) {
    await(
        id + " is " + state,
        () -> {
          try {
            ChildStatus child = supervisor.child(id);
            return child == null ? state == null : child.state() == state;
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
  }

  static Exit ended(Heddle heddle, Pid pid) throws InterruptedException {
    Exit exit = heddle.processes().awaitExit(pid, Delays.LONG);
    if (exit == null) {
      throw new AssertionError("has not ended: " + heddle.processes().info(pid));
    }
    return exit;
  }

  /** With what the supervisor fails. */
  static SupervisorException failure(Heddle heddle, Pid pid) throws InterruptedException {
    Exit exit = ended(heddle, pid);
    assertThat(exit).isInstanceOf(Exit.Failed.class);
    Throwable error = ((Exit.Failed) exit).error();
    assertThat(error).isInstanceOf(SupervisorException.class);
    return (SupervisorException) error;
  }

  /** A limit that no test reaches. */
  static SupervisorSpec patient(SupervisorSpec spec) {
    return spec.withLimit(1_000_000, Duration.ofSeconds(1));
  }
}
