package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The states that a process goes through, as one who looks in sees them. */
class ProcessStateTest extends ProcessTestCase {

  /** A command that the test's own handler carries out. */
  private record Errand(String what) {}

  @OnEachRuntime
  void itIsStartingWhileItsInitRuns(Setup setup) {
    Heddle heddle = start(setup);
    AtomicReference<@Nullable ProcessContext> context = new AtomicReference<>();
    Gate gate = new Gate();
    Thread spawner =
        thread(
            "spawner",
            () ->
                heddle
                    .processes()
                    .spawn(
                        new Process() {
                          @Override
                          public void init(
                              ProcessContext given, String method, @Nullable Object input) {
                            context.set(given);
                            gate.await();
                          }

                          @Override
                          public void step(Events events, StepOutput out) {
                            out.complete();
                          }
                        }));
    await("init runs", () -> gate.waiters() == 1);
    ProcessContext seen = context.get();
    assertThat(seen).isNotNull();
    assertThat(info(heddle, seen.self()).state()).isEqualTo(ProcessState.STARTING);
    assertThat(info(heddle, seen.self()).steps()).isZero();
    gate.open();
    await(spawner);
    ended(heddle, seen.self());
  }

  /** A message and a kill may come before the spawn is through. */
  @OnEachRuntime
  void aMessageToOneThatIsStartingIsThereAfterItsFirstStep(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid =
        heddle
            .processes()
            .spawn(
                new Process() {
                  @Override
                  public void init(ProcessContext given, String method, @Nullable Object input) {
                    given.send(given.self(), "early");
                  }

                  @Override
                  public void step(Events events, StepOutput out) {
                    if (!events.isEmpty()) {
                      out.complete(events.get(0).data());
                    }
                  }
                });
    assertThat(result(heddle, pid)).isEqualTo("early");
  }

