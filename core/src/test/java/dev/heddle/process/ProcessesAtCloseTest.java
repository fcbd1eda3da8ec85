package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.HeddleBuilder;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.scheduler.Clock;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What happens to the processes of a runtime that is closed. */
class ProcessesAtCloseTest extends ProcessTestCase {

  /** A command that the test completes, or nobody. */
  private record Errand() {}

  private final Queue<CommandReply> replies = new ConcurrentLinkedQueue<>();

  private HeddleBuilder withErrands(Setup setup) {
    return builder(setup).commandHandler(Errand.class, (errand, reply) -> replies.add(reply));
  }

  @OnEachRuntime
  void eachIsToldOnceAndThoseThatCompleteHaveCompleted(Setup setup) {
    Heddle heddle = start(setup);
    List<Probe> probes = new ArrayList<>();
    List<Pid> pids = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Probe probe = Probe.waiting();
      probes.add(probe);
      pids.add(heddle.processes().spawn(probe));
    }
    ShutdownReport report = heddle.shutdown(Delays.LONG);
    assertThat(report.orderly()).isTrue();
    pids.forEach(pid -> assertThat(ended(heddle, pid)).isEqualTo(new Exit.Completed("cancelled")));
    assertThat(probes)
        .allSatisfy(
            probe -> {
              assertThat(probe.events).hasOnlyElementsOfType(Cancel.class).hasSize(1);
              assertThat(probe.closes).hasValue(1);
            });
    assertThat(heddle.processes().counts().completed()).isEqualTo(100);
  }

  /** They wait for messages that nobody is left to send. */
  @OnEachRuntime
  void thoseThatOnlyWaitForMessagesAreClosedAtOnce(Setup setup) {
    Heddle heddle = start(setup);
    List<Probe> probes = new ArrayList<>();
    List<Pid> pids = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Probe probe = Probe.stubborn();
      probes.add(probe);
      pids.add(heddle.processes().spawn(probe));
    }
    long start = Clock.nanos();
    ShutdownReport report = heddle.shutdown(Duration.ofHours(1));
    assertThat(Duration.ofNanos(Clock.nanos() - start)).isLessThan(Delays.LONG);
    assertThat(report.orderly()).isTrue();
    assertThat(pids)
        .allSatisfy(
            pid ->
                assertThat(ended(heddle, pid))
                    .isEqualTo(new Exit.Killed("the runtime was closed")));
    assertThat(probes).allMatch(probe -> probe.closes.get() == 1);
    assertThat(heddle.processes().counts().killed()).isEqualTo(100);
  }

  /** Completing, sending and spawning on the way out. */
  @OnEachRuntime
  void onesLastStepsMaySendAndSpawn(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger heard = new AtomicInteger();
    AtomicBoolean childRan = new AtomicBoolean();
    Pid hearer =
        heddle
            .processes()
            .spawn(
                Probe.onEvent(
                    (self, event, out) -> {
                      if (event instanceof Message) {
                        heard.incrementAndGet();
                        out.complete();
                      }
                    }));
    heddle
        .processes()
        .spawn(
            Probe.onEvent(
                (self, event, out) -> {
                  if (event instanceof Cancel) {
                    self.context()
                        .spawn(
                            Probe.onEvent(
                                (child, first, itsOut) -> {
                                  assertThat(first).isInstanceOf(Cancel.class);
                                  childRan.set(true);
                                  itsOut.complete();
                                }));
                    self.context().send(hearer, "goodbye");
                    out.complete();
                  }
                }));
    assertThat(heddle.shutdown(Delays.LONG).orderly()).isTrue();
    assertThat(heard).hasValue(1);
    assertThat(childRan).isTrue();
    assertThat(ended(heddle, hearer)).isEqualTo(new Exit.Completed(null));
  }

  @OnEachRuntime
  void onesCommandUnderWayIsWaitedFor(Setup setup) {
    Heddle heddle = start(withErrands(setup));
    Pid pid =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  if (events.isEmpty()) {
                    out.yield(1, new Errand());
                  }
                  for (Event event : events) {
                    if (event instanceof Completion done) {
                      out.complete(done.data());
                    }
                  }
                });
    await("it is given out", () -> replies.size() == 1);
    Thread closer =
        thread("closer", () -> assertThat(heddle.shutdown(Delays.LONG).orderly()).isTrue());
    await("it closes", heddle::isClosed);
    never("close returns", () -> !closer.isAlive());
    replies.element().complete("in time");
    await(closer);
    assertThat(result(heddle, pid)).isEqualTo("in time");
  }

  @OnEachRuntime
  void aSleepIsWaitedForToo(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  if (events.isEmpty()) {
                    out.yield(1, Command.sleep(Delays.TIMEOUT));
                  }
                  for (Event event : events) {
                    if (event instanceof Completion) {
                      out.complete("slept");
                    }
                  }
                });
    awaitState(heddle, pid, ProcessState.BLOCKED);
    assertThat(heddle.shutdown(Delays.LONG).orderly()).isTrue();
    assertThat(result(heddle, pid)).isEqualTo("slept");
  }

  @OnEachRuntime
  void atTheDeadlineThoseWithCommandsUnderWayAreClosedByForceAndNamed(Setup setup) {
    Heddle heddle = start(withErrands(setup));
    AtomicInteger cancelled = new AtomicInteger();
    List<Probe> probes = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Probe probe =
          new Probe(
              (self, events, out) -> {
                if (events.isEmpty()) {
                  out.yield(1, new Errand());
                }
              });
      probes.add(probe);
      heddle.processes().spawn(probe, ProcessOptions.DEFAULT.withName("waiter-" + i));
    }
    await("all are given out", () -> replies.size() == 5);
    replies.forEach(reply -> reply.onCancel(cancelled::incrementAndGet));
    AtomicReference<@Nullable ShutdownReport> returned = new AtomicReference<>();
    Thread closer = thread("closer", () -> returned.set(heddle.shutdown(Duration.ofHours(1))));
    await("all are told", () -> probes.stream().allMatch(probe -> probe.events.size() == 1));
    await(
        "all wait again",
        () ->
            heddle.processes().list().stream()
                .allMatch(process -> process.state() == ProcessState.BLOCKED));
    closer.interrupt(); // as if the deadline had come
    await(closer);
    ShutdownReport report = returned.get();
    assertThat(report).isNotNull();
    assertThat(report.orderly()).isFalse();
    assertThat(report.interrupted()).hasSize(5);
    assertThat(String.join(" ", report.interrupted())).contains("waiter-0", "waiter-4");
    assertThat(report.unfinished()).isEmpty();
    assertThat(probes).allMatch(probe -> probe.closes.get() == 1);
    assertThat(cancelled).hasValue(5);
    assertThat(heddle.processes().counts().killed()).isEqualTo(5);
    replies.element().complete("too late");
    assertThat(dead(heddle, DeadLetter.Reason.LATE_COMPLETION)).isEqualTo(1);
  }

  @OnEachRuntime
  void aStepThatBlocksForEverIsInterruptedAndItsProcessEnds(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Gate never = new Gate();
    Probe probe = new Probe((self, events, out) -> never.awaitInterruptibly());
    Pid pid = heddle.processes().spawn(probe, ProcessOptions.DEFAULT.withName("sleeper"));
    await("it waits", () -> never.hasParked(1));
    ShutdownReport report = heddle.shutdown(Delays.SHORT);
    assertThat(report.orderly()).isFalse();
    assertThat(report.interrupted()).isNotEmpty();
    assertThat(failure(heddle, pid)).isInstanceOf(InterruptedException.class);
    assertThat(probe.closes).hasValue(1);
  }

  @OnEachRuntime(workers = {1, 4})
  void aStepThatNeverReturnsIsReportedByNameAndClosedWhenItDoes(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean over = new AtomicBoolean();
    AtomicBoolean begun = new AtomicBoolean();
    Probe probe =
        new Probe(
            (self, events, out) -> {
              begun.set(true);
              spinUntil("over", over::get);
            });
    Pid pid = heddle.processes().spawn(probe, ProcessOptions.DEFAULT.withName("spinner"));
    await("it spins", begun::get);
    ShutdownReport report = heddle.shutdown(Delays.SHORT);
    assertThat(report.unfinished()).isNotEmpty();
    assertThat(String.join(" ", report.unfinished())).contains("spinner", pid.toString());
    assertThat(probe.closes).as("not while it is in its step").hasValue(0);
    over.set(true);
    assertThat(ended(heddle, pid)).isEqualTo(new Exit.Killed("the runtime was closed"));
    assertThat(probe.closes).hasValue(1);
  }

  /** One worker that is held: what is queued behind it never runs, and is closed all the same. */
  @OnEachRuntime(workers = 1)
  void whatHasNotBegunAtTheDeadlineIsClosedWithoutAStep(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean over = new AtomicBoolean();
    AtomicBoolean held = new AtomicBoolean();
    heddle.enqueue(
        () -> {
          held.set(true);
          spinUntil("over", over::get);
        });
    await("the worker is held", held::get);
    List<Probe> probes = new ArrayList<>();
    List<Pid> pids = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Probe probe = Probe.waiting();
      probes.add(probe);
      pids.add(heddle.processes().spawn(probe));
    }
    AtomicReference<@Nullable ShutdownReport> returned = new AtomicReference<>();
    Thread closer = thread("closer", () -> returned.set(heddle.shutdown(Delays.SHORT)));
    pids.forEach(pid -> assertThat(ended(heddle, pid)).isInstanceOf(Exit.Killed.class));
    assertThat(probes).allMatch(probe -> probe.steps.get() == 0 && probe.closes.get() == 1);
    over.set(true);
    await(closer);
    ShutdownReport report = returned.get();
    assertThat(report).isNotNull();
    assertThat(report.orderly()).isFalse();
    assertThat(report.abandoned()).isEqualTo(10);
  }

  @OnEachRuntime
  void afterTheEndNothingIsSpawnedAndMessagesDie(Setup setup) {
    Heddle heddle = start(setup);
    AtomicReference<@Nullable Port> opened = new AtomicReference<>();
    Pid pid =
        heddle
            .processes()
            .spawn(
                new Probe(
                    (self, events, out) -> {
                      if (events.isEmpty()) {
                        opened.set(self.context().openPort());
                      }
                    }));
    awaitState(heddle, pid, ProcessState.IDLE);
    heddle.close();
    Probe late = Probe.waiting();
    assertThatThrownBy(() -> heddle.processes().spawn(late))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessageContainingAll(heddle.name(), "closed");
    assertThat(late.closes).as("it never began").hasValue(0);
    heddle.processes().send(pid, "late");
    assertThat(heddle.processes().counts().deadMessages()).isEqualTo(1);
    Port port = opened.get();
    assertThat(port).isNotNull();
    assertThat(port.send("late")).isFalse();
    assertThat(heddle.processes().list()).isEmpty();
    assertThat(heddle.processes().kill(pid)).isFalse();
    assertThat(ended(heddle, pid)).isInstanceOf(Exit.Killed.class);
  }

  /** Spawns and sends from outside race with the close: each is done, refused, or a dead letter. */
  @OnEachRuntime
  void spawnsAndSendsThatRaceWithTheCloseAreAllAccountedFor(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger spawned = new AtomicInteger();
    Queue<Probe> probes = new ConcurrentLinkedQueue<>();
    Pid receiver = heddle.processes().spawn(Probe.stubborn());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      threads.add(
          thread(
              "spawner",
              () -> {
                while (spawned.get() < 100_000) {
                  Probe probe =
                      new Probe((self, events, out) -> self.completeIfCancelled(events, out));
                  try {
                    heddle.processes().spawn(probe);
                    probes.add(probe);
                    heddle.processes().send(receiver, spawned.incrementAndGet());
                  } catch (RejectedExecutionException e) {
                    return;
                  }
                }
              }));
    }
    await("some are spawned", () -> spawned.get() > 50);
    heddle.close();
    threads.forEach(each -> await(each));
    assertThat(probes).allMatch(probe -> probe.closes.get() == 1);
    assertThat(heddle.processes().counts().alive()).isZero();
  }
}
