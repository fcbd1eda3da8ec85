package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A runtime that ends by itself when its last process has ended, if that was asked for. */
class LastProcessTest extends ProcessTestCase {

  @OnEachRuntime
  void theRuntimeEndsWithItsLastProcess(Setup setup) {
    Heddle heddle = start(builder(setup).closeAfterLastProcess(true));
    Gate gate = new Gate();
    AtomicInteger leaves = new AtomicInteger();
    heddle.processes().spawn(new Tree(4, leaves, gate));
    Thread waiter = thread("waiter", heddle::awaitClosed);
    never("it closes with processes alive", heddle::isClosed);
    gate.open();
    await(waiter);
    assertThat(leaves).hasValue(16);
    assertThat(heddle.isClosed()).isTrue();
    ProcessCounts counts = heddle.processes().counts();
    assertThat(counts.spawned()).isEqualTo(31).isEqualTo(counts.completed());
    assertThatThrownBy(() -> heddle.processes().spawn(Probe.waiting()))
        .isInstanceOf(RejectedExecutionException.class);
  }

  /** Spawns two smaller ones and ends; so it is always the children that live on. */
  private record Tree(int height, AtomicInteger leaves, Gate gate) implements Process {
    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      if (height > 0) {
        context.spawn(new Tree(height - 1, leaves, gate));
        context.spawn(new Tree(height - 1, leaves, gate));
      }
    }

    @Override
    public void step(Events events, StepOutput out) {
      gate.await();
      if (height == 0) {
        leaves.incrementAndGet();
      }
      out.complete();
    }
  }

  @OnEachRuntime
  void aCrashOrAKillOfTheLastOneEndsItToo(Setup setup) throws Exception {
    Heddle crashed = start(tolerant(setup).closeAfterLastProcess(true));
    crashed
        .processes()
        .spawn(
            (events, out) -> {
              throw new IllegalStateException("torn");
            });
    crashed.awaitClosed();
    Heddle killed = start(builder(setup).closeAfterLastProcess(true));
    Pid pid = killed.processes().spawn(Probe.stubborn());
    killed.processes().kill(pid);
    killed.awaitClosed();
    assertThat(killed.processes().counts().killed()).isEqualTo(1);
  }

  /** So that all can be spawned before, though the first ones have ended by then. */
  @OnEachRuntime
  void itCountsFromWhenSomebodyWaitsForIt(Setup setup) throws Exception {
    Heddle heddle = start(builder(setup).closeAfterLastProcess(true));
    for (int i = 0; i < 3; i++) {
      ended(heddle, heddle.processes().spawn((events, out) -> out.complete()));
    }
    never("it closes", heddle::isClosed);
    heddle.awaitClosed();
    assertThat(heddle.processes().counts().completed()).isEqualTo(3);
  }

  @OnEachRuntime
  void itWaitsForAFirstProcess(Setup setup) {
    Heddle heddle = start(builder(setup).closeAfterLastProcess(true));
    Thread waiter = thread("waiter", heddle::awaitClosed);
    await("somebody waits", () -> waiter.getState() == Thread.State.WAITING);
    never("it closes", heddle::isClosed);
    heddle.processes().spawn((events, out) -> out.complete());
    await(waiter);
    assertThat(heddle.isClosed()).isTrue();
  }

  @OnEachRuntime
  void whoDidNotAskForItKeepsTheRuntime(Setup setup) {
    Heddle heddle = start(setup);
    ended(heddle, heddle.processes().spawn((events, out) -> out.complete()));
    never("it closes", heddle::isClosed);
    ended(heddle, heddle.processes().spawn((events, out) -> out.complete()));
  }

  @OnEachRuntime(workers = {1, 8})
  void theEndCannotBeAwaitedFromInside(Setup setup) {
    Heddle heddle = start(setup);
    ended(
        heddle,
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  assertThatThrownBy(heddle::awaitClosed)
                      .isInstanceOf(IllegalStateException.class)
                      .hasMessageContaining("from inside");
                  out.complete();
                }));
  }
}
