package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.HeddleBuilder;
import dev.heddle.testing.Delays;
import dev.heddle.testing.Gate;
import dev.heddle.testing.Logged;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import dev.heddle.testing.StackEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** How a process can end, and that its {@code close} runs exactly once whichever way it was. */
class ProcessEndTest extends ProcessTestCase {

  /** A command that nobody ever completes. */
  private record Endless() {}

  private static HeddleBuilder withEndless(HeddleBuilder builder) {
    return builder.commandHandler(Endless.class, (command, reply) -> {});
  }

  // ---- by itself

  @OnEachRuntime
  void completeEndsItWithAResult(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe = new Probe((self, events, out) -> out.complete(42));
    Pid pid = heddle.processes().spawn(probe);
    assertThat(result(heddle, pid)).isEqualTo(42);
    assertThat(probe.closes).hasValue(1);
    assertThat(probe.steps).hasValue(1);
    assertThat(heddle.processes().counts().completed()).isEqualTo(1);
  }

  @OnEachRuntime
  void failEndsItAsIfItHadThrown(Setup setup) {
    Heddle heddle = startTolerant(setup);
    IllegalStateException error = new IllegalStateException("enough");
    Probe probe = new Probe((self, events, out) -> out.fail(error));
    Pid pid = heddle.processes().spawn(probe);
    assertThat(failure(heddle, pid)).isSameAs(error);
    assertThat(probe.closes).hasValue(1);
    assertThat(uncaught())
        .singleElement()
        .isInstanceOfSatisfying(
            ProcessCrash.class,
            crash -> {
              assertThat(crash).hasCause(error).hasMessageContaining(pid.toString());
              assertThat(crash.report().process().pid()).isEqualTo(pid);
              assertThat(crash.report().process().steps()).isEqualTo(1);
            });
    assertThat(heddle.processes().counts().failed()).isEqualTo(1);
  }

  /** Case 11: an exception ends that process with a crash report, and nothing else. */
  @OnEachRuntime
  void case11AStepThatThrowsEndsItsProcessAlone(Setup setup) {
    crashesAlone(
        setup,
        () -> {
          throw new java.io.IOException("torn");
        },
        java.io.IOException.class);
  }

  /** Case 11: so does an overflow of the stack. */
  @OnEachRuntime
  void case11AStepThatOverflowsItsStackEndsItsProcessAlone(Setup setup) {
    crashesAlone(setup, StackEnd::overflow, StackOverflowError.class);
  }

  /** Case 11: whatever else can be thrown. */
  @OnEachRuntime
  void case11AStepThatThrowsAnErrorEndsItsProcessAlone(Setup setup) {
    crashesAlone(
        setup,
        () -> {
          throw new LinkageError("not there");
        },
        LinkageError.class);
  }

  private void crashesAlone(Setup setup, Action crash, Class<? extends Throwable> type) {
    Heddle heddle = startTolerant(setup);
    List<Probe> others = new ArrayList<>();
    List<Pid> otherPids = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Probe other = Probe.onEvent((self, event, out) -> out.complete(event.data()));
      others.add(other);
      otherPids.add(heddle.processes().spawn(other));
    }
    Probe probe =
        Probe.onEvent(
            (self, event, out) -> {
              try {
                crash.run();
              } catch (Exception | Error e) {
                throw e;
              } catch (Throwable e) {
                throw new AssertionError(e);
              }
            });
    Pid pid = heddle.processes().spawn(probe);
    heddle.processes().send(pid, "crash");
    assertThat(failure(heddle, pid)).isInstanceOf(type);
    assertThat(probe.closes).hasValue(1);
    assertThat(uncaught()).singleElement().satisfies(e -> assertThat(e).hasCauseInstanceOf(type));

