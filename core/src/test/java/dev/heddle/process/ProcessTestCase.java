package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.HeddleBuilder;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Setup;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the tests of processes have in common. That the accounts balance at the end of each is part
 * of the law of all tests ({@link ConcurrentTestCase}).
 */
abstract class ProcessTestCase extends ConcurrentTestCase {
  private final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();

  /** A builder whose uncaught exceptions are kept for {@link #uncaught}. */
  final HeddleBuilder tolerant(Setup setup) {
    return builder(setup).uncaughtExceptionHandler((thread, e) -> uncaught.add(e));
  }

  /** A runtime in which processes may crash: what they throw does not fail the test. */
  final Heddle startTolerant(Setup setup) {
    return start(tolerant(setup));
  }

  /** What the uncaught-exception handlers were told. */
  final List<Throwable> uncaught() {
    return List.copyOf(uncaught);
  }

  /** How the process ends, which it has to within {@link Delays#LONG}. */
  static Exit ended(Heddle heddle, Pid pid) {
    try {
      Exit exit = heddle.processes().awaitExit(pid, Delays.LONG);
      if (exit == null) {
        throw new AssertionError("has not ended: " + heddle.processes().info(pid));
      }
      return exit;
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }

  /** The result with which the process completes. */
  static @Nullable Object result(Heddle heddle, Pid pid) {
    Exit exit = ended(heddle, pid);
    assertThat(exit).isInstanceOf(Exit.Completed.class);
    return ((Exit.Completed) exit).result();
  }

  /** With what the process fails. */
  static Throwable failure(Heddle heddle, Pid pid) {
    Exit exit = ended(heddle, pid);
    assertThat(exit).isInstanceOf(Exit.Failed.class);
    return ((Exit.Failed) exit).error();
  }

  /** A living process as it is now. */
  static ProcessInfo info(Heddle heddle, Pid pid) {
    ProcessInfo info = heddle.processes().info(pid);
    if (info == null) {
      throw new AssertionError("does not live: " + pid);
    }
    return info;
  }

  static void awaitState(Heddle heddle, Pid pid, ProcessState state) {
    await(
        pid + " is " + state,
        () -> {
          ProcessInfo info = heddle.processes().info(pid);
          return info != null && info.state() == state;
        });
  }

  static long dead(Heddle heddle, DeadLetter.Reason reason) {
    return heddle.processes().counts().deadLetters().getOrDefault(reason, 0L);
  }

  /** Has {@code order} carried out by a process that obeys, and waits until it is. */
  static void order(Heddle heddle, Pid pid, Probe.Order order) {
    AtomicBoolean done = new AtomicBoolean();
    Probe.Order told =
        (self, out) -> {
          try {
            order.carryOut(self, out);
          } finally {
            done.set(true);
          }
        };
    heddle.processes().send(pid, told);
    await("the order is carried out", done::get);
  }

  /** What {@code question} gives when a process that obeys asks it. */
  static <T> T ask(Heddle heddle, Pid pid, Function<ProcessContext, T> question) {
    AtomicReference<@Nullable T> answer = new AtomicReference<>();
    order(heddle, pid, (self, out) -> answer.set(question.apply(self.context())));
    return Objects.requireNonNull(answer.get());
  }

  /** The process itself, which its spawn has told. */
  static ProcessCell cell(Pid pid) {
    ProcessCell cell = pid.cell;
    if (cell == null) {
      throw new AssertionError("not from a spawn: " + pid);
    }
    return cell;
  }

  /** Whom it is linked to. */
  static List<Pid> links(Pid pid) {
    return cell(pid).bonds().links();
  }

  /** Waits until nothing ties it to others: no link, monitor, name, watch, topic or timer. */
  static void awaitFree(Pid pid) {
    await(pid + " has no ties", () -> cell(pid).bonds().size() == 0);
  }
}
