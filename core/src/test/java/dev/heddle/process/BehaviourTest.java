package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.scheduler.Clock;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Processes written as handlers by message type. */
class BehaviourTest extends ProcessTestCase {

  /** What an account is sent. */
  private sealed interface AccountMessage {}

  private record Deposit(long amount) implements AccountMessage {}

  private record Balance() implements AccountMessage {}

  private record Close() implements AccountMessage {}

  private record Freeze() implements AccountMessage {}

  private record Thaw() implements AccountMessage {}

  /** An account, which keeps what it gets while it is frozen. */
  private static final class Account {
    private long balance;

    Behaviour open() {
      return Behaviour.builder()
          .name("open")
          .on(Deposit.class, (self, deposit) -> balance += deposit.amount())
          .on(Balance.class, (self, question) -> self.reply(balance))
          .on(Freeze.class, (self, freeze) -> self.become(frozen()))
          .on(Close.class, (self, close) -> self.stop(balance))
          .build();
    }

    Behaviour frozen() {
      return Behaviour.builder()
          .name("frozen")
          .stashBound(100)
          .on(
              Thaw.class,
              (self, thaw) -> {
                self.become(open());
                self.unstashAll();
              })
          .on(AccountMessage.class, (self, message) -> self.stash())
          .build();
    }

    /** With a switch that the compiler checks. */
    Behaviour checked() {
      return Behaviour.receive(
          AccountMessage.class,
          (self, message) -> {
            switch (message) {
              case Deposit deposit -> balance += deposit.amount();
              case Balance _ -> self.reply(balance);
              case Close _ -> self.stop(balance);
              case Freeze _, Thaw _ -> {}
            }
          });
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
  void eachMessageGoesToTheHandlerOfItsType(Setup setup) {
    Heddle heddle = start(setup);
    for (Behaviour behaviour : List.of(new Account().open(), new Account().checked())) {
      Pid account = heddle.processes().spawn(behaviour);
      for (int i = 1; i <= 100; i++) {
        heddle.processes().send(account, new Deposit(i));
      }
      assertThat(request(heddle, account, new Balance())).isEqualTo(5_050L);
      heddle.processes().send(account, new Deposit(1));
      heddle.processes().send(account, new Close());
      assertThat(result(heddle, account)).isEqualTo(5_051L);
    }
  }

  @OnEachRuntime
  void whatIsStashedIsHandledInOrderBeforeWhatCameLater(Setup setup) {
    Heddle heddle = start(setup);
    List<Object> seen = new ArrayList<>();
    AtomicReference<Behaviour> open = new AtomicReference<>(Behaviour.builder().build());
    Behaviour closed =
        Behaviour.builder()
            .on(
                String.class,
                (self, word) -> {
                  assertThat(self.stashed()).isEqualTo(3);
                  self.become(Objects.requireNonNull(open.get()));
                  self.unstashAll();
                })
            .on(Object.class, (self, other) -> self.stash())
            .build();
    open.set(
        Behaviour.builder()
            .on(String.class, (self, word) -> self.stop(List.copyOf(seen)))
            .on(Object.class, (self, other) -> seen.add(other))
            .build());
    Pid pid = heddle.processes().spawn(closed);
    for (Object each : List.of(1, 2, 3, "open", 4, 5, "end")) {
      heddle.processes().send(pid, each);
    }
    assertThat(result(heddle, pid)).isEqualTo(List.of(1, 2, 3, 4, 5));
    assertThat(heddle.processes().counts().deadLetters().values()).allMatch(n -> n == 0);
  }

  @OnEachRuntime
  void aFrozenAccountLosesNothing(Setup setup) {
    Heddle heddle = start(setup);
    Pid account = heddle.processes().spawn(new Account().open());
    for (int round = 0; round < 5; round++) {
      heddle.processes().send(account, new Freeze());
      heddle.processes().send(account, new Deposit(1));
      heddle.processes().send(account, new Freeze());
      heddle.processes().send(account, new Deposit(1));
      heddle.processes().send(account, new Thaw());
      heddle.processes().send(account, new Thaw());
    }
    heddle.processes().send(account, new Close());
    assertThat(result(heddle, account)).isEqualTo(10L);
  }

  @OnEachRuntime
  void aFullStashIsACrashAndWhatIsInItDeadLetters(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Queue<DeadLetter> letters = new ConcurrentLinkedQueue<>();
    heddle.processes().onDeadLetter(letters::add);
    Pid pid =
        heddle
            .processes()
            .spawn(
                Behaviour.builder()
                    .stashBound(2)
                    .on(Integer.class, (self, number) -> self.stash())
                    .build());
    for (int i = 0; i < 3; i++) {
      heddle.processes().send(pid, i);
    }
    assertThat(failure(heddle, pid))
        .isInstanceOf(StashFullException.class)
        .hasMessageContainingAll(pid.toString(), "2");
    assertThat(letters)
        .containsExactly(
            new DeadLetter(pid, 0, DeadLetter.Reason.STASHED),
            new DeadLetter(pid, 1, DeadLetter.Reason.STASHED));
  }

  @OnEachRuntime
  void whatNobodyHandlesIsADeadLetterAndItsSenderTold(Setup setup) {
    Heddle heddle = start(setup);
    Queue<DeadLetter> letters = new ConcurrentLinkedQueue<>();
    heddle.processes().onDeadLetter(letters::add);
    Pid account = heddle.processes().spawn(new Account().open());
    heddle.processes().send(account, "what?");
    assertThatThrownBy(() -> request(heddle, account, 42))
        .isInstanceOf(CommandException.class)
        .hasMessageContainingAll("does not handle", "Integer", account.toString());
    assertThat(letters)
        .containsExactly(
            new DeadLetter(account, "what?", DeadLetter.Reason.UNHANDLED),
            new DeadLetter(account, 42, DeadLetter.Reason.UNHANDLED));
    assertThat(heddle.processes().counts().deadMessages()).as("they were given").isZero();
    awaitFree(account);
    assertThat(request(heddle, account, new Balance())).isEqualTo(0L);
  }

  @OnEachRuntime
  void orGoesToAHandlerOfItsOwn(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                Behaviour.builder()
                    .on(Integer.class, (self, number) -> {})
                    .unhandled((self, what) -> self.stop("unhandled " + what))
                    .build());
    heddle.processes().send(pid, 1);
    heddle.processes().send(pid, "this");
    assertThat(result(heddle, pid)).isEqualTo("unhandled this");
  }

