package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.metrics.Engine;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A process that always has something to do lets others run: tasks, fibers and processes. */
class ProcessFairnessTest extends ProcessTestCase {

  private void othersGetTheirTurn(Heddle heddle) throws Exception {
    for (int i = 0; i < 5; i++) {
      assertThat(await(heddle.submit(() -> "a task"))).isEqualTo("a task");
      AtomicBoolean spawned = new AtomicBoolean();
      heddle.spawn(() -> spawned.set(true));
      await("what was spawned runs", spawned::get);
      assertThat(heddle.fiber(() -> "a fiber").join()).isEqualTo("a fiber");
      Pid process = heddle.processes().spawn((events, out) -> out.complete("a process"));
      assertThat(result(heddle, process)).isEqualTo("a process");
    }
  }

  @OnEachRuntime
  void oneThatAlwaysSaysAgain(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean over = new AtomicBoolean();
    List<Pid> busy = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      busy.add(
          heddle
              .processes()
              .spawn(
                  (events, out) -> {
                    if (over.get()) {
                      out.complete();
                    } else {
                      out.again();
                    }
                  }));
    }
    othersGetTheirTurn(heddle);
    over.set(true);
    busy.forEach(pid -> ended(heddle, pid));
  }

  @OnEachRuntime
  void oneThatAlwaysSendsToItself(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean over = new AtomicBoolean();
    Pid busy =
        heddle
            .processes()
            .spawn(
                new Probe(
                    (self, events, out) -> {
                      self.events.clear();
                      if (over.get()) {
                        out.complete();
                      } else {
                        self.context().send(self.context().self(), "once more");
                      }
                    }));
    othersGetTheirTurn(heddle);
    over.set(true);
    ended(heddle, busy);
  }

  /** Two senders that never stop keep the mailbox full. */
  @OnEachRuntime
  void oneThatAlwaysHasEvents(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger got = new AtomicInteger();
    Pid busy =
        heddle
            .processes()
            .spawn(
                (events, out) -> got.addAndGet(events.size()),
                ProcessOptions.DEFAULT.withMailbox(1_000, WhenFull.SUSPEND));
    Thread sender =
        thread(
            "sender",
            () -> {
              while (!over.get()) {
                heddle.processes().send(busy, "more");
              }
            });
    await("it is busy", () -> got.get() > 2_000);
    othersGetTheirTurn(heddle);
    over.set(true);
    await(sender);
  }

  /** Processes that keep each other ready by PID, more than a few at once. */
  @OnEachRuntime
  void aRingThatNeverRests(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean over = new AtomicBoolean();
    List<Pid> ring = new ArrayList<>();
    Gate complete = new Gate();
    for (int i = 0; i < 20; i++) {
      int next = (i + 1) % 20;
      ring.add(
          heddle
              .processes()
              .spawn(
                  (events, out) -> {
                    complete.await();
                    for (Event event : events) {
                      if (event instanceof Message && !over.get()) {
                        heddle.processes().send(ring.get(next), event);
                      }
                    }
                  }));
    }
    complete.open();
    ring.forEach(pid -> heddle.processes().send(pid, "round and round"));
    othersGetTheirTurn(heddle);
    over.set(true);
  }

  /** Hand-overs are limited in a row: what became ready meanwhile has its turn between rows. */
  @OnEachRuntime(workers = 1)
  void aPairThatHandsOverForEverLetsReadyFibersInBetweenRows(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger hops = new AtomicInteger();
    Pid left = heddle.processes().spawn(player(over, hops));
    Pid right = heddle.processes().spawn(player(over, hops));
    heddle.processes().send(left, heddle.processes().openPort(right));
    heddle.processes().send(right, heddle.processes().openPort(left));
    heddle.processes().send(left, "ball");
    List<Integer> rows =
        heddle
            .fiber(
                () -> {
                  List<Integer> between = new ArrayList<>();
                  for (int i = 0; i < 200; i++) {
                    int before = hops.get();
                    Fiber.yield();
                    between.add(hops.get() - before);
                  }
                  return between;
                })
            .join();
    over.set(true);
    assertThat(rows)
        .as("the pair has its turns too")
        .filteredOn(row -> row > 0)
        .hasSizeGreaterThan(50);
    if (setup.engine() == Engine.VIRTUAL) { // on threads, a yield begins before the fiber is ready
      assertThat(rows)
          .as("16 in a row for each of the two, and once more")
          .allMatch(row -> row < 64);
    }
  }

  private static Process player(AtomicBoolean over, AtomicInteger hops) {
    return new Process() {
      private @Nullable Port other;

      @Override
      public void step(Events events, StepOutput out) {
        for (Event event : events) {
          if (event.data() instanceof Port port) {
            other = port;
          } else if (event instanceof Message && other != null && !over.get()) {
            hops.incrementAndGet();
            other.send("ball");
          }
        }
      }
    };
  }

  /** Case 9: work queued behind a long step can be stolen. */
  @OnEachRuntime(workers = {2, 4, 8, 64})
  void case9WhatIsQueuedBehindALongStepIsStolen(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicInteger ran = new AtomicInteger();
    Pid woken = heddle.processes().spawn(Probe.onEvent((self, event, out) -> ran.getAndAdd(1)));
    awaitState(heddle, woken, ProcessState.IDLE);
    Pid longStep =
        heddle
            .processes()
            .spawn(
                new Probe(
                    (self, events, out) -> {
                      self.context().send(woken, "wake up");
                      for (int i = 0; i < 10; i++) {
                        self.context()
                            .spawn(
                                (none, other) -> {
                                  ran.incrementAndGet();
                                  other.complete();
                                });
                        heddle.spawn(ran::incrementAndGet);
                      }
                      spinUntil("all have run meanwhile", () -> ran.get() == 21);
                      out.complete();
                    }));
    ended(heddle, longStep);
    assertThat(ran).hasValue(21);
  }

  /** Nobody is woken for it at once, as its spawner's worker mostly comes to it next. */
  @OnEachRuntime(workers = {2, 4, 8, 64})
  void oneThatIsSpawnedAloneByALongStepRunsElsewhere(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    for (int round = 0; round < 20; round++) {
      AtomicBoolean ran = new AtomicBoolean();
      Pid longStep =
          heddle
              .processes()
              .spawn(
                  new Probe(
                      (self, events, out) -> {
                        self.context()
                            .spawn(
                                (none, other) -> {
                                  ran.set(true);
                                  other.complete();
                                });
                        spinUntil("it has run meanwhile", ran::get);
                        out.complete();
                      }));
      ended(heddle, longStep);
    }
  }

  @OnEachRuntime
  void aStepGetsAtMostABatch(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    List<Integer> sizes = new ArrayList<>();
    AtomicInteger got = new AtomicInteger();
    Pid pid =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  gate.await();
                  sizes.add(events.size());
                  if (got.addAndGet(events.size()) == 1_000) {
                    out.complete(List.copyOf(sizes));
                  }
                });
    for (int i = 0; i < 1_000; i++) {
      heddle.processes().send(pid, i);
    }
    gate.open();
    assertThat(result(heddle, pid)).asString().startsWith("[0, 64, 64,").endsWith("40]");
  }
}
