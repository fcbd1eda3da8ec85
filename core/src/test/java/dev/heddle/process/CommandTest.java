package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.scheduler.Clock;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import dev.heddle.testing.StackEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What a process can ask the runtime to do for it, and how it learns of the outcome. */
class CommandTest extends ProcessTestCase {

  /** Yields the commands, tagged from 0, and completes with their completions, by tag. */
  private static Process yielding(Object... commands) {
    @Nullable Completion[] done = new Completion[commands.length];
    AtomicInteger left = new AtomicInteger(commands.length);
    return (events, out) -> {
      if (events.isEmpty()) {
        for (int i = 0; i < commands.length; i++) {
          out.yield(i, commands[i]);
        }
      }
      for (Event event : events) {
        if (event instanceof Completion completion) {
          int tag = (int) completion.tag();
          assertThat(done[tag]).as("each once").isNull();
          assertThat(completion.command()).isSameAs(commands[tag]);
          done[tag] = completion;
          left.decrementAndGet();
        }
      }
      if (left.get() == 0) {
        out.complete(List.of(done));
      }
    };
  }

  @SuppressWarnings("unchecked")
  private static List<Completion> outcomes(Heddle heddle, Object... commands) {
    Object all = result(heddle, heddle.processes().spawn(yielding(commands)));
    assertThat(all).isNotNull();
    return (List<Completion>) all;
  }

  private static Completion outcome(Heddle heddle, Object command) {
    return outcomes(heddle, command).get(0);
  }

  // ---- built in

  @OnEachRuntime
  void sleepCompletesWhenTheTimeHasPassed(Setup setup) {
    Heddle heddle = start(setup);
    long start = Clock.nanos();
    Completion done = outcome(heddle, Command.sleep(Duration.ofMillis(10)));
    assertThat(Clock.nanos() - start).isGreaterThanOrEqualTo(10_000_000);
    assertThat(done.failed()).isFalse();
    assertThat(done.data()).isNull();
    assertThat(outcome(heddle, Command.sleep(Duration.ZERO)).failed()).isFalse();
    assertThat(outcome(heddle, Command.sleep(Duration.ofSeconds(-1))).failed()).isFalse();
  }

