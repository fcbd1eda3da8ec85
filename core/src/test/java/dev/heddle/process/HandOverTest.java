package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.metrics.RuntimeMetrics;
import dev.heddle.metrics.WorkerMetrics;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A send through a port in a step: the worker goes straight to the receiver. */
class HandOverTest extends ProcessTestCase {

  /** A probe with a port that the test gets hold of. */
  private static Port openPort(Heddle heddle, Probe.Script script) {
    AtomicReference<@Nullable Port> opened = new AtomicReference<>();
    Pid pid =
        heddle
            .processes()
            .spawn(
                new Probe(
                    (self, events, out) -> {
                      if (self.steps.get() == 1) {
                        opened.set(self.context().openPort());
                      } else {
                        script.step(self, events, out);
                      }
                    }));
    awaitState(heddle, pid, ProcessState.IDLE);
    Port port = opened.get();
    assertThat(port).isNotNull();
    return port;
  }

  private static long handOvers(Heddle heddle) {
    return heddle.processes().counts().handOvers();
  }

  /** One that is a fiber has no steps: it is not handed over to, even while it is queued. */
  @OnEachRuntime
  void aReceiverThatIsAFiberGetsItsMessageByItself(Setup setup) {
    Heddle heddle = start(setup);
    AtomicReference<@Nullable Pid> receiver = new AtomicReference<>();
    Pid sender =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  Pid fiber = heddle.processes().spawn(inbox -> inbox.receive());
                  receiver.set(fiber);
                  heddle.processes().openPort(fiber).send("to a fiber");
                  out.complete();
                });
    ended(heddle, sender);
    Pid fiber = receiver.get();
    assertThat(fiber).isNotNull();
    assertThat(result(heddle, fiber)).isEqualTo("to a fiber");
    assertThat(handOvers(heddle)).isZero();
  }

  /** On one worker, the receiver comes before what was queued earlier. */
  @OnEachRuntime(workers = 1)
  void anIdleReceiverIsNextThoughOthersAreQueuedBeforeIt(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    List<String> order = new CopyOnWriteArrayList<>();
    Pid first =
        heddle.processes().spawn(Probe.onEvent((self, event, out) -> order.add("queued first")));
    Pid second =
        heddle.processes().spawn(Probe.onEvent((self, event, out) -> order.add("queued second")));
    Port port = openPort(heddle, (self, events, out) -> order.add("handed over to"));
    awaitState(heddle, second, ProcessState.IDLE);
    Pid sender =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  heddle.processes().send(first, "a");
                  heddle.processes().send(second, "b");
                  port.send("c");
                  order.add("sender ends");
                  out.complete();
                });
    ended(heddle, sender);
    await("all have run", () -> order.size() == 4);
    assertThat(order)
        .containsExactly("sender ends", "handed over to", "queued first", "queued second");
    assertThat(handOvers(heddle)).isEqualTo(1);
  }

  @OnEachRuntime(workers = 1)
  void theLastSendOfAStepCounts(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    List<String> order = new CopyOnWriteArrayList<>();
    Port one = openPort(heddle, (self, events, out) -> order.add("one"));
    Port two = openPort(heddle, (self, events, out) -> order.add("two"));
    Pid sender =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  one.send("a");
                  two.send("b");
                  out.complete();
                });
    ended(heddle, sender);
    await("both have run", () -> order.size() == 2);
    assertThat(order).containsExactly("two", "one");
    assertThat(handOvers(heddle)).isEqualTo(1);
  }

  /** A PID's send only queues. */
  @OnEachRuntime
  void aSendByPidHandsNothingOver(Setup setup) {
    Heddle heddle = start(setup);
    Pid receiver =
        heddle.processes().spawn(Probe.onEvent((self, event, out) -> out.complete(event.data())));
    awaitState(heddle, receiver, ProcessState.IDLE);
    ended(
        heddle,
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  heddle.processes().send(receiver, "by pid");
                  out.complete();
                }));
    assertThat(result(heddle, receiver)).isEqualTo("by pid");
    assertThat(handOvers(heddle)).isZero();
  }

  @OnEachRuntime
  void aSendThroughAPortFromOutsideOfAStepHandsNothingOver(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    AtomicInteger got = new AtomicInteger();
    Port port = openPort(heddle, (self, events, out) -> got.addAndGet(events.size()));
    assertThat(port.send("from a thread")).isTrue();
    assertThat(await(heddle.submit(() -> port.send("from a task")))).isTrue();
    assertThat(heddle.fiber(() -> port.send("from a fiber")).join()).isTrue();
    await("all have arrived", () -> got.get() == 3);
    assertThat(handOvers(heddle)).isZero();
  }

  @OnEachRuntime
  void aSendToOneselfThroughAPortHandsNothingOver(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe =
        new Probe(
            (self, events, out) -> {
              if (events.isEmpty()) {
                self.context().openPort().send("to myself");
              } else {
                out.complete(events.get(0).data());
              }
            });
    Pid pid = heddle.processes().spawn(probe);
    assertThat(result(heddle, pid)).isEqualTo("to myself");
    assertThat(handOvers(heddle)).isZero();
  }

  /**
   * The receiver stands in the queue of a worker that is held; the other worker, which sends to it,
   * claims it out of that queue, and it runs there.
   */
  @OnEachRuntime(workers = 2)
  void aReceiverIsClaimedOutOfAnotherWorkersQueue(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean queued = new AtomicBoolean();
    AtomicBoolean senderIn = new AtomicBoolean();
    AtomicInteger got = new AtomicInteger();
    AtomicBoolean release = new AtomicBoolean();
    Port port = openPort(heddle, (self, events, out) -> got.addAndGet(events.size()));
    Pid sender =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  senderIn.set(true);
                  spinUntil("the receiver stands in the other's queue", queued::get);
                  port.send("through the port");
                  out.complete();
                });
    await("the sender has a worker", senderIn::get);
    heddle.enqueue(
        () -> {
          heddle.processes().send(port.owner(), "queued here");
          assertThat(info(heddle, port.owner()).state()).isEqualTo(ProcessState.READY);
          queued.set(true);
          spinUntil("released", release::get);
        });
    ended(heddle, sender);
    await("both have arrived, while the other worker is held", () -> got.get() == 2);
    assertThat(handOvers(heddle)).isEqualTo(1);
    release.set(true);
  }

  @OnEachRuntime(workers = {2, 4})
  void aReceiverThatRunsIsNotHandedOverTo(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean inStep = new AtomicBoolean();
    AtomicBoolean release = new AtomicBoolean();
    AtomicInteger steps = new AtomicInteger();
    Port port =
        openPort(
            heddle,
            (self, events, out) -> {
              steps.incrementAndGet();
              inStep.set(true);
              spinUntil("released", release::get);
            });
    port.send("starts the step");
    await("it runs", inStep::get);
    Pid sender =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  port.send("meanwhile");
                  out.complete();
                });
    ended(heddle, sender);
    Pid other = heddle.processes().spawn((events, out) -> out.complete());
    ended(heddle, other);
    assertThat(handOvers(heddle)).isZero();
    assertThat(steps).hasValue(1);
    release.set(true);
    await("it has seen the second", () -> steps.get() == 2);
    assertThat(handOvers(heddle)).isZero();
  }

  /** The receiver's step waits for the sender's next one: the sender must not be behind it. */
  @OnEachRuntime(workers = {2, 4, 8, 64})
  void aSenderWithMoreToDoGoesOnElsewhere(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicInteger sent = new AtomicInteger();
    AtomicBoolean wentOn = new AtomicBoolean();
    Port port =
        openPort(heddle, (self, events, out) -> spinUntil("the sender has gone on", wentOn::get));
    Pid sender =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  if (sent.incrementAndGet() == 1) {
                    port.send("go");
                    out.again();
                  } else {
                    wentOn.set(true);
                    out.complete();
                  }
                });
    ended(heddle, sender);
  }

  /** As above, but an entry of the sender's stands in the worker's own queue already. */
  @OnEachRuntime(workers = {2, 4, 8, 64})
  void aSenderWasHandedOverToAndHasMoreToDoGoesOnElsewhere(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicInteger steps = new AtomicInteger();
    AtomicBoolean wentOn = new AtomicBoolean();
    Port receiver =
        openPort(heddle, (self, events, out) -> spinUntil("the sender has gone on", wentOn::get));
    Port sender =
        openPort(
            heddle,
            (self, events, out) -> {
              if (steps.incrementAndGet() == 1) {
                receiver.send("go");
                out.again();
              } else {
                wentOn.set(true);
              }
            });
    Pid starter =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  sender.send("start");
                  out.complete();
                });
    ended(heddle, starter);
    await("the sender has gone on", wentOn::get);
  }

  /** A hand-over leaves an entry behind; behind a long step it must not keep its process there. */
  @OnEachRuntime(workers = {2, 4, 8, 64})
  void oneWhoseOldEntryStandsBehindALongStepIsStillReached(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean inLongStep = new AtomicBoolean();
    AtomicBoolean release = new AtomicBoolean();
    AtomicInteger got = new AtomicInteger();
    Port longStep =
        openPort(
            heddle,
            (self, events, out) -> {
              inLongStep.set(true);
              spinUntil("released", release::get);
            });
    Port middle =
        openPort(
            heddle,
            (self, events, out) -> {
              if (got.addAndGet(events.size()) == 1) {
                longStep.send("hold the worker");
              }
            });
    Pid starter =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  middle.send("start");
                  out.complete();
                });
    ended(heddle, starter);
    await("a worker is held", inLongStep::get);
    for (int i = 2; i < 20; i++) {
      int expected = i;
      heddle.processes().send(middle.owner(), i);
      await("it has arrived", () -> got.get() == expected);
    }
    release.set(true);
  }

  private static final class PingPong {
    final AtomicInteger hits = new AtomicInteger();
    volatile boolean over;

    Port begin(Heddle heddle) {
      AtomicReference<@Nullable Port> back = new AtomicReference<>();
      Port one = openPort(heddle, (self, events, out) -> hit(back.get()));
      Port two = openPort(heddle, (self, events, out) -> hit(one));
      back.set(two);
      one.send("begin");
      return one;
    }

    private void hit(@Nullable Port other) {
      hits.incrementAndGet();
      if (!over && other != null) {
        other.send("hit");
      }
    }
  }

  /** Two that hand over to each other for ever let tasks, fibers and other processes in. */
  @OnEachRuntime
  void handOversAreLimitedInARowSoThatOthersGetIn(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    PingPong game = new PingPong();
    game.begin(heddle);
    await("it is under way", () -> game.hits.get() > 100);
    for (int i = 0; i < 5; i++) {
      assertThat(await(heddle.submit(() -> "a task"))).isEqualTo("a task");
      assertThat(heddle.fiber(() -> "a fiber").join()).isEqualTo("a fiber");
      Pid process = heddle.processes().spawn((events, out) -> out.complete("a process"));
      assertThat(result(heddle, process)).isEqualTo("a process");
    }
    int before = game.hits.get();
    await("it goes on", () -> game.hits.get() > before);
    game.over = true;
  }

  /** An entry left behind serves the next time: there is one a process, not one a hand-over. */
  @OnEachRuntime
  void aLongPingPongLeavesNoQueueOfOldEntries(Setup setup) {
    Heddle heddle = start(setup);
    PingPong game = new PingPong();
    game.begin(heddle);
    await("some thousand hits", () -> game.hits.get() > 20_000);
    for (int i = 0; i < 50; i++) {
      assertThat(queued(heddle.metrics())).isLessThan(10);
    }
    if (setup.workers() == 1) {
      assertThat(handOvers(heddle)).isGreaterThan(game.hits.get() / 2L);
    }
    game.over = true;
    await("all queues are empty", () -> queued(heddle.metrics()) == 0);
  }

  private static long queued(RuntimeMetrics metrics) {
    long sum = metrics.sharedQueue();
    for (WorkerMetrics worker : metrics.workers()) {
      sum += worker.queued() + worker.ready();
    }
    return sum;
  }
}
