package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.metrics.ShutdownReport;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Processes whose body is ordinary blocking Java: in all else processes as any other. */
class FiberProcessTest extends ProcessTestCase {

  // ---- receiving

  @OnEachRuntime
  void itReceivesInOrderAndEndsWithItsResult(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  List<Object> got = new ArrayList<>();
                  Object next;
                  while (!(next = inbox.receive()).equals("end")) {
                    got.add(next);
                  }
                  return got;
                });
    List<Object> sent = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      heddle.processes().send(pid, i);
      sent.add(i);
    }
    heddle.processes().send(pid, "end");
    assertThat(result(heddle, pid)).isEqualTo(sent);
    assertThat(heddle.processes().counts().handled()).isEqualTo(301);
  }

  @OnEachRuntime
  void twoOfThemPlayPingPong(Setup setup) {
    Heddle heddle = start(setup);
    Pid pong =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  while (true) {
                    Pid from = inbox.receive(Pid.class);
                    inbox.context().send(from, "pong");
                  }
                });
    Pid ping =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  int count = 0;
                  for (int i = 0; i < 200; i++) {
                    inbox.context().send(pong, inbox.self());
                    inbox.receive(String.class);
                    count++;
                  }
                  return count;
                });
    assertThat(result(heddle, ping)).isEqualTo(200);
  }

  @OnEachRuntime
  void aReceiveThatIsChoosyLeavesTheRestInOrder(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  inbox.receive("go"::equals);
                  List<Object> got = new ArrayList<>();
                  got.add(inbox.receive(String.class));
                  got.add(inbox.receive(each -> each instanceof Integer n && n > 2));
                  got.add(inbox.receive(String.class));
                  got.add(inbox.receive());
                  got.add(inbox.receive(Integer.class));
                  got.add(inbox.receive());
                  got.add(inbox.receive());
                  return got;
                });
    for (Object each : List.of(1, "a", 2, 3, "b", 4, "c")) {
      heddle.processes().send(pid, each);
    }
    heddle.processes().send(pid, "go");
    assertThat(result(heddle, pid)).isEqualTo(List.of("a", 3, "b", 1, 2, 4, "c"));
  }

  @OnEachRuntime
  void aReceiveEndsWhenItsTimeIsUp(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  List<@Nullable Object> got = new ArrayList<>();
                  got.add(inbox.receive(Duration.ZERO));
                  got.add(inbox.receive(Delays.SHORT));
                  inbox.context().send(inbox.self(), "other");
                  got.add(inbox.receive(Integer.class, Delays.SHORT));
                  got.add(inbox.receive(Integer.class::isInstance, Delays.SHORT));
                  got.add(inbox.receive(String.class, Delays.LONG));
                  got.add(inbox.receive(Duration.ofMillis(-1)));
                  return got;
                });
    List<@Nullable Object> expected = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      expected.add(null);
    }
    expected.add("other");
    expected.add(null);
    assertThat(result(heddle, pid)).isEqualTo(expected);
  }

  /** A message that comes when the time is up is received now or the next time, never lost. */
  @OnEachRuntime
  void noMessageIsLostBetweenTwoTimeouts(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  int got = 0;
                  while (got < 200) {
                    if (inbox.receive(Duration.ofNanos(50_000)) != null) {
                      got++;
                    }
                  }
                  return got;
                });
    for (int i = 0; i < 200; i++) {
      heddle.processes().send(pid, i);
      spin();
    }
    assertThat(result(heddle, pid)).isEqualTo(200);
  }

  @OnEachRuntime
  void anUrgentMessageOvertakes(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  gate.await();
                  return List.of(inbox.receive(), inbox.receive(), inbox.receive());
                });
    heddle.processes().send(pid, 1);
    heddle.processes().send(pid, 2);
    heddle.processes().sendUrgent(pid, "urgent");
    gate.open();
    assertThat(result(heddle, pid)).isEqualTo(List.of("urgent", 1, 2));
  }

  @OnEachRuntime
  void itsMailboxCountsWhatItHasPassedOver(Setup setup) {
    Heddle heddle = start(setup);
    Queue<MailboxLevel> levels = new ConcurrentLinkedQueue<>();
    heddle.processes().onMailboxLevel(levels::add);
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> inbox.receive("go"::equals),
                ProcessOptions.DEFAULT.withWatermarks(5, 1).withMailbox(6, WhenFull.DROP));
    for (int i = 0; i < 4; i++) {
      heddle.processes().send(pid, i);
    }
    awaitState(heddle, pid, ProcessState.IDLE);
    assertThat(info(heddle, pid).mailbox()).isEqualTo(4);
    assertThat(heddle.processes().counts().queued()).isEqualTo(4);
    assertThat(levels).isEmpty();
    heddle.processes().send(pid, 4);
    heddle.processes().send(pid, 5);
    heddle.processes().send(pid, "no room");
    assertThat(dead(heddle, DeadLetter.Reason.MAILBOX_FULL)).isEqualTo(1);
    assertThat(levels).hasSize(1);
    heddle.processes().sendUrgent(pid, "go");
    assertThat(result(heddle, pid)).isEqualTo("go");
    assertThat(dead(heddle, DeadLetter.Reason.PROCESS_ENDED)).as("unread").isEqualTo(6);
  }

  @OnEachRuntime
  void unreadMessagesAreDeadLettersInOrder(Setup setup) {
    Heddle heddle = start(setup);
    Queue<DeadLetter> letters = new ConcurrentLinkedQueue<>();
    heddle.processes().onDeadLetter(letters::add);
    Gate gate = new Gate();
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  Object got = inbox.receive(String.class);
                  gate.await();
                  return got;
                });
    for (Object each : List.of(1, 2, "a", 3)) {
      heddle.processes().send(pid, each);
    }
    await("it has got one", () -> gate.hasParked(1));
    heddle.processes().send(pid, 4);
    gate.open();
    assertThat(result(heddle, pid)).isEqualTo("a");
    assertThat(letters.stream().map(DeadLetter::content)).containsExactly(1, 2, 3, 4);
  }

  @OnEachRuntime
  void itReplies(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  assertThatThrownBy(inbox::message).isInstanceOf(IllegalStateException.class);
                  while (true) {
                    String text = inbox.receive(String.class);
                    if (inbox.message().expectsReply()) {
                      inbox.reply(text + "!");
                    }
                  }
                });
    heddle.processes().send(pid, "no answer wanted");
    assertThat(heddle.processes().request(pid, "hello", Delays.LONG)).isEqualTo("hello!");
  }

  @OnEachRuntime(workers = {1, 8})
  void onlyItsOwnFiberMayReceive(Setup setup) {
    Heddle heddle = start(setup);
    AtomicReference<@Nullable Inbox> leaked = new AtomicReference<>();
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  leaked.set(inbox);
                  return inbox.receive();
                });
    awaitState(heddle, pid, ProcessState.IDLE);
    Inbox inbox = leaked.get();
    assertThat(inbox).isNotNull();
    assertThatThrownBy(inbox::receive)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(pid.toString());
    assertThatThrownBy(() -> inbox.perform(Command.sleep(Duration.ZERO)))
        .isInstanceOf(IllegalStateException.class);
    heddle.processes().send(pid, "still fine");
    assertThat(result(heddle, pid)).isEqualTo("still fine");
  }

  // ---- commands

  @OnEachRuntime
  void itPerformsCommandsAndLeavesMessagesWhereTheyAre(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  inbox.context().send(inbox.self(), "before");
                  Object slept = inbox.perform(Command.sleep(Duration.ofMillis(1)));
                  Object made = inbox.perform(Command.task(() -> 42));
                  String failed = "";
                  try {
                    inbox.perform(
                        Command.task(
                            () -> {
                              throw new java.io.IOException("torn");
                            }));
                  } catch (java.io.IOException e) {
                    failed = String.valueOf(e.getMessage());
                  }
                  String unknown = "";
                  try {
                    inbox.perform("what nobody handles");
                  } catch (CommandException e) {
                    unknown = "unknown";
                  }
                  return List.of(
                      String.valueOf(slept),
                      String.valueOf(made),
                      failed,
                      unknown,
                      inbox.receive());
                });
    assertThat(result(heddle, pid)).isEqualTo(List.of("null", "42", "torn", "unknown", "before"));
  }

  /** A command that is not waited for any more is given up, and does not hold up the end. */
  @OnEachRuntime
  void aCommandWhoseWaitWasEndedIsGivenUp(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger interrupts = new AtomicInteger();
    Gate gate = new Gate();
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  try {
                    return inbox.perform(
                        Command.fiber(
                            () -> {
                              try {
                                gate.awaitInterruptibly();
                              } catch (InterruptedException e) {
                                interrupts.incrementAndGet();
                              }
                              return "late";
                            }));
                  } catch (ProcessCancelledException e) {
                    return inbox.receive(Object.class, Delays.LONG);
                  }
                });
    await("it is performed", () -> gate.hasParked(1));
    heddle.processes().cancel(pid);
    await("it is given up", () -> interrupts.get() == 1);
    awaitState(heddle, pid, ProcessState.IDLE);
    assertThat(info(heddle, pid).commands()).isZero();
    heddle.processes().send(pid, "goes on");
    assertThat(result(heddle, pid)).isEqualTo("goes on");
    await("its outcome", () -> dead(heddle, DeadLetter.Reason.LATE_COMPLETION) == 1);
  }

  // ---- the end

  @OnEachRuntime
  void aCancelMakesAReceiveThrowAndIsANormalEnd(Setup setup) {
    Heddle heddle = start(setup);
    Pid linked = heddle.processes().spawn(Probe.obeying());
    AtomicInteger cleanedUp = new AtomicInteger();
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  inbox.context().link(linked);
                  try {
                    return inbox.receive(Integer.class);
                  } finally {
                    cleanedUp.incrementAndGet();
                  }
                });
    awaitState(heddle, pid, ProcessState.IDLE);
    assertThat(heddle.processes().cancel(pid)).isTrue();
    assertThat(ended(heddle, pid)).isEqualTo(new Exit.Completed(null));
    assertThat(heddle.processes().cancel(pid)).isFalse();
    assertThat(cleanedUp).hasValue(1);
    assertThat(heddle.processes().isAlive(linked)).isTrue();
  }

  @OnEachRuntime
  void whoTrapsCancelReceivesIt(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  inbox.trapCancel(true);
                  return inbox.receive(Cancel.class).toString() + inbox.receive();
                });
    awaitState(heddle, pid, ProcessState.IDLE);
    heddle.processes().cancel(pid);
    heddle.processes().send(pid, "more");
    assertThat(result(heddle, pid)).isEqualTo("Cancelmore");
  }

  @OnEachRuntime
  void aKillEndsItWhileItReceives(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger cleanedUp = new AtomicInteger();
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  while (true) {
                    try {
                      inbox.receive();
                    } catch (ProcessCancelledException e) {
                      if (cleanedUp.incrementAndGet() == 2) {
                        throw e; // it is thrown again and again
                      }
                    }
                  }
                });
    awaitState(heddle, pid, ProcessState.IDLE);
    assertThat(heddle.processes().kill(pid)).isTrue();
    assertThat(ended(heddle, pid)).isEqualTo(new Exit.Killed("killed"));
    assertThat(heddle.processes().kill(pid)).isFalse();
    assertThat(cleanedUp).hasValue(2);
  }

  @OnEachRuntime
  void aKillInterruptsIt(Setup setup) {
    Heddle heddle = start(setup);
    Gate never = new Gate();
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  never.awaitInterruptibly();
                  return "woken";
                });
    Pid sleeping =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  Fiber.sleep(Delays.LONG);
                  return "slept";
                });
    await("it waits", () -> never.hasParked(1));
    heddle.processes().kill(pid);
    heddle.processes().kill(sleeping);
    assertThat(ended(heddle, pid)).isEqualTo(new Exit.Killed("killed"));
    assertThat(ended(heddle, sleeping)).isEqualTo(new Exit.Killed("killed"));
  }

  @OnEachRuntime
  void oneThatIsKilledBeforeItBeginsNeverBegins(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger bodies = new AtomicInteger();
    AtomicInteger deaths = new AtomicInteger();
    Pid spawner =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  for (int i = 0; i < 20; i++) {
                    Pid pid =
                        heddle
                            .processes()
                            .spawn(
                                inbox -> {
                                  bodies.incrementAndGet();
                                  return inbox.receive();
                                });
                    heddle.processes().kill(pid);
                    cell(pid).onExit(exit -> deaths.incrementAndGet());
                  }
                  out.complete();
                });
    ended(heddle, spawner);
    await("all are dead", () -> deaths.get() == 20);
    if (setup.workers() == 1) {
      assertThat(bodies).hasValue(0);
    }
  }

  @OnEachRuntime
  void whatItThrowsIsItsCrash(Setup setup) {
    Heddle heddle = startTolerant(setup);
    IllegalStateException error = new IllegalStateException("torn");
    Pid linked = heddle.processes().spawn(Probe.obeying());
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  inbox.context().link(linked);
                  inbox.receive();
                  throw error;
                });
    heddle.processes().send(pid, "go");
    assertThat(failure(heddle, pid)).isSameAs(error);
    assertThat(ended(heddle, linked)).isEqualTo(new Exit.Taken(pid, new Exit.Failed(error)));
    assertThat(uncaught()).singleElement().satisfies(e -> assertThat(e).hasCause(error));
    Pid overflowing =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  dev.heddle.testing.StackEnd.overflow();
                  return null;
                });
    assertThat(failure(heddle, overflowing)).isInstanceOf(StackOverflowError.class);
  }

  @OnEachRuntime(workers = {1, 8})
  void anInterruptEndsAReceiveAndIsForTheBody(Setup setup) {
    Heddle heddle = start(setup);
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  thread.complete(Thread.currentThread());
                  try {
                    return inbox.receive();
                  } catch (InterruptedException e) {
                    return "interrupted, then " + inbox.receive();
                  }
                });
    awaitState(heddle, pid, ProcessState.IDLE);
    thread.join().interrupt();
    heddle.processes().send(pid, "a message");
    assertThat(result(heddle, pid)).isIn("interrupted, then a message", "a message");
  }

  @OnEachRuntime(workers = {1, 8})
  void itCannotWaitForItself(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  assertThatThrownBy(() -> heddle.processes().awaitExit(inbox.self()))
                      .isInstanceOf(IllegalStateException.class);
                  assertThatThrownBy(() -> heddle.processes().stop(inbox.self(), Delays.LONG))
                      .isInstanceOf(IllegalStateException.class);
                  return "fine";
                });
    assertThat(result(heddle, pid)).isEqualTo("fine");
  }

  @OnEachRuntime(workers = {1, 8})
  void itCannotWaitForRoomInItsOwnMailbox(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  inbox.context().send(inbox.self(), 1);
                  assertThatThrownBy(() -> inbox.context().send(inbox.self(), 2))
                      .isInstanceOf(MailboxFullException.class);
                  return inbox.receive();
                },
                ProcessOptions.DEFAULT.withMailbox(1, WhenFull.SUSPEND));
    assertThat(result(heddle, pid)).isEqualTo(1);
  }

  // ---- the end of the runtime

  @OnEachRuntime
  void theRuntimeClosesInOrderWithIdleAndBusyOnes(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AtomicInteger ended = new AtomicInteger();
    for (int i = 0; i < 10; i++) {
      heddle
          .processes()
          .spawn(
              inbox -> {
                try {
                  return inbox.receive();
                } finally {
                  ended.incrementAndGet();
                }
              });
    }
    Pid busy =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  gate.await();
                  try {
                    return inbox.receive();
                  } finally {
                    ended.incrementAndGet();
                  }
                });
    await("it is busy", () -> gate.hasParked(1));
    CompletableFuture<ShutdownReport> report = new CompletableFuture<>();
    thread("closer", () -> report.complete(heddle.shutdown(Delays.LONG)));
    await("the idle ones end", () -> ended.get() == 10);
    gate.open();
    await("closed", report::isDone);
    assertThat(report.join().orderly()).isTrue();
    assertThat(ended(heddle, busy)).isEqualTo(new Exit.Completed(null));
    assertThat(ended).hasValue(11);
    assertThat(heddle.processes().counts().completed()).isEqualTo(11);
  }

  @OnEachRuntime(workers = {1, 8})
  void onesThatDoNotListenAreEndedByForceAndReported(Setup setup) {
    Heddle heddle = start(setup);
    Gate never = new Gate();
    Pid trapping =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  inbox.trapCancel(true);
                  while (true) {
                    inbox.receive();
                  }
                });
    Pid busy =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  never.awaitInterruptibly();
                  return null;
                });
    await("it is busy", () -> never.hasParked(1));
    awaitState(heddle, trapping, ProcessState.IDLE);
    ShutdownReport report = heddle.shutdown(Delays.TIMEOUT);
    assertThat(report.orderly()).isFalse();
    assertThat(ended(heddle, trapping)).isEqualTo(new Exit.Killed("the runtime was closed"));
    assertThat(ended(heddle, busy).isCrash()).isTrue();
    assertThat(heddle.processes().counts().alive()).isZero();
  }

  // ---- ties

  @OnEachRuntime
  void itIsLinkedMonitoredNamedAndJoinsAsAnyProcess(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Probe watching = Probe.obeying();
    Pid watcher = heddle.processes().spawn(watching);
    Pid linked = heddle.processes().spawn(inbox -> inbox.receive());
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  inbox.context().link(linked);
                  inbox.context().join("news");
                  heddle.processes().register("one", inbox.self());
                  inbox.context().sendEvery(Duration.ofSeconds(10), inbox.self(), "tick");
                  inbox.receive("crash"::equals);
                  throw new IllegalStateException("crash");
                });
    awaitState(heddle, pid, ProcessState.IDLE);
    order(heddle, watcher, (self, out) -> self.context().monitor(pid));
    assertThat(heddle.processes().whereIs("one")).isEqualTo(pid);
    assertThat(heddle.processes().publish("news", "crash")).isEqualTo(1);
    Exit exit = ended(heddle, pid);
    assertThat(heddle.processes().whereIs("one")).isNull();
    assertThat(heddle.processes().members("news")).isEmpty();
    assertThat(ended(heddle, linked)).isEqualTo(new Exit.Taken(pid, exit));
    await("told", () -> watching.all(Down.class).size() == 1);
    assertThat(watching.all(Down.class).getFirst().exit()).isEqualTo(exit);
    awaitFree(pid);
    awaitFree(linked);
  }

  @OnEachRuntime
  void itReceivesWhatTiesTell(Setup setup) {
    Heddle heddle = start(setup);
    Pid target = heddle.processes().spawn(Probe.obeying());
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  inbox.context().trapExits(true);
                  inbox.context().link(target);
                  inbox.context().monitor(target);
                  inbox.context().watchName("one");
                  Named named = inbox.receive(Named.class);
                  Down down = inbox.receive(Down.class);
                  Exited exited = inbox.receive(Exited.class);
                  return List.of(named.pid(), down.pid(), exited.pid());
                });
    awaitState(heddle, pid, ProcessState.IDLE);
    heddle.processes().register("one", target);
    awaitState(heddle, pid, ProcessState.IDLE);
    heddle.processes().send(target, "end");
    assertThat(result(heddle, pid)).isEqualTo(List.of(target, target, target));
  }

  // ---- stop

  @OnEachRuntime
  void stopCancelsAndAfterAWhileKills(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Pid willing = heddle.processes().spawn(inbox -> inbox.receive());
    assertThat(heddle.processes().stop(willing, Delays.LONG)).isEqualTo(new Exit.Completed(null));
    assertThat(heddle.processes().stop(willing, Delays.LONG)).isEqualTo(new Exit.Completed(null));
    Pid machine = heddle.processes().spawn(Probe.waiting());
    assertThat(heddle.processes().stop(machine, Delays.LONG))
        .isEqualTo(new Exit.Completed("cancelled"));
    Pid deaf = heddle.processes().spawn(Probe.stubborn());
    assertThat(heddle.processes().stop(deaf, Delays.SHORT))
        .isInstanceOfSatisfying(
            Exit.Killed.class, exit -> assertThat(exit.reason()).contains("not stopped"));
    Pid trapping =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  inbox.trapCancel(true);
                  while (true) {
                    inbox.receive();
                  }
                });
    assertThat(heddle.processes().stop(trapping, Delays.SHORT)).isInstanceOf(Exit.Killed.class);
    assertThatThrownBy(() -> heddle.processes().stop(Pid.of("another", "place", 1), Delays.SHORT))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @OnEachRuntime(workers = {1, 8})
  void stopSaysSoIfAStepDoesNotReturn(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Probe.Order wait = (self, out) -> gate.await();
    Pid stuck = heddle.processes().spawn(Probe.obeying());
    heddle.processes().send(stuck, wait);
    await("it is in its step", () -> gate.hasParked(1));
    assertThat(heddle.processes().stop(stuck, Duration.ZERO)).isNull();
    gate.open();
    assertThat(ended(heddle, stuck)).isInstanceOf(Exit.Killed.class);
  }
}