    otherPids.forEach(each -> heddle.processes().send(each, "fine"));
    otherPids.forEach(each -> assertThat(result(heddle, each)).isEqualTo("fine"));
    assertThat(others).allMatch(other -> other.closes.get() == 1);
  }

  /** A step that never returns is reported, and the others go on. */
  @OnEachRuntime(notSimulated = "needs the watchdog and its spare workers")
  void aStepThatNeverReturnsIsReportedWhileOthersGoOn(Setup setup) {
    try (Logged logged = new Logged()) {
      Heddle heddle =
          start(
              builder(setup)
                  .reportAfter(Duration.ofMillis(20))
                  .stuckAfter(Duration.ofMillis(20))
                  .spareWorkers(2));
      AtomicBoolean over = new AtomicBoolean();
      Pid stuck =
          heddle
              .processes()
              .spawn(
                  (events, out) -> {
                    spinUntil("it may end", over::get);
                    out.complete();
                  },
                  ProcessOptions.DEFAULT.withName("spinner"));
      await(
          "it is reported",
          () ->
              logged.about("'" + heddle.name() + "'").stream()
                  .anyMatch(message -> message.contains("has been held")));
      for (int i = 0; i < 20; i++) {
        Pid other = heddle.processes().spawn((events, out) -> out.complete("went on"));
        assertThat(result(heddle, other)).isEqualTo("went on");
      }
      assertThat(info(heddle, stuck).state()).isEqualTo(ProcessState.RUNNING);
      assertThat(info(heddle, stuck).name()).isEqualTo("spinner");
      over.set(true);
      ended(heddle, stuck);
    }
  }

  @OnEachRuntime
  void aStepThatBlocksHoldsNobodyElse(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    List<Pid> blocked = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      blocked.add(
          heddle
              .processes()
              .spawn(
                  (events, out) -> {
                    gate.await();
                    out.complete();
                  }));
    }
    await("all wait", () -> gate.hasParked(20));
    Pid other = heddle.processes().spawn((events, out) -> out.complete("went on"));
    assertThat(result(heddle, other)).isEqualTo("went on");
    gate.open();
    blocked.forEach(each -> ended(heddle, each));
  }

  // ---- init

  @OnEachRuntime(workers = {1, 8})
  void anUnknownMethodFailsTheSpawnAndListsThoseThereAre(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger calls = new AtomicInteger();
    Process process =
        new Process() {
          @Override
          public java.util.Set<String> methods() {
            return java.util.Set.of("weave", "spin");
          }

          @Override
          public void init(ProcessContext context, String method, @Nullable Object input) {
            calls.incrementAndGet();
          }

          @Override
          public void step(Events events, StepOutput out) {
            out.complete("woven");
          }

          @Override
          public void close() {
            calls.incrementAndGet();
          }
        };
    assertThatThrownBy(() -> heddle.processes().spawn(process, "dye", null))
        .isInstanceOf(SpawnException.class)
        .hasMessageContainingAll("dye", "[spin, weave]", process.getClass().getName());
    assertThatThrownBy(() -> heddle.processes().spawn(process))
        .isInstanceOf(SpawnException.class)
        .hasMessageContaining("main");
    assertThat(calls).as("it never began").hasValue(0);
    assertThat(heddle.processes().counts().spawned()).isZero();
    assertThat(result(heddle, heddle.processes().spawn(process, "weave", null))).isEqualTo("woven");
  }

  @OnEachRuntime
  void theMethodAndTheInputArriveAtInit(Setup setup) {
    Heddle heddle = start(setup);
    List<@Nullable Object> seen = new ArrayList<>();
    Pid pid =
        heddle
            .processes()
            .spawn(
                new Process() {
                  @Override
                  public void init(ProcessContext context, String method, @Nullable Object input) {
                    seen.add(method);
                    seen.add(input);
                    seen.add(Thread.currentThread());
                  }

                  @Override
                  public void step(Events events, StepOutput out) {
                    out.complete(events.isEmpty());
                  }
                },
                Process.MAIN,
                17);
    assertThat(seen).containsExactly("main", 17, Thread.currentThread());
    assertThat(result(heddle, pid)).as("the first step is without events").isEqualTo(true);
  }

  /** A process whose init does what the test says. */
  private record InitFails(Action init, AtomicInteger steps, AtomicInteger closes)
      implements Process {
    @Override
    public void init(ProcessContext context, String method, @Nullable Object input)
        throws Exception {
      try {
        init.run();
      } catch (Exception | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void step(Events events, StepOutput out) {
      steps.incrementAndGet();
    }

    @Override
    public void close() {
      closes.incrementAndGet();
    }
  }

  @OnEachRuntime
  void anInitThatThrowsFailsTheSpawnAndIsClosedOnce(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    List<Action> fatal =
        List.of(
            () -> {
              throw new java.io.IOException("no yarn");
            },
            () -> {
              throw new AssertionError("wrong");
            },
            StackEnd::overflow);
    for (Action each : fatal) {
      InitFails process = new InitFails(each, new AtomicInteger(), new AtomicInteger());
      assertThatThrownBy(() -> heddle.processes().spawn(process))
          .isInstanceOf(SpawnException.class)
          .hasMessageContaining(InitFails.class.getName())
          .hasCauseInstanceOf(Throwable.class);
      assertThat(process.closes).hasValue(1);

      InitFails inside = new InitFails(each, new AtomicInteger(), new AtomicInteger());
      await(
          heddle.submit(
              () -> {
                assertThatThrownBy(() -> heddle.processes().spawn(inside))
                    .isInstanceOf(SpawnException.class);
                return null;
              }));
      assertThat(inside.closes).hasValue(1);
      assertThat(inside.steps).hasValue(0);
    }
    ProcessCounts counts = heddle.processes().counts();
    assertThat(counts.spawned()).isZero();
    assertThat(counts.alive()).isZero();
  }

  // ---- close

  @OnEachRuntime
  void whatCloseThrowsIsReportedAndChangesNothing(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                new Process() {
                  @Override
                  public void step(Events events, StepOutput out) {
                    out.complete("done");
                  }

                  @Override
                  public void close() {
                    throw new IllegalStateException("stuck drawer");
                  }
                },
                ProcessOptions.DEFAULT);
    assertThat(result(heddle, pid)).isEqualTo("done");
    assertThat(uncaught())
        .singleElement()
        .isInstanceOfSatisfying(
            ProcessCrash.class,
            crash ->
                assertThat(crash)
                    .hasMessageContaining("close()")
                    .hasMessageNotContaining("ended")
                    .hasRootCauseMessage("stuck drawer"));
  }

  @OnEachRuntime
  void aCloseThatOverflowsIsReportedAndChangesNothing(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                new Process() {
                  @Override
                  public void step(Events events, StepOutput out) {
                    out.complete("done");
                  }

                  @Override
                  public void close() {
                    StackEnd.overflow();
                  }
                });
    assertThat(result(heddle, pid)).isEqualTo("done");
    assertThat(uncaught())
        .singleElement()
        .satisfies(e -> assertThat(e).hasCauseInstanceOf(StackOverflowError.class));
  }

  // ---- killed

  @OnEachRuntime
  void killedWhileIdleItIsClosedOnceAndMakesNoFurtherStep(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe = Probe.stubborn();
    Pid pid = heddle.processes().spawn(probe);
    awaitState(heddle, pid, ProcessState.IDLE);
    assertThat(heddle.processes().kill(pid)).isTrue();
    assertThat(ended(heddle, pid)).isEqualTo(new Exit.Killed("killed"));
    assertThat(probe.closes).hasValue(1);
    assertThat(probe.steps).hasValue(1);
    assertThat(heddle.processes().kill(pid)).as("it has ended").isFalse();
    assertThat(heddle.processes().counts().killed()).isEqualTo(1);
  }

  @OnEachRuntime
  void killedWhileBlockedItsCommandIsCancelled(Setup setup) {
    CountDownLatch cancelled = new CountDownLatch(1);
    Heddle heddle =
        start(
            builder(setup)
                .commandHandler(
                    Endless.class, (command, reply) -> reply.onCancel(cancelled::countDown)));
    Probe probe = new Probe((self, events, out) -> out.yield(1, new Endless()));
    Pid pid = heddle.processes().spawn(probe);
    awaitState(heddle, pid, ProcessState.BLOCKED);
    assertThat(heddle.processes().kill(pid)).isTrue();
    assertThat(ended(heddle, pid)).isInstanceOf(Exit.Killed.class);
    assertThat(cancelled.getCount()).isZero();
    assertThat(probe.closes).hasValue(1);
  }

  @OnEachRuntime
  void killedInAStepItEndsAfterIt(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Probe probe =
        new Probe(
            (self, events, out) -> {
              gate.await();
              out.again();
            });
    Pid pid = heddle.processes().spawn(probe);
    await("it is in its step", () -> gate.waiters() == 1);
    assertThat(heddle.processes().kill(pid)).isTrue();
    assertThat(heddle.processes().isAlive(pid)).isTrue();
    assertThat(probe.closes).as("not during its step").hasValue(0);
    gate.open();
    assertThat(ended(heddle, pid)).isInstanceOf(Exit.Killed.class);
    assertThat(probe.steps).hasValue(1);
    assertThat(probe.closes).hasValue(1);
  }

  @OnEachRuntime
  void killedInTheStepThatCompletesItHasCompleted(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe =
        new Probe(
            (self, events, out) -> {
              self.context().processes().kill(self.context().self());
              out.complete("in time");
            });
    Pid pid = heddle.processes().spawn(probe);
    assertThat(result(heddle, pid)).isEqualTo("in time");
    assertThat(probe.closes).hasValue(1);
  }

  @OnEachRuntime
  void killedWhileYieldingItEndsWhenItsCommandsAreGivenOut(Setup setup) {
    Gate gate = new Gate();
    Heddle heddle =
        start(builder(setup).commandHandler(Endless.class, (command, reply) -> gate.await()));
    Probe probe = new Probe((self, events, out) -> out.yield(1, new Endless()));
    Pid pid = heddle.processes().spawn(probe);
    await("the handler waits", () -> gate.waiters() == 1);
    assertThat(heddle.processes().kill(pid)).isTrue();
    assertThat(probe.closes).hasValue(0);
    gate.open();
    assertThat(ended(heddle, pid)).isInstanceOf(Exit.Killed.class);
    assertThat(probe.closes).hasValue(1);
  }

  @OnEachRuntime(workers = 1)
  void killedBeforeItsFirstStepItMakesNone(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean release = new AtomicBoolean();
    AtomicBoolean held = new AtomicBoolean();
    heddle.enqueue(
        () -> {
          held.set(true);
          spinUntil("released", release::get);
        });
    await("the worker is held", held::get);
    Probe probe = Probe.stubborn();
    Pid pid = heddle.processes().spawn(probe);
    assertThat(heddle.processes().kill(pid)).isTrue();
    release.set(true);
    assertThat(ended(heddle, pid)).isInstanceOf(Exit.Killed.class);
    assertThat(probe.steps).hasValue(0);
    assertThat(probe.closes).hasValue(1);
  }

  @OnEachRuntime
  void killedInItsInitItMakesNoStep(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger steps = new AtomicInteger();
    AtomicInteger closes = new AtomicInteger();
    Pid pid =
        heddle
            .processes()
            .spawn(
                new Process() {
                  @Override
                  public void init(ProcessContext context, String method, @Nullable Object input) {
                    assertThat(context.processes().kill(context.self())).isTrue();
                  }

                  @Override
                  public void step(Events events, StepOutput out) {
                    steps.incrementAndGet();
                  }

                  @Override
                  public void close() {
                    closes.incrementAndGet();
                  }
                });
    assertThat(ended(heddle, pid)).isInstanceOf(Exit.Killed.class);
    assertThat(steps).hasValue(0);
    assertThat(closes).hasValue(1);
  }

  @OnEachRuntime
  void manyAtOnceKillItOnce(Setup setup) {
    Heddle heddle = start(setup);
    List<Probe> probes = new ArrayList<>();
    List<Pid> pids = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Probe probe = new Probe((self, events, out) -> {});
      probes.add(probe);
      pids.add(heddle.processes().spawn(probe));
    }
    List<Thread> killers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      killers.add(
          thread(
              "killer",
              () -> {
                for (Pid pid : pids) {
                  heddle.processes().kill(pid);
                  heddle.processes().send(pid, "late or not");
                }
              }));
    }
    killers.forEach(each -> await(each));
    pids.forEach(pid -> assertThat(ended(heddle, pid)).isInstanceOf(Exit.Killed.class));
    assertThat(probes).allMatch(probe -> probe.closes.get() == 1);
    assertThat(heddle.processes().counts().killed()).isEqualTo(200);
  }

  // ---- waiting for the end

  @OnEachRuntime
  void theEndCanBeAwaitedFromInsideAndOutsideAndAfterwards(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Pid pid =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  gate.await();
                  out.complete("over");
                });
    assertThat(heddle.processes().awaitExit(pid, Duration.ZERO)).isNull();
    assertThat(heddle.processes().awaitExit(pid, Delays.SHORT)).isNull();
    List<Thread> waiters = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waiters.add(thread("waiter", () -> assertThat(result(heddle, pid)).isEqualTo("over")));
    }
    var inside = heddle.fiber(() -> heddle.processes().awaitExit(pid));
    gate.open();
    waiters.forEach(each -> await(each));
    assertThat(inside.join()).isEqualTo(new Exit.Completed("over"));
    assertThat(heddle.processes().awaitExit(pid)).isEqualTo(new Exit.Completed("over"));
  }

  @OnEachRuntime
  void whoWaitsForItselfOrForNobodyIsTold(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe =
        new Probe(
            (self, events, out) -> {
              assertThatThrownBy(() -> self.context().processes().awaitExit(self.context().self()))
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("would wait for itself");
              out.complete();
            });
    ended(heddle, heddle.processes().spawn(probe));
    Pid nobody = Pid.of(heddle.processes().node(), heddle.processes().host(), 1_000_000);
    assertThatThrownBy(() -> heddle.processes().awaitExit(nobody))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(nobody.toString(), "NO_SUCH_PROCESS");
    assertThat(heddle.processes().kill(nobody)).isFalse();
    assertThat(heddle.processes().isAlive(nobody)).isFalse();
    assertThat(heddle.processes().info(nobody)).isNull();
  }

  @OnEachRuntime(workers = {1, 8})
  void anInterruptEndsTheWaitForAnEnd(Setup setup) {
    Heddle heddle = start(withEndless(builder(setup)));
    Pid pid = heddle.processes().spawn(Probe.waiting());
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread waiter =
        thread(
            "waiter",
            () -> {
              try {
                heddle.processes().awaitExit(pid);
              } catch (InterruptedException e) {
                interrupted.set(true);
              }
            });
    await("it waits", () -> waiter.getState() == Thread.State.WAITING);
    waiter.interrupt();
    await(waiter);
    assertThat(interrupted).isTrue();
    assertThat(heddle.processes().isAlive(pid)).isTrue();
  }
}