  @OnEachRuntime
  void eventsAreHandledByTheirType(Setup setup) {
    Heddle heddle = start(setup);
    Pid target = heddle.processes().spawn(Probe.obeying());
    Queue<Object> seen = new ConcurrentLinkedQueue<>();
    Pid pid =
        heddle
            .processes()
            .spawn(
                Behaviour.builder()
                    .onStart(
                        self -> {
                          self.context().trapExits(true);
                          self.context().link(target);
                          self.context().monitor(target);
                          self.context().watchName("one");
                        })
                    .on(Down.class, (self, down) -> seen.add("down " + down.pid()))
                    .on(Exited.class, (self, exited) -> seen.add("exited " + exited.pid()))
                    .on(Named.class, (self, named) -> seen.add("named " + named.pid()))
                    .on(Cancel.class, (self, cancel) -> self.stop("cancelled"))
                    .on(
                        Object.class,
                        (self, other) -> {
                          seen.add(other);
                          assertThat(self.message().data()).isSameAs(other);
                        })
                    .build());
    heddle.processes().register("one", target);
    await("named", () -> seen.contains("named " + target));
    heddle.processes().send(target, "end");
    await("all", () -> seen.size() == 3);
    assertThat(seen)
        .containsExactlyInAnyOrder("named " + target, "down " + target, "exited " + target);
    heddle.processes().send(pid, "a message");
    await("it comes", () -> seen.contains("a message"));
    heddle.processes().cancel(pid);
    assertThat(result(heddle, pid)).isEqualTo("cancelled");
  }