  /** One worker that is held, so that what is spawned stays where it is. */
  @OnEachRuntime(workers = 1)
  void itIsReadyUntilAWorkerComesAndRunningWhileItSteps(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean release = new AtomicBoolean();
    AtomicBoolean held = new AtomicBoolean();
    heddle.enqueue(
        () -> {
          held.set(true);
          spinUntil("released", release::get);
        });
    await("the worker is held", held::get);
    AtomicBoolean stepped = new AtomicBoolean();
    AtomicBoolean over = new AtomicBoolean();
    Pid pid =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  stepped.set(true);
                  spinUntil("over", over::get);
                  out.complete();
                });
    assertThat(info(heddle, pid).state()).isEqualTo(ProcessState.READY);
    release.set(true);
    await("it steps", stepped::get);
    assertThat(info(heddle, pid).state()).isEqualTo(ProcessState.RUNNING);
    assertThat(info(heddle, pid).steps()).isEqualTo(1);
    over.set(true);
    ended(heddle, pid);
    assertThat(heddle.processes().info(pid)).isNull();
    assertThat(heddle.processes().isAlive(pid)).isFalse();
  }

  @OnEachRuntime
  void itIsRunningWhileItsStepIsBlocked(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Pid pid =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  gate.await();
                  out.complete();
                });
    await("it waits", () -> gate.hasParked(1));
    assertThat(info(heddle, pid).state()).isEqualTo(ProcessState.RUNNING);
    gate.open();
    ended(heddle, pid);
  }

  @OnEachRuntime
  void itIsIdleWithoutEventsAndAMessageWakesIt(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe = Probe.onEvent((self, event, out) -> out.complete(event.data()));
    Pid pid = heddle.processes().spawn(probe);
    awaitState(heddle, pid, ProcessState.IDLE);
    assertThat(info(heddle, pid).steps()).isEqualTo(1);
    heddle.processes().send(pid, "wake");
    assertThat(result(heddle, pid)).isEqualTo("wake");
    assertThat(probe.steps).hasValue(2);
  }

  @OnEachRuntime
  void itIsYieldingWhileItsCommandsAreGivenOut(Setup setup) {
    Gate gate = new Gate();
    Heddle heddle =
        start(
            builder(setup)
                .commandHandler(
                    Errand.class,
                    (errand, reply) -> {
                      gate.await();
                      reply.complete(errand.what());
                    }));
    Probe probe =
        new Probe(
            (self, events, out) -> {
              if (events.isEmpty()) {
                out.yield(1, new Errand("bread"));
              } else if (self.events.size() == 2) {
                out.complete();
              }
            });
    Pid pid = heddle.processes().spawn(probe);
    await("the handler waits", () -> gate.waiters() == 1);
    assertThat(info(heddle, pid).state()).isEqualTo(ProcessState.YIELDING);
    heddle.processes().send(pid, "while yielding");
    assertThat(info(heddle, pid).state()).isEqualTo(ProcessState.YIELDING);
    gate.open();
    ended(heddle, pid);
    assertThat(probe.messages()).containsExactly("while yielding");
    assertThat(probe.completions()).singleElement().matches(done -> "bread".equals(done.data()));
  }

  @OnEachRuntime
  void itIsBlockedWhileACommandIsUnderWayAndItsCompletionWakesIt(Setup setup) {
    Queue<CommandReply> replies = new ConcurrentLinkedQueue<>();
    Heddle heddle =
        start(builder(setup).commandHandler(Errand.class, (errand, reply) -> replies.add(reply)));
    Probe probe =
        new Probe(
            (self, events, out) -> {
              if (events.isEmpty()) {
                out.yield(7, new Errand("bread"));
                out.blocked();
              } else if (events.get(0) instanceof Completion done) {
                out.complete(done.data());
              }
            });
    Pid pid = heddle.processes().spawn(probe);
    awaitState(heddle, pid, ProcessState.BLOCKED);
    heddle.processes().send(pid, "a message wakes it too");
    await("it has got it", () -> probe.messages().size() == 1);
    awaitState(heddle, pid, ProcessState.BLOCKED);
    assertThat(replies).hasSize(1);
    replies.forEach(reply -> reply.complete("done"));
    assertThat(result(heddle, pid)).isEqualTo("done");
    assertThat(probe.steps).hasValue(3);
  }

  /** Left alone, the output means: wait for what is under way, else for messages. */
  @OnEachRuntime
  void withACommandUnderWayItIsBlockedUnlessItSaysThatItIsIdle(Setup setup) {
    Queue<CommandReply> replies = new ConcurrentLinkedQueue<>();
    Heddle heddle =
        start(builder(setup).commandHandler(Errand.class, (errand, reply) -> replies.add(reply)));
    Probe probe =
        new Probe(
            (self, events, out) -> {
              if (events.isEmpty()) {
                out.yield(1, new Errand("bread"));
              } else {
                out.idle();
              }
              self.completeIfCancelled(events, out);
            });
    Pid pid = heddle.processes().spawn(probe);
    awaitState(heddle, pid, ProcessState.BLOCKED);
    heddle.processes().send(pid, "say that you are idle");
    awaitState(heddle, pid, ProcessState.IDLE);
    await("it was given out", () -> replies.size() == 1);
    replies.forEach(reply -> reply.complete(null));
    awaitState(heddle, pid, ProcessState.IDLE);
    assertThat(probe.completions()).hasSize(1);
  }

  /** What arrives during a step is seen by the next one, without anybody's queueing it. */
  @OnEachRuntime
  void aMessageDuringAStepIsSeenByTheNext(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Probe probe =
        new Probe(
            (self, events, out) -> {
              if (events.isEmpty()) {
                gate.await();
              } else {
                out.complete(events.size());
              }
            });
    Pid pid = heddle.processes().spawn(probe);
    await("it is in its step", () -> gate.waiters() == 1);
    heddle.processes().send(pid, 1);
    heddle.processes().send(pid, 2);
    assertThat(info(heddle, pid).mailbox()).isEqualTo(2);
    gate.open();
    assertThat(result(heddle, pid)).isEqualTo(2);
    assertThat(probe.messages()).containsExactly(1, 2);
  }

  /** The last status said in a step counts. */
  @OnEachRuntime
  void eachStatusReplacesTheOneBefore(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe =
        new Probe(
            (self, events, out) -> {
              if (self.steps.get() == 3) {
                out.complete("third");
                return;
              }
              out.complete("not yet");
              out.fail(new IllegalStateException("neither"));
              out.blocked();
              out.again();
            });
    Pid pid = heddle.processes().spawn(probe);
    assertThat(result(heddle, pid)).isEqualTo("third");
  }
}
