package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A mailbox that takes so many messages, and what becomes of one more. */
class BoundedMailboxTest extends ProcessTestCase {
  private static final int BOUND = 3;

  /** A process that is held in its first step, with its mailbox full. */
  private static final class Full {
    final Gate gate = new Gate();
    final AtomicInteger seen = new AtomicInteger();
    final AtomicReference<@Nullable Port> port = new AtomicReference<>();
    final Pid pid;

    Full(Heddle heddle, WhenFull whenFull) {
      Probe probe =
          new Probe(
              (self, events, out) -> {
                if (events.isEmpty()) {
                  port.set(self.context().openPort());
                  gate.await();
                }
                for (Event event : events) {
                  seen.incrementAndGet();
                  if ("end".equals(event.data())) {
                    out.complete();
                  }
                }
              });
      pid = heddle.processes().spawn(probe, ProcessOptions.DEFAULT.withMailbox(BOUND, whenFull));
      await("it is held", () -> gate.waiters() == 1);
      for (int i = 0; i < BOUND; i++) {
        heddle.processes().send(pid, i);
      }
      assertThat(info(heddle, pid).mailbox()).isEqualTo(BOUND);
    }

    Port port() {
      Port opened = port.get();
      assertThat(opened).isNotNull();
      return opened;
    }
  }

  @OnEachRuntime
  void failRefusesOneMoreWhichThenDoesNotCount(Setup setup) {
    Heddle heddle = start(setup);
    Full full = new Full(heddle, WhenFull.FAIL);
    assertThatThrownBy(() -> heddle.processes().send(full.pid, "one more"))
        .isInstanceOf(MailboxFullException.class)
        .hasMessageContainingAll(full.pid.toString(), "3", "not sent");
    assertThatThrownBy(() -> full.port().send("one more")).isInstanceOf(MailboxFullException.class);
    assertThat(heddle.processes().counts().sent()).isEqualTo(BOUND);
    full.gate.open();
    await("all are seen", () -> full.seen.get() == BOUND);
    heddle.processes().send(full.pid, "there is room");
    await("it is seen", () -> full.seen.get() == BOUND + 1);
  }

  @OnEachRuntime
  void dropMakesOneMoreADeadLetter(Setup setup) {
    Heddle heddle = start(setup);
    List<DeadLetter> letters = new ArrayList<>();
    heddle.processes().onDeadLetter(letters::add);
    Full full = new Full(heddle, WhenFull.DROP);
    heddle.processes().send(full.pid, "one more");
    assertThat(full.port().send("another")).as("the owner lives").isTrue();
    assertThat(letters)
        .containsExactly(
            new DeadLetter(full.pid, "one more", DeadLetter.Reason.MAILBOX_FULL),
            new DeadLetter(full.pid, "another", DeadLetter.Reason.MAILBOX_FULL));
    assertThat(heddle.processes().counts().sent()).isEqualTo(BOUND + 2);
    full.gate.open();
    await("the others are seen", () -> full.seen.get() == BOUND);
  }

  @OnEachRuntime
  void theSendersChoiceOverrulesTheOwners(Setup setup) {
    Heddle heddle = start(setup);
    Full full = new Full(heddle, WhenFull.SUSPEND);
    assertThatThrownBy(() -> heddle.processes().send(full.pid, "one more", WhenFull.FAIL))
        .isInstanceOf(MailboxFullException.class);
    heddle.processes().send(full.pid, "another", WhenFull.DROP);
    assertThat(dead(heddle, DeadLetter.Reason.MAILBOX_FULL)).isEqualTo(1);
    full.gate.open();
    await("the others are seen", () -> full.seen.get() == BOUND);
  }