  @OnEachRuntime
  void aCancelThatNobodyHandlesStopsItAndOtherEventsAreDeadLetters(Setup setup) {
    Heddle heddle = start(setup);
    Pid target = heddle.processes().spawn(Probe.obeying());
    Pid pid =
        heddle
            .processes()
            .spawn(
                Behaviour.builder()
                    .on(Object.class, (self, other) -> self.context().monitor(target))
                    .build());
    heddle.processes().send(pid, "watch it");
    heddle.processes().send(target, "end");
    await("unhandled", () -> dead(heddle, DeadLetter.Reason.UNHANDLED) == 1);
    heddle.processes().cancel(pid);
    assertThat(ended(heddle, pid)).isEqualTo(new Exit.Completed(null));
  }

  @OnEachRuntime
  void aCancelStopsItWhateverIsDoneWithTheUnhandled(Setup setup) {
    Heddle heddle = start(setup);
    Queue<Object> seen = new ConcurrentLinkedQueue<>();
    Pid pid =
        heddle
            .processes()
            .spawn(Behaviour.builder().unhandled((self, what) -> seen.add(what)).build());
    heddle.processes().send(pid, "a message");
    heddle.processes().cancel(pid);
    assertThat(ended(heddle, pid)).isEqualTo(new Exit.Completed(null));
    assertThat(seen).containsExactly("a message");
  }

  @OnEachRuntime
  void whatAHandlerThrowsIsACrash(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Queue<CrashReport> reports = new ConcurrentLinkedQueue<>();
    heddle.processes().onCrash(reports::add);
    AtomicInteger stops = new AtomicInteger();
    Gate gate = new Gate();
    IllegalStateException error = new IllegalStateException("torn");
    Pid pid =
        heddle
            .processes()
            .spawn(
                Behaviour.builder()
                    .name("fragile")
                    .onStop(self -> stops.incrementAndGet())
                    .on(Gate.class, (self, closed) -> closed.await())
                    .on(
                        Integer.class,
                        (self, number) -> {
                          throw error;
                        })
                    .build());
    heddle.processes().send(pid, gate);
    await("it is in its step", () -> gate.hasParked(1));
    heddle.processes().send(pid, 1);
    heddle.processes().send(pid, 2);
    gate.open();
    assertThat(failure(heddle, pid)).isSameAs(error);
    assertThat(stops).hasValue(1);
    assertThat(reports.remove().state()).isEqualTo("Behaviour[fragile]");
    assertThat(dead(heddle, DeadLetter.Reason.UNHANDLED)).as("got together with it").isEqualTo(1);
  }

  @OnEachRuntime
  void whatFollowsAStopIsADeadLetter(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AtomicInteger handled = new AtomicInteger();
    Pid pid =
        heddle
            .processes()
            .spawn(
                Behaviour.builder()
                    .on(Gate.class, (self, closed) -> closed.await())
                    .on(String.class, (self, word) -> self.stop())
                    .on(Integer.class, (self, number) -> handled.incrementAndGet())
                    .build());
    heddle.processes().send(pid, gate);
    await("it is in its step", () -> gate.hasParked(1));
    heddle.processes().send(pid, 1);
    heddle.processes().send(pid, "stop");
    for (int i = 0; i < 100; i++) {
      heddle.processes().send(pid, i);
    }
    gate.open();
    assertThat(ended(heddle, pid)).isEqualTo(new Exit.Completed(null));
    assertThat(handled).hasValue(1);
    assertThat(
            dead(heddle, DeadLetter.Reason.UNHANDLED)
                + dead(heddle, DeadLetter.Reason.PROCESS_ENDED))
        .isEqualTo(100);
  }

