package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.HeddleBuilder;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import dev.heddle.testing.StackEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What others do to a process near the end of their stack is done or not done: a {@link
 * StackOverflowError} comes before anything is changed, so that nothing is left half done.
 */
class ProcessStackEndTest extends ProcessTestCase {
  private static final int TIMES = 400;

  /** A command that is completed by the test. */
  private record Errand(int number) {}

  /** What is done near the end of the stack; false: it could not be. */
  @FunctionalInterface
  private interface Attempt {
    void run(int round);
  }

  /** How often {@code attempt} came through, tried by a thread with a small stack. */
  private int attempts(Attempt attempt) {
    AtomicInteger done = new AtomicInteger();
    Thread diver =
        StackEnd.smallThread(
            "diver",
            () ->
                guarded(
                    () -> {
                      for (int i = 0; i < TIMES; i++) {
                        int round = i;
                        StackEnd.reach(
                            round,
                            () -> {
                              attempt.run(round);
                              done.incrementAndGet();
                            });
                      }
                    }));
    diver.start();
    await(diver);
    assertThat(done.get()).as("some came through, some did not").isBetween(1, TIMES - 1);
    return done.get();
  }

  @OnEachRuntime(
      workers = {1, 4},
      notSimulated = "needs a platform thread with a small stack")
  void aMessageIsSentAndSeenOrNotSent(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger seen = new AtomicInteger();
    Pid pid = heddle.processes().spawn((events, out) -> seen.addAndGet(events.size()));
    awaitState(heddle, pid, ProcessState.IDLE);
    int sent =
        attempts(
            round -> {
              heddle.processes().send(pid, round);
            });
    await("all are seen", () -> seen.get() >= sent);
    awaitState(heddle, pid, ProcessState.IDLE);
    assertThat(seen).hasValue(sent);
  }