  @OnEachRuntime
  void suspendLetsThreadsFibersAndProcessesWaitForRoom(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Full full = new Full(heddle, WhenFull.SUSPEND);
    AtomicInteger sent = new AtomicInteger();
    Action send =
        () -> {
          heddle.processes().send(full.pid, "waited");
          sent.incrementAndGet();
        };
    Thread plain = thread("plain", send);
    Thread virtual = virtualThread("virtual", send);
    Fiber<?> fiber = heddle.fiber(() -> guarded(send));
    Pid process =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  heddle.processes().send(full.pid, "waited");
                  full.port().send("waited too");
                  sent.incrementAndGet();
                  out.complete();
                });
    await("the threads wait", () -> plain.getState() == Thread.State.WAITING);
    never("somebody comes through", () -> sent.get() > 0);
    Pid other = heddle.processes().spawn((events, out) -> out.complete("went on"));
    assertThat(result(heddle, other)).as("no worker is held").isEqualTo("went on");
    full.gate.open();
    await(plain);
    await(virtual);
    fiber.join();
    ended(heddle, process);
    assertThat(sent).hasValue(4);
    await("all are seen", () -> full.seen.get() == BOUND + 5);
  }

  @OnEachRuntime
  void suspendedAndInterruptedASenderHasNotSent(Setup setup) {
    Heddle heddle = start(setup);
    Full full = new Full(heddle, WhenFull.SUSPEND);
    AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
    AtomicBoolean stillInterrupted = new AtomicBoolean();
    Thread waiter =
        thread(
            "waiter",
            () -> {
              try {
                heddle.processes().send(full.pid, "never");
              } catch (MailboxFullException e) {
                thrown.set(e);
                stillInterrupted.set(Thread.currentThread().isInterrupted());
              }
            });
    await("it waits", () -> waiter.getState() == Thread.State.WAITING);
    waiter.interrupt();
    await(waiter);
    assertThat(thrown.get()).isNotNull().hasMessageContainingAll("interrupted", "not sent");
    assertThat(stillInterrupted).isTrue();
    assertThat(heddle.processes().counts().sent()).isEqualTo(BOUND);
    full.gate.open();
    await("the others are seen", () -> full.seen.get() == BOUND);
    for (int i = 0; i < BOUND * 3; i++) {
      heddle.processes().send(full.pid, "its place was given back");
    }
    await("all are seen", () -> full.seen.get() == BOUND * 4);
  }

  @OnEachRuntime
  void theOwnersEndFreesWhoWaits(Setup setup) {
    Heddle heddle = start(setup);
    Full full = new Full(heddle, WhenFull.SUSPEND);
    AtomicInteger refused = new AtomicInteger();
    List<Thread> waiters = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waiters.add(thread("by pid", () -> heddle.processes().send(full.pid, "late")));
      waiters.add(
          thread(
              "by port",
              () -> {
                if (!full.port().send("late")) {
                  refused.incrementAndGet();
                }
              }));
    }
    await(
        "all wait",
        () -> waiters.stream().allMatch(each -> each.getState() == Thread.State.WAITING));
    heddle.processes().kill(full.pid);
    full.gate.open();
    assertThat(ended(heddle, full.pid)).isInstanceOf(Exit.Killed.class);
    waiters.forEach(each -> await(each));
    assertThat(refused).hasValue(3);
    assertThat(dead(heddle, DeadLetter.Reason.PROCESS_ENDED)).isEqualTo(BOUND + 3);
  }

  @OnEachRuntime
  void sendingToOneselfWhenFullIsAnErrorAndNoWait(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger sent = new AtomicInteger();
    Pid pid =
        heddle
            .processes()
            .spawn(
                new Probe(
                    (self, events, out) -> {
                      if (events.isEmpty()) {
                        sendUntilRefused(self, sent);
                        out.again();
                      }
                      if (self.messages().size() == BOUND) {
                        out.complete();
                      }
                    }),
                ProcessOptions.DEFAULT.withMailbox(BOUND, WhenFull.SUSPEND));
    ended(heddle, pid);
    assertThat(sent).hasValue(BOUND);
  }

  private static void sendUntilRefused(Probe self, AtomicInteger sent) {
    assertThatThrownBy(
            () -> {
              while (true) {
                self.context().send(self.context().self(), "to myself");
                sent.incrementAndGet();
              }
            })
        .isInstanceOf(MailboxFullException.class)
        .hasMessageContaining("wait for itself");
  }

  /** Though it goes on under another worker, or another process has stepped under its own. */
  @OnEachRuntime
  void sendingToOneselfWhenFullIsAnErrorAlsoAfterAWait(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger sent = new AtomicInteger();
    Gate gate = new Gate();
    Pid pid =
        heddle
            .processes()
            .spawn(
                new Probe(
                    (self, events, out) -> {
                      if (events.isEmpty()) {
                        gate.await();
                        sendUntilRefused(self, sent);
                        assertThatThrownBy(
                                () -> self.context().processes().awaitExit(self.context().self()))
                            .isInstanceOf(IllegalStateException.class);
                      } else {
                        out.complete();
                      }
                    }),
                ProcessOptions.DEFAULT.withMailbox(BOUND, WhenFull.SUSPEND));
    await("it waits", () -> gate.hasParked(1));
    for (int i = 0; i < 2 * setup.workers(); i++) {
      ended(heddle, heddle.processes().spawn((events, out) -> out.complete()));
    }
    gate.open();
    ended(heddle, pid);
    assertThat(sent).hasValue(BOUND);
  }

  @OnEachRuntime
  void aFiberThatWouldWaitForItselfIsToldToo(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  for (int i = 0; i < BOUND; i++) {
                    inbox.context().send(inbox.self(), i);
                  }
                  assertThatThrownBy(() -> inbox.context().send(inbox.self(), "one more"))
                      .isInstanceOf(MailboxFullException.class)
                      .hasMessageContaining("wait for itself");
                  assertThatThrownBy(() -> heddle.processes().awaitExit(inbox.self()))
                      .isInstanceOf(IllegalStateException.class)
                      .hasMessageContaining("wait for itself");
                  return inbox.receive();
                },
                ProcessOptions.DEFAULT.withMailbox(BOUND, WhenFull.SUSPEND));
    assertThat(result(heddle, pid)).isEqualTo(0);
    assertThat(dead(heddle, DeadLetter.Reason.PROCESS_ENDED)).isEqualTo(BOUND - 1);
  }

  /** Completions and cancels find room where messages do not. */
  @OnEachRuntime
  void whatIsNoMessageNeedsNoRoom(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AtomicInteger completions = new AtomicInteger();
    Pid pid =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  if (events.isEmpty()) {
                    for (int i = 0; i < 10; i++) {
                      out.yield(i, Command.task(() -> "done"));
                    }
                  } else {
                    gate.await();
                  }
                  for (Event event : events) {
                    if (event instanceof Completion && completions.incrementAndGet() == 10) {
                      out.complete();
                    }
                  }
                },
                ProcessOptions.DEFAULT.withMailbox(1, WhenFull.FAIL));
    gate.open();
    ended(heddle, pid);
  }

  @OnEachRuntime
  void aManyTimesFilledMailboxLosesNothing(Setup setup) {
    Heddle heddle = start(setup);
    int each = 500;
    AtomicInteger seen = new AtomicInteger();
    Pid pid =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  if (seen.addAndGet(events.size()) == 4 * each) {
                    out.complete();
                  }
                },
                ProcessOptions.DEFAULT.withMailbox(2, WhenFull.SUSPEND));
    Action sendAll =
        () -> {
          for (int i = 0; i < each; i++) {
            heddle.processes().send(pid, i);
          }
        };
    Thread one = thread("one", sendAll);
    Thread two = virtualThread("two", sendAll);
    for (int i = 0; i < 2; i++) {
      heddle
          .processes()
          .spawn(
              new Probe(
                  (self, events, out) -> {
                    self.context().send(pid, "from a process");
                    if (self.steps.get() == each) {
                      out.complete();
                    } else {
                      out.again();
                    }
                  }));
    }
    ended(heddle, pid);
    await(one);
    await(two);
    assertThat(seen).hasValue(4 * each);
  }

  @OnEachRuntime(workers = {1, 8})
  void aLargeBoundIsABoundToo(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                Probe.onEvent((self, event, out) -> out.complete(event.data())),
                ProcessOptions.DEFAULT.withMailbox(1_000_000_000, WhenFull.SUSPEND));
    heddle.processes().send(pid, "end");
    assertThat(result(heddle, pid)).isEqualTo("end");
  }

  @Test
  void aBoundThatMakesNoSenseIsRefused() {
    for (int bound : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> ProcessOptions.DEFAULT.withMailbox(bound, WhenFull.FAIL))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(Integer.toString(bound));
    }
  }

  /** Whoever keeps a PID for long may send to it more often than any bound is. */
  @OnEachRuntime(workers = {1, 8})
  void whatIsSentAfterTheEndTakesNoRoom(Setup setup) {
    Heddle heddle = start(setup);
    Full full = new Full(heddle, WhenFull.SUSPEND);
    heddle.processes().kill(full.pid);
    full.gate.open();
    ended(heddle, full.pid);
    MailboxBound bound = Objects.requireNonNull(cell(full.pid).bound());
    int room = bound.room();

    for (int i = 0; i < 10; i++) {
      heddle.processes().send(full.pid, i);
      heddle.processes().sendUrgent(full.pid, i);
      assertThat(full.port().send(i)).isFalse();
    }

    assertThat(bound.room()).isEqualTo(room);
  }
}