  @OnEachRuntime
  void anIdleOneIsToldOnceUntilSomethingComes(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger idle = new AtomicInteger();
    AtomicInteger handled = new AtomicInteger();
    Pid pid =
        heddle
            .processes()
            .spawn(
                Behaviour.builder()
                    .whenIdle(Duration.ofMillis(5), self -> idle.incrementAndGet())
                    .on(Object.class, (self, other) -> handled.incrementAndGet())
                    .build());
    await("idle from the start", () -> idle.get() == 1);
    never("told again", () -> idle.get() > 1);
    long sent = heddle.processes().counts().sent();
    assertThat(sent).as("it is no message").isZero();
    heddle.processes().send(pid, "wakes it");
    await("idle again", () -> idle.get() == 2);
    never("told again", () -> idle.get() > 2);
    assertThat(handled).hasValue(1);
    heddle.processes().kill(pid);
    ended(heddle, pid);
    awaitFree(pid);
  }

  @OnEachRuntime(workers = {1, 8})
  void oneThatIsBusyIsNotIdleAndThenStops(Setup setup) {
    Heddle heddle = start(setup);
    AtomicLong last = new AtomicLong();
    Pid pid =
        heddle
            .processes()
            .spawn(
                Behaviour.builder()
                    .whenIdle(Delays.TIMEOUT, self -> self.stop(Clock.nanos() - last.get()))
                    .on(Object.class, (self, other) -> last.set(Clock.nanos()))
                    .build());
    long start = Clock.nanos();
    int sent = 0;
    while (Clock.nanos() - start < 2 * Delays.TIMEOUT.toNanos()
        && heddle.processes().isAlive(pid)) {
      heddle.processes().send(pid, sent++);
      spin();
    }
    assertThat((Long) result(heddle, pid)).isGreaterThanOrEqualTo(Delays.TIMEOUT.toNanos());
  }

  /** Each behaviour has its own time, from when it is taken on. */
  @OnEachRuntime
  void oneThatBecomesAnotherIdlesByThatOnesTime(Setup setup) {
    Heddle heddle = start(setup);
    Behaviour last =
        Behaviour.builder().whenIdle(Duration.ofMillis(1), self -> self.stop("idle")).build();
    Behaviour second =
        Behaviour.builder().whenIdle(Duration.ofMillis(1), self -> self.become(last)).build();
    Pid pid =
        heddle
            .processes()
            .spawn(
                Behaviour.builder()
                    .whenIdle(Duration.ofHours(1), self -> self.stop("too late"))
                    .on(String.class, (self, word) -> self.become(second))
                    .build());
    heddle.processes().send(pid, "next");
    assertThat(result(heddle, pid)).isEqualTo("idle");
    awaitFree(pid);
  }

  @OnEachRuntime
  void itPerformsCommands(Setup setup) {
    Heddle heddle = start(setup);
    Pid echo =
        heddle
            .processes()
            .spawn(Behaviour.receive(String.class, (self, word) -> self.reply(word + "!")));
    Pid pid =
        heddle
            .processes()
            .spawn(
                Behaviour.receive(
                    String.class,
                    (self, word) ->
                        self.perform(
                            Command.ask(echo, word, Delays.LONG),
                            (then, answer) ->
                                then.perform(
                                    Command.task(
                                        () -> {
                                          throw new IllegalStateException("torn");
                                        }),
                                    (last, failed) ->
                                        last.stop(answer.data() + " " + failed.failed())))));
    heddle.processes().send(pid, "hello");
    assertThat(result(heddle, pid)).isEqualTo("hello! true");
  }

  @OnEachRuntime
  void aSetupGivesEachProcessAStateOfItsOwn(Setup setup) {
    Heddle heddle = start(setup);
    Behaviour account = Behaviour.setup(self -> new Account().open());
    Pid one = heddle.processes().spawn(account);
    Pid other = heddle.processes().spawn(account, ProcessOptions.DEFAULT.withName("other"));
    heddle.processes().send(one, new Deposit(1));
    heddle.processes().send(other, new Deposit(2));
    assertThat(request(heddle, one, new Balance())).isEqualTo(1L);
    assertThat(request(heddle, other, new Balance())).isEqualTo(2L);
    assertThat(info(heddle, other).name()).isEqualTo("other");
  }