  @OnEachRuntime
  void sleepsEndInTheOrderOfTheirTimes(Setup setup) {
    Heddle heddle = start(setup);
    List<Long> order = new ArrayList<>();
    Pid pid =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  if (events.isEmpty()) {
                    for (long tag = 5; tag >= 1; tag--) {
                      out.yield(tag, Command.sleep(Duration.ofMillis(15 * tag)));
                    }
                  }
                  events.forEach(event -> order.add(event.tag()));
                  if (order.size() == 5) {
                    out.complete(List.copyOf(order));
                  }
                });
    assertThat(result(heddle, pid)).isEqualTo(List.of(1L, 2L, 3L, 4L, 5L));
  }

  @OnEachRuntime
  void taskCompletesWithItsResultOrItsError(Setup setup) {
    Heddle heddle = start(setup);
    IOException torn = new IOException("torn");
    List<Completion> done =
        outcomes(
            heddle,
            Command.task(() -> 6 * 7),
            Command.task(() -> null),
            Command.task(
                () -> {
                  throw torn;
                }),
            Command.task(StackEnd::overflow));
    assertThat(done.get(0).data()).isEqualTo(42);
    assertThat(done.get(1).data()).isNull();
    assertThat(done.get(1).failed()).isFalse();
    assertThat(done.get(2).error()).isSameAs(torn);
    assertThat(done.get(2).failed()).isTrue();
    assertThat(done.get(3).error()).isInstanceOf(StackOverflowError.class);
  }

  @OnEachRuntime
  void fiberMayBlockAndCompletesWithItsResultOrItsError(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    IOException torn = new IOException("torn");
    Pid pid =
        heddle
            .processes()
            .spawn(
                yielding(
                    Command.fiber(
                        () -> {
                          gate.await();
                          return "waited";
                        }),
                    Command.fiber(
                        () -> {
                          throw torn;
                        })));
    await("it waits", () -> gate.hasParked(1));
    awaitState(heddle, pid, ProcessState.BLOCKED);
    gate.open();
    assertThat(result(heddle, pid)).asString().contains("0, waited", "1, java.io.IOException");
  }

  @OnEachRuntime
  void spawnCompletesWithAChildOrAnError(Setup setup) {
    Heddle heddle = start(setup);
    AtomicReference<@Nullable Pid> parent = new AtomicReference<>();
    Probe child =
        new Probe(
            (self, events, out) -> {
              parent.set(self.context().parent());
              out.complete("born");
            });
    Pid pid =
        heddle
            .processes()
            .spawn(
                yielding(
                    Command.spawn(child, ProcessOptions.DEFAULT.withName("child")),
                    Command.spawn(child, ProcessOptions.DEFAULT.withMethod("dye"))));
    Object all = result(heddle, pid);
    assertThat(all).asString().contains("SpawnException", "dye");
    await("the child has run", () -> child.closes.get() == 1);
    assertThat(parent.get()).isEqualTo(pid);
  }

  // ---- ask

  private static Probe echo() {
    return Probe.onEvent(
        (self, event, out) -> {
          if (event instanceof Message message && message.expectsReply()) {
            message.reply("you said " + message.data());
          } else if (event instanceof Message message) {
            assertThatThrownBy(() -> message.reply("?"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("expectsReply()");
          }
        });
  }

  @OnEachRuntime
  void askCompletesWithTheReply(Setup setup) {
    Heddle heddle = start(setup);
    Pid target = heddle.processes().spawn(echo());
    heddle.processes().send(target, "nobody waits");
    Completion done = outcome(heddle, Command.ask(target, "hello", Delays.LONG));
    assertThat(done.data()).isEqualTo("you said hello");
    Pid parsed = Pid.parse(target.toString());
    assertThat(outcome(heddle, Command.ask(parsed, "again", Delays.LONG)).data())
        .isEqualTo("you said again");
  }

  @OnEachRuntime
  void aReplyMayComeLaterFromElsewhereAndOnce(Setup setup) {
    Heddle heddle = start(setup);
    Queue<Message> asked = new ConcurrentLinkedQueue<>();
    Pid target =
        heddle
            .processes()
            .spawn(
                Probe.onEvent(
                    (self, event, out) -> {
                      if (event instanceof Message message) {
                        asked.add(message);
                      }
                    }));
    Pid asker = heddle.processes().spawn(yielding(Command.ask(target, "?", Delays.LONG)));
    await("it was asked", () -> asked.size() == 1);
    Message question = asked.element();
    question.reply("!");
    assertThat(result(heddle, asker)).asString().contains("0, !");
    assertThatThrownBy(() -> question.reply("!!")).isInstanceOf(IllegalStateException.class);
  }

  @OnEachRuntime
  void askFailsAfterItsTimeAndALateReplyIsADeadLetter(Setup setup) {
    Heddle heddle = start(setup);
    Queue<Message> asked = new ConcurrentLinkedQueue<>();
    Queue<DeadLetter> letters = new ConcurrentLinkedQueue<>();
    heddle.processes().onDeadLetter(letters::add);
    Pid target =
        heddle
            .processes()
            .spawn(
                Probe.onEvent(
                    (self, event, out) -> {
                      if (event instanceof Message message) {
                        asked.add(message);
                      }
                    }));
    Completion done = outcome(heddle, Command.ask(target, "?", Duration.ofMillis(10)));
    assertThat(done.error())
        .isInstanceOf(TimeoutException.class)
        .hasMessageContainingAll(target.toString(), "PT0.01S");
    await("it was asked", () -> asked.size() == 1);
    asked.element().reply("too late");
    assertThat(letters)
        .singleElement()
        .satisfies(
            letter -> {
              assertThat(letter.reason()).isEqualTo(DeadLetter.Reason.LATE_REPLY);
              assertThat(letter.content()).isEqualTo("too late");
            });
  }

  @OnEachRuntime
  void askOfOneThatHasEndedFailsAtOnce(Setup setup) {
    Heddle heddle = start(setup);
    Pid target = heddle.processes().spawn((events, out) -> out.complete());
    ended(heddle, target);
    Duration never = Duration.ofDays(1);
    for (Pid pid : List.of(target, Pid.parse(target.toString()), Pid.of("far", "away", 1))) {
      Completion done = outcome(heddle, Command.ask(pid, "anybody?", never));
      assertThat(done.error())
          .isInstanceOf(CommandException.class)
          .hasMessageContaining(pid.toString());
    }
    assertThat(heddle.processes().counts().deadMessages()).isEqualTo(3);
  }

  @OnEachRuntime
  void askOfOneThatEndsWithTheQuestionUnreadFailsAtOnce(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Pid target =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  gate.await();
                  out.complete();
                });
    await("it is in its step", () -> gate.waiters() == 1);
    Pid asker = heddle.processes().spawn(yielding(Command.ask(target, "?", Duration.ofDays(1))));
    await("it is asked", () -> info(heddle, target).mailbox() == 1);
    gate.open();
    assertThat(result(heddle, asker)).asString().contains("CommandException", "has ended");
    assertThat(dead(heddle, DeadLetter.Reason.PROCESS_ENDED)).isEqualTo(1);
  }

  // ---- commands of one's own

  private sealed interface Dye permits Red, Blue {}

  private record Red(int depth) implements Dye {}

  private record Blue(int depth) implements Dye {}

  private static class Cloth {}

  private static final class Linen extends Cloth {}

  private static final class Wool extends Cloth {}

  private interface Warm {}

  private interface Dry {}

  private static final class Coat implements Warm, Dry {}

  @OnEachRuntime
  void aHandlerIsFoundByClassThenSuperclassThenInterface(Setup setup) {
    Heddle heddle =
        start(
            builder(setup)
                .commandHandler(Dye.class, (dye, reply) -> reply.complete("some dye"))
                .commandHandler(Blue.class, (blue, reply) -> reply.complete("blue"))
                .commandHandler(Cloth.class, (cloth, reply) -> reply.complete("cloth"))
                .commandHandler(Wool.class, (wool, reply) -> reply.complete("wool")));
    List<Completion> done =
        outcomes(heddle, new Red(1), new Blue(2), new Cloth(), new Linen(), new Wool());
    assertThat(done)
        .extracting(Completion::data)
        .containsExactly("some dye", "blue", "cloth", "cloth", "wool");
  }

  @OnEachRuntime
  void aCommandThatNobodyHandlesFails(Setup setup) {
    Heddle heddle = start(setup);
    Completion done = outcome(heddle, new Coat());
    assertThat(done.error())
        .isInstanceOf(CommandException.class)
        .hasMessageContainingAll(Coat.class.getName(), "commandHandler");
  }

  @OnEachRuntime
  void aCommandThatSeveralCouldHandleFails(Setup setup) {
    Heddle heddle =
        start(
            builder(setup)
                .commandHandler(Warm.class, (command, reply) -> reply.complete("warm"))
                .commandHandler(Dry.class, (command, reply) -> reply.complete("dry")));
    Completion done = outcome(heddle, new Coat());
    assertThat(done.error())
        .isInstanceOf(CommandException.class)
        .hasMessageContainingAll(Warm.class.getName(), Dry.class.getName(), Coat.class.getName());
  }

  @OnEachRuntime(workers = 1)
  void twoHandlersForOneTypeAreRefused(Setup setup) {
    CommandHandler<Object> handler = (command, reply) -> {};
    assertThatThrownBy(
            () ->
                builder(setup)
                    .commandHandler(Cloth.class, handler)
                    .commandHandler(Cloth.class, handler))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(Cloth.class.getName());
    assertThatThrownBy(() -> builder(setup).commandHandler(Command.class, handler))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("built in");
    assertThatThrownBy(() -> builder(setup).commandHandler(Command.Sleep.class, handler))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("built in");
  }

  @OnEachRuntime
  void whatAHandlerThrowsFailsTheCommandUnlessItIsDone(Setup setup) {
    IOException torn = new IOException("torn");
    Heddle heddle =
        start(
            builder(setup)
                .commandHandler(
                    Red.class,
                    (red, reply) -> {
                      if (red.depth() == 2) {
                        reply.complete("done");
                      }
                      throw torn;
                    })
                .commandHandler(Blue.class, (blue, reply) -> StackEnd.overflow()));
    List<Completion> done = outcomes(heddle, new Red(1), new Red(2), new Blue(1));
    assertThat(done.get(0).error()).isSameAs(torn);
    assertThat(done.get(1).data()).isEqualTo("done");
    assertThat(done.get(2).error()).isInstanceOf(StackOverflowError.class);
  }

  @OnEachRuntime
  void aCommandIsCompletedFromAnyThreadExactlyOnce(Setup setup) {
    Queue<CommandReply> replies = new ConcurrentLinkedQueue<>();
    Heddle heddle =
        start(builder(setup).commandHandler(Red.class, (red, reply) -> replies.add(reply)));
    Object[] commands = new Object[20];
    for (int i = 0; i < commands.length; i++) {
      commands[i] = new Red(i);
    }
    Pid pid = heddle.processes().spawn(yielding(commands));
    await("all are given out", () -> replies.size() == 20);
    AtomicInteger refused = new AtomicInteger();
    List<Thread> completers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      boolean fails = i == 1;
      completers.add(
          thread(
              "completer",
              () -> {
                for (CommandReply reply : replies) {
                  assertThat(reply.process()).isEqualTo(pid);
                  try {
                    if (fails) {
                      reply.fail(new IOException("torn"));
                    } else {
                      reply.complete(reply.tag());
                    }
                  } catch (IllegalStateException e) {
                    assertThat(e).hasMessageContaining("outcome already");
                    refused.incrementAndGet();
                  }
                }
              }));
    }
    ended(heddle, pid);
    completers.forEach(each -> await(each));
    assertThat(refused).hasValue(40);
    assertThatThrownBy(() -> replies.element().fail(nothing()))
        .isInstanceOf(NullPointerException.class);
  }

  @SuppressWarnings("NullAway") // on purpose
  private static Throwable nothing() {
    return null;
  }

  @OnEachRuntime
  void aCompletionForOneThatHasEndedIsADeadLetterAndASecondAnError(Setup setup) {
    Queue<CommandReply> replies = new ConcurrentLinkedQueue<>();
    Queue<DeadLetter> letters = new ConcurrentLinkedQueue<>();
    AtomicInteger cancelled = new AtomicInteger();
    Heddle heddle =
        start(
            builder(setup)
                .commandHandler(
                    Red.class,
                    (red, reply) -> {
                      reply.onCancel(cancelled::incrementAndGet);
                      replies.add(reply);
                    }));
    heddle.processes().onDeadLetter(letters::add);
    Pid pid = heddle.processes().spawn(Probe.onEvent((self, event, out) -> out.complete()));
    Pid asker = heddle.processes().spawn(yielding(new Red(1), new Red(2)));
    await("they are given out", () -> replies.size() == 2);
    assertThat(replies).noneMatch(CommandReply::isCancelled);
    heddle.processes().kill(asker);
    ended(heddle, asker);
    assertThat(cancelled).hasValue(2);
    assertThat(replies).allMatch(CommandReply::isCancelled);
    List<CommandReply> both = List.copyOf(replies);
    IOException torn = new IOException("torn");
    both.get(0).complete("late");
    both.get(1).fail(torn);
    assertThat(letters)
        .containsExactlyInAnyOrder(
            new DeadLetter(asker, "late", DeadLetter.Reason.LATE_COMPLETION),
            new DeadLetter(asker, torn, DeadLetter.Reason.LATE_COMPLETION));
    assertThatThrownBy(() -> both.get(0).complete("later still"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll(asker.toString(), "tag");
    AtomicBoolean atOnce = new AtomicBoolean();
    both.get(0).onCancel(() -> atOnce.set(true));
    assertThat(atOnce).as("not after an outcome").isFalse();
    heddle.processes().send(pid, "end");
  }

  @OnEachRuntime
  void onCancelIsCalledAtOnceIfTheProcessHasEnded(Setup setup) {
    Queue<CommandReply> replies = new ConcurrentLinkedQueue<>();
    Heddle heddle =
        start(tolerant(setup).commandHandler(Red.class, (red, reply) -> replies.add(reply)));
    Pid pid = heddle.processes().spawn(yielding(new Red(1)));
    await("it is given out", () -> replies.size() == 1);
    heddle.processes().kill(pid);
    ended(heddle, pid);
    AtomicInteger called = new AtomicInteger();
    replies.element().onCancel(called::incrementAndGet);
    assertThat(called).hasValue(1);
    replies
        .element()
        .onCancel(
            () -> {
              throw new IllegalStateException("must not");
            });
    assertThat(uncaught()).singleElement().isInstanceOf(IllegalStateException.class);
  }

  /** A process that ends interrupts the fiber that works for it, and starts no task. */
  @OnEachRuntime
  void theFiberOfOneThatEndsIsInterrupted(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AtomicBoolean interrupted = new AtomicBoolean();
    Pid pid =
        heddle
            .processes()
            .spawn(
                yielding(
                    Command.fiber(
                        () -> {
                          try {
                            gate.awaitInterruptibly();
                          } catch (InterruptedException e) {
                            interrupted.set(true);
                            throw e;
                          }
                          return null;
                        })));
    await("it waits", () -> gate.hasParked(1));
    heddle.processes().kill(pid);
    ended(heddle, pid);
    await("the fiber was interrupted", interrupted::get);
    assertThat(dead(heddle, DeadLetter.Reason.LATE_COMPLETION))
        .as("the interrupt was meant to end it")
        .isZero();
  }

  @OnEachRuntime
  void manyCommandsOfOneStepAreAllCarriedOut(Setup setup) {
    Heddle heddle = start(setup);
    Object[] commands = new Object[100];
    for (int i = 0; i < commands.length; i++) {
      int number = i;
      commands[i] = Command.task(() -> number);
    }
    List<Completion> done = outcomes(heddle, commands);
    for (int i = 0; i < commands.length; i++) {
      assertThat(done.get(i).data()).isEqualTo(i);
    }
  }

  @OnEachRuntime
  void theCommandsOfAStepThatEndsItsProcessAreDropped(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Queue<DeadLetter> letters = new ConcurrentLinkedQueue<>();
    heddle.processes().onDeadLetter(letters::add);
    Command first = Command.task(() -> "never");
    Command second = Command.sleep(Duration.ZERO);
    Pid completes =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  out.yield(1, first);
                  out.complete("done");
                });
    assertThat(result(heddle, completes)).isEqualTo("done");
    Pid throwing =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  out.yield(2, second);
                  throw new IOException("torn");
                });
    failure(heddle, throwing);
    assertThat(letters)
        .containsExactly(
            new DeadLetter(completes, first, DeadLetter.Reason.COMMAND_DROPPED),
            new DeadLetter(throwing, second, DeadLetter.Reason.COMMAND_DROPPED));
  }

  /** The next process of the same worker does not get them either. */
  @OnEachRuntime
  void nothingOfAFailedStepIsLeftForTheNext(Setup setup) {
    Heddle heddle = startTolerant(setup);
    for (int i = 0; i < 20; i++) {
      failure(
          heddle,
          heddle
              .processes()
              .spawn(
                  (events, out) -> {
                    for (int tag = 0; tag < 9; tag++) {
                      out.yield(tag, new Coat());
                    }
                    out.complete("not this one");
                    throw new IOException("torn");
                  }));
      Pid next =
          heddle
              .processes()
              .spawn(
                  (events, out) -> {
                    if (events.isEmpty()) {
                      out.yield(77, Command.task(() -> "mine"));
                    } else {
                      assertThat(events.size()).isEqualTo(1);
                      out.complete(events.get(0).data());
                    }
                  });
      assertThat(result(heddle, next)).isEqualTo("mine");
    }
  }

  @OnEachRuntime
  void blockedWithoutACommandIsAnError(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Pid pid = heddle.processes().spawn((events, out) -> out.blocked());
    assertThat(failure(heddle, pid))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("idle()");
  }

  @OnEachRuntime
  void theOutputOfAStepIsUsedInItAlone(Setup setup) {
    Heddle heddle = start(setup);
    AtomicReference<@Nullable StepOutput> kept = new AtomicReference<>();
    Pid pid =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  kept.set(out);
                  assertThatThrownBy(() -> out.yield(1, nothing()))
                      .isInstanceOf(NullPointerException.class);
                  assertThatThrownBy(() -> out.fail(nothing()))
                      .isInstanceOf(NullPointerException.class);
                  if (!events.isEmpty()) {
                    out.complete();
                  }
                });
    awaitState(heddle, pid, ProcessState.IDLE);
    StepOutput out = kept.get();
    assertThat(out).isNotNull();
    assertThatThrownBy(() -> out.complete("from elsewhere"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("send the process a message");
    assertThatThrownBy(() -> out.yield(1, new Coat())).isInstanceOf(IllegalStateException.class);
    heddle.processes().send(pid, "end");
    ended(heddle, pid);
  }
}
