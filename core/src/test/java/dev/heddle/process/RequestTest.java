package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asking a process and waiting for its reply, from wherever. */
class RequestTest extends ProcessTestCase {

  /** Replies by what it was sent, but for {@code "keep"}; those it keeps. */
  private static final class Echo implements Process {
    final Queue<Message> kept = new ConcurrentLinkedQueue<>();

    @Override
    public void step(Events events, StepOutput out) {
      for (Event event : events) {
        if (event instanceof Cancel) {
          out.complete();
        } else if (event instanceof Message message) {
          switch (message.data()) {
            case String text when text.equals("keep") -> kept.add(message);
            case String text when text.equals("crash") -> throw new IllegalStateException("crash");
            case Gate gate -> gate.await();
            default -> message.reply("re: " + message.data());
          }
        }
      }
    }
  }

  private static @Nullable Object request(Heddle heddle, Pid target, Object message) {
    try {
      return heddle.processes().request(target, message, Delays.LONG);
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  @OnEachRuntime
  void aPlainThreadIsAnswered(Setup setup) {
    Heddle heddle = start(setup);
    Pid echo = heddle.processes().spawn(new Echo());
    for (int i = 0; i < 20; i++) {
      assertThat(request(heddle, echo, i)).isEqualTo("re: " + i);
    }
    assertThat(request(heddle, Pid.parse(echo.toString()), "by text")).isEqualTo("re: by text");
  }

  @OnEachRuntime
  void aFiberIsAnswered(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Pid echo = heddle.processes().spawn(new Echo());
    CompletableFuture<@Nullable Object> answer = new CompletableFuture<>();
    heddle.fiber(() -> answer.complete(request(heddle, echo, 1)));
    assertThat(await(answer)).isEqualTo("re: 1");
  }

  @OnEachRuntime
  void aStepAndAFiberProcessAreAnswered(Setup setup) {
    Heddle heddle = start(setup);
    Pid echo = heddle.processes().spawn(new Echo());
    Pid step =
        heddle.processes().spawn((events, out) -> out.complete(request(heddle, echo, "step")));
    assertThat(result(heddle, step)).isEqualTo("re: step");
    Pid fiber = heddle.processes().spawn(inbox -> request(heddle, echo, "fiber"));
    assertThat(result(heddle, fiber)).isEqualTo("re: fiber");
    Pid perform =
        heddle.processes().spawn(inbox -> inbox.perform(Command.ask(echo, "command", Delays.LONG)));
    assertThat(result(heddle, perform)).isEqualTo("re: command");
  }

  @OnEachRuntime
  void aReplyOfNullIsAReply(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                Probe.onEvent(
                    (self, event, out) -> {
                      if (event instanceof Message message && message.expectsReply()) {
                        message.reply(null);
                      }
                    }));
    assertThat(request(heddle, pid, "anything")).isNull();
  }

  @OnEachRuntime
  void withoutAReplyTheTimeIsUpAndALateOneIsADeadLetter(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Echo echo = new Echo();
    Pid pid = heddle.processes().spawn(echo);
    assertThatThrownBy(() -> heddle.processes().request(pid, "keep", Delays.SHORT))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining(pid.toString());
    await("it has read it", () -> echo.kept.size() == 1);
    Queue<DeadLetter> letters = new ConcurrentLinkedQueue<>();
    heddle.processes().onDeadLetter(letters::add);
    Message message = echo.kept.remove();
    message.reply("late");
    assertThat(letters).containsExactly(new DeadLetter(pid, "late", DeadLetter.Reason.LATE_REPLY));
    assertThatThrownBy(() -> message.reply("again")).isInstanceOf(IllegalStateException.class);
    assertThat(letters).hasSize(1);
  }

  @OnEachRuntime(workers = {1, 8})
  void aSecondReplyIsAnError(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Echo echo = new Echo();
    Pid pid = heddle.processes().spawn(echo);
    CompletableFuture<@Nullable Object> answer = new CompletableFuture<>();
    thread("asks", () -> answer.complete(request(heddle, pid, "keep")));
    await("it has read it", () -> echo.kept.size() == 1);
    Message message = echo.kept.remove();
    assertThat(message.expectsReply()).isTrue();
    message.reply("first");
    assertThat(await(answer)).isEqualTo("first");
    assertThatThrownBy(() -> message.reply("second"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("already");
  }

  @OnEachRuntime
  void theDeadAndTheUnknownAnswerAtOnce(Setup setup) {
    Heddle heddle = start(setup);
    Pid dead = heddle.processes().spawn((events, out) -> out.complete());
    ended(heddle, dead);
    assertThatThrownBy(() -> request(heddle, dead, 1))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining(dead.toString());
    assertThatThrownBy(() -> request(heddle, Pid.parse(dead.toString()), 2))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("has ended");
    assertThatThrownBy(() -> request(heddle, Pid.of("another", "place", 1), 3))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("no way");
    assertThat(dead(heddle, DeadLetter.Reason.PROCESS_ENDED)).isEqualTo(2);
    assertThat(dead(heddle, DeadLetter.Reason.NO_ROUTE)).isEqualTo(1);
  }

  /** Whoever asks does not wait for the timeout if nobody can answer any more. */
  @OnEachRuntime
  void oneThatEndsWithTheRequestUnreadAnswersAtOnce(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Pid pid = heddle.processes().spawn(new Echo());
    heddle.processes().send(pid, gate);
    await("it is in its step", () -> gate.hasParked(1));
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    thread("asks", () -> failure.complete(failureOf(() -> request(heddle, pid, "unread"))));
    await("it is asked", () -> info(heddle, pid).mailbox() == 1);
    heddle.processes().kill(pid);
    gate.open();
    await("answered", failure::isDone);
    assertThat(failure.join())
        .isInstanceOf(CommandException.class)
        .hasMessageContainingAll(pid.toString(), "has ended");
  }

  private static Throwable failureOf(Runnable body) {
    try {
      body.run();
      return new AssertionError("has not failed");
    } catch (RuntimeException e) {
      return e;
    }
  }

  @OnEachRuntime
  void oneThatCrashesAtTheRequestAnswersAtOnce(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Pid pid = heddle.processes().spawn(new Echo());
    assertThatThrownBy(() -> request(heddle, pid, "crash"))
        .isInstanceOf(CommandException.class)
        .hasMessageContainingAll(pid.toString(), "has ended");
    Pid fiber =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  throw new IllegalStateException("at " + inbox.receive());
                });
    assertThatThrownBy(() -> request(heddle, fiber, "crash"))
        .isInstanceOf(CommandException.class)
        .hasMessageContainingAll(fiber.toString(), "has ended");
  }

  @OnEachRuntime(workers = {1, 8})
  void whoAsksCanBeInterrupted(Setup setup) {
    Heddle heddle = start(setup);
    Echo echo = new Echo();
    Pid pid = heddle.processes().spawn(echo);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread asking =
        thread(
            "asks",
            () -> {
              try {
                heddle.processes().request(pid, "keep", Delays.LONG);
                interrupted.complete(false);
              } catch (InterruptedException e) {
                interrupted.complete(true);
              }
            });
    await("it has read it", () -> echo.kept.size() == 1);
    asking.interrupt();
    await(asking);
    assertThat(interrupted.join()).isTrue();
    echo.kept.remove().reply("late");
    assertThat(dead(heddle, DeadLetter.Reason.LATE_REPLY)).isEqualTo(1);
  }

  @OnEachRuntime
  void aFullMailboxTakesNoLongerThanTheTimeout(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Pid pid =
        heddle
            .processes()
            .spawn(new Echo(), ProcessOptions.DEFAULT.withMailbox(1, WhenFull.SUSPEND));
    heddle.processes().send(pid, gate);
    await("it is in its step", () -> gate.hasParked(1));
    heddle.processes().send(pid, "keep");
    assertThatThrownBy(() -> heddle.processes().request(pid, "no room", Delays.SHORT))
        .isInstanceOf(TimeoutException.class)
        .hasMessageContaining(pid.toString());
    gate.open();
    assertThat(request(heddle, pid, "room")).isEqualTo("re: room");
  }

  @OnEachRuntime(workers = {1, 8})
  void aFullMailboxThatWantsSoIsAnErrorOrADeadLetter(Setup setup) {
    Heddle heddle = start(setup);
    List<Gate> gates = new ArrayList<>();
    for (WhenFull whenFull : new WhenFull[] {WhenFull.FAIL, WhenFull.DROP}) {
      Gate gate = new Gate();
      gates.add(gate);
      Pid pid =
          heddle.processes().spawn(new Echo(), ProcessOptions.DEFAULT.withMailbox(1, whenFull));
      heddle.processes().send(pid, gate);
      await("it is in its step", () -> gate.waiters() == 1);
      heddle.processes().send(pid, "keep");
      assertThatThrownBy(() -> request(heddle, pid, "no room"))
          .isInstanceOf(
              whenFull == WhenFull.FAIL ? MailboxFullException.class : CommandException.class);
    }
    assertThat(dead(heddle, DeadLetter.Reason.MAILBOX_FULL)).isEqualTo(1);
    gates.forEach(Gate::open);
  }

  @OnEachRuntime
  void manyWhoAskAtOnceGetEachTheirOwnReply(Setup setup) {
    Heddle heddle = start(setup);
    Pid echo = heddle.processes().spawn(new Echo());
    for (int t = 0; t < 4; t++) {
      int first = t * 100;
      thread(
          "asks",
          () -> {
            for (int i = first; i < first + 100; i++) {
              assertThat(request(heddle, echo, i)).isEqualTo("re: " + i);
            }
          });
    }
  }

  @OnEachRuntime(workers = {1, 8})
  void aTimeoutOfNothingStillSends(Setup setup) {
    Heddle heddle = start(setup);
    Echo echo = new Echo();
    Pid pid = heddle.processes().spawn(echo);
    assertThatThrownBy(() -> heddle.processes().request(pid, "keep", Duration.ZERO))
        .isInstanceOf(TimeoutException.class);
    await("it has read it", () -> echo.kept.size() == 1);
  }
}