  @OnEachRuntime
  void hooksRunWhenABehaviourIsTakenOnAndAtTheEnd(Setup setup) {
    Heddle heddle = start(setup);
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    Behaviour second =
        Behaviour.builder()
            .onStart(self -> seen.add("second begins " + self.self().number()))
            .onStop(self -> seen.add("second ends"))
            .on(String.class, (self, word) -> self.stop(word))
            .build();
    Behaviour first =
        Behaviour.builder()
            .onStart(self -> seen.add("first begins"))
            .onStop(self -> seen.add("first ends"))
            .on(String.class, (self, word) -> self.become(second))
            .build();
    Pid pid = heddle.processes().spawn(first);
    heddle.processes().send(pid, "next");
    heddle.processes().send(pid, "end");
    assertThat(result(heddle, pid)).isEqualTo("end");
    assertThat(seen)
        .containsExactly("first begins", "second begins " + pid.number(), "second ends");
  }

  @OnEachRuntime(workers = {1, 8})
  void whatAHandlerWasGivenIsNotForOthers(Setup setup) {
    Heddle heddle = start(setup);
    AtomicReference<@Nullable BehaviourContext> leaked = new AtomicReference<>();
    Pid pid =
        heddle
            .processes()
            .spawn(
                Behaviour.builder()
                    .on(String.class, (self, word) -> leaked.set(self))
                    .on(
                        Down.class,
                        (self, down) -> {
                          assertThatThrownBy(self::message)
                              .isInstanceOf(IllegalStateException.class);
                          assertThatThrownBy(self::stash).isInstanceOf(IllegalStateException.class);
                          self.stop("fine");
                        })
                    .build());
    heddle.processes().send(pid, "leak");
    await("leaked", () -> leaked.get() != null);
    awaitState(heddle, pid, ProcessState.IDLE);
    BehaviourContext self = leaked.get();
    assertThat(self).isNotNull();
    assertThatThrownBy(self::stop).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(self::stash).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(self::unstashAll).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> self.become(Behaviour.builder().build()))
        .isInstanceOf(IllegalStateException.class);
    cell(pid).monitor(Pid.of("no", "one", 1));
    assertThat(result(heddle, pid)).isEqualTo("fine");
  }

  @OnEachRuntime
  void aStateMachineCanBeUpgradedToABehaviour(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid = heddle.processes().spawn(Probe.obeying());
    heddle
        .processes()
        .upgrade(
            pid,
            (current, context) ->
                Behaviour.builder()
                    .on(Upgraded.class, (self, upgraded) -> {})
                    .on(String.class, (self, word) -> self.stop(word + self.self().number()))
                    .build()
                    .process());
    heddle.processes().send(pid, "new ");
    assertThat(result(heddle, pid)).isEqualTo("new " + pid.number());
  }

  @OnEachRuntime
  void itSpawnsBehavioursAsChildren(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                Behaviour.receive(
                    String.class,
                    (self, word) -> {
                      Pid child =
                          self.context()
                              .spawn(
                                  Behaviour.receive(
                                      Pid.class,
                                      (own, asker) ->
                                          own.stop(asker.equals(own.context().parent()))));
                      self.send(child, self.self());
                      self.stop(child);
                    }));
    heddle.processes().send(pid, "spawn");
    Object child = result(heddle, pid);
    assertThat(child).isInstanceOf(Pid.class);
    assertThat(result(heddle, (Pid) child)).isEqualTo(true);
  }

  @Test
  void handlersThatNothingWouldReachAreRefused() {
    Behaviour.Builder builder = Behaviour.builder().on(CharSequence.class, (self, text) -> {});
    assertThatThrownBy(() -> builder.on(String.class, (self, text) -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("String", "CharSequence", "never");
    assertThatThrownBy(() -> builder.on(Message.class, (self, message) -> {}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.on(Completion.class, (self, done) -> {}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.stashBound(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.whenIdle(Duration.ZERO, self -> {}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