  @OnEachRuntime(
      workers = {1, 4},
      notSimulated = "needs a platform thread with a small stack")
  void aMessageThroughAPortIsSentAndSeenOrNotSent(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger seen = new AtomicInteger();
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
                      seen.addAndGet(events.size());
                    }));
    awaitState(heddle, pid, ProcessState.IDLE);
    Port port = opened.get();
    assertThat(port).isNotNull();
    int sent = attempts(round -> assertThat(port.send(round)).isTrue());
    await("all are seen", () -> seen.get() >= sent);
    awaitState(heddle, pid, ProcessState.IDLE);
    assertThat(seen).hasValue(sent);
  }

  @OnEachRuntime(
      workers = {1, 4},
      notSimulated = "needs a platform thread with a small stack")
  void aMessageToABoundedMailboxTakesItsRoomAlong(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger seen = new AtomicInteger();
    Pid pid =
        heddle
            .processes()
            .spawn(
                (events, out) -> seen.addAndGet(events.size()),
                ProcessOptions.DEFAULT.withMailbox(3, WhenFull.SUSPEND));
    int sent = attempts(round -> heddle.processes().send(pid, round));
    await("all are seen", () -> seen.get() >= sent);
    awaitState(heddle, pid, ProcessState.IDLE);
    for (int i = 0; i < 10; i++) {
      heddle.processes().send(pid, "there is room again");
    }
    await("those are seen too", () -> seen.get() == sent + 10);
  }

  /** Also to one that has ended, and to one that never was: the dead letters are counted. */
  @OnEachRuntime(
      workers = {1, 4},
      notSimulated = "needs a platform thread with a small stack")
  void aMessageToNobodyIsADeadLetterOrNotSent(Setup setup) {
    Heddle heddle = start(setup);
    Pid ended = heddle.processes().spawn((events, out) -> out.complete());
    ended(heddle, ended);
    Pid parsed = Pid.parse(ended.toString());
    Pid elsewhere = Pid.of("elsewhere", "far", 1);
    attempts(round -> heddle.processes().send(ended, round));
    attempts(round -> heddle.processes().send(parsed, round));
    attempts(round -> heddle.processes().send(elsewhere, round));
  }

  @OnEachRuntime(
      workers = {1, 4},
      notSimulated = "needs a platform thread with a small stack")
  void aCommandIsCompletedAndItsProcessToldOrNeither(Setup setup) {
    Queue<CommandReply> replies = new ConcurrentLinkedQueue<>();
    HeddleBuilder builder =
        builder(setup).commandHandler(Errand.class, (errand, reply) -> replies.add(reply));
    Heddle heddle = start(builder);
    Probe probe =
        new Probe(
            (self, events, out) -> {
              if (events.isEmpty()) {
                for (int i = 0; i < TIMES; i++) {
                  out.yield(i, new Errand(i));
                }
              }
              self.completeIfCancelled(events, out);
            });
    Pid pid = heddle.processes().spawn(probe);
    await("all are given out", () -> replies.size() == TIMES);
    List<CommandReply> all = new ArrayList<>(replies);
    int done = attempts(round -> all.get(round).complete(round));
    await("those are there", () -> probe.completions().size() >= done);
    int again = 0;
    for (CommandReply reply : all) {
      try {
        reply.complete("now");
        again++;
      } catch (IllegalStateException e) {
        assertThat(e).hasMessageContaining("outcome already");
      }
    }
    assertThat(done + again).isEqualTo(TIMES);
    await("each has its completion", () -> probe.completions().size() == TIMES);
    assertThat(info(heddle, pid).commands()).isZero();
  }

  @OnEachRuntime(
      workers = {1, 4},
      notSimulated = "needs a platform thread with a small stack")
  void aPortIsClosedAndItsOwnerToldOrNeither(Setup setup) {
    Heddle heddle = start(setup);
    List<Port> ports = new ArrayList<>();
    AtomicInteger unused = new AtomicInteger();
    heddle
        .processes()
        .spawn(
            new Process() {
              @Override
              public void init(ProcessContext context, String method, @Nullable Object input) {
                for (int i = 0; i < TIMES; i++) {
                  ports.add(context.openPort());
                }
              }

              @Override
              public void step(Events events, StepOutput out) {
                for (Event event : events) {
                  if (event instanceof PortUnused) {
                    unused.incrementAndGet();
                  }
                }
              }
            });
    int closed = attempts(round -> ports.get(round).close());
    await("the owner is told", () -> unused.get() >= closed);
    int left = 0;
    for (Port port : ports) {
      if (port.isOpen()) {
        port.close();
        left++;
      }
    }
    assertThat(closed + left).isEqualTo(TIMES);
    await("the owner is told of each", () -> unused.get() == TIMES);
  }

  @OnEachRuntime(
      workers = {1, 4},
      notSimulated = "needs a platform thread with a small stack")
  void aProcessIsKilledOrNot(Setup setup) {
    Heddle heddle = start(setup);
    List<Pid> pids = new ArrayList<>();
    for (int i = 0; i < TIMES; i++) {
      pids.add(heddle.processes().spawn(Probe.stubborn()));
    }
    pids.forEach(pid -> awaitState(heddle, pid, ProcessState.IDLE));
    attempts(round -> assertThat(heddle.processes().kill(pids.get(round))).isTrue());
    pids.forEach(heddle.processes()::kill);
    pids.forEach(pid -> assertThat(ended(heddle, pid)).isInstanceOf(Exit.Killed.class));
  }

  /** Those whose init or close overflowed are not among the spawned ones. */
  @OnEachRuntime(
      workers = {1, 4},
      notSimulated = "needs a platform thread with a small stack")
  void aProcessIsSpawnedOrNot(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger steps = new AtomicInteger();
    int spawned =
        attempts(
            round ->
                heddle
                    .processes()
                    .spawn(
                        (events, out) -> {
                          steps.incrementAndGet();
                          out.complete();
                        }));
    await("all have run", () -> steps.get() == spawned);
    await("all have ended", () -> heddle.processes().counts().alive() == 0);
    assertThat(heddle.processes().counts().completed()).isEqualTo(spawned);
  }
}
