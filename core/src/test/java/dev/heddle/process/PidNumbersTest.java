package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;

/** Which numbers processes get, whoever spawns them. */
class PidNumbersTest extends ProcessTestCase {
  private static final int MANY = 5_000; // more than the table has parts, times numbers in a row

  @OnEachRuntime
  void fromOutsideTheyComeInOrder(Setup setup) {
    Heddle heddle = start(setup);
    List<Long> numbers = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      numbers.add(heddle.processes().spawn(Probe.onEvent((self, event, out) -> {})).number());
    }
    assertThat(numbers).containsExactlyElementsOf(LongStream.rangeClosed(1, MANY).boxed().toList());
  }

  @OnEachRuntime
  void nobodyGetsOneThatAnotherHasWhoeverSpawns(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Processes processes = heddle.processes();
    Queue<Pid> pids = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      if (!setup.simulated()) {
        threads.add(Thread.ofPlatform().start(() -> spawnMany(processes, pids)));
      }
      fibers.add(heddle.fiber(() -> spawnMany(processes, pids)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    fibers.forEach(Fiber::join);
    int all = (threads.size() + fibers.size()) * MANY;
    assertThat(pids).hasSize(all).doesNotHaveDuplicates();
    assertThat(processes.counts().spawned()).isEqualTo(all);
    assertThat(pids).allMatch(pid -> processes.isNumbered(pid.number()));
    assertThat(pids).allMatch(pid -> processes.find(pid.number()) == pid.cell);
  }

  private static void spawnMany(Processes processes, Queue<Pid> pids) {
    for (int i = 0; i < MANY; i++) {
      pids.add(processes.spawn(Probe.onEvent((self, event, out) -> {})));
    }
  }

  @OnEachRuntime
  void oneThatWasNotGivenOutIsKnownToBeNobodys(Setup setup) {
    Heddle heddle = start(setup);
    Processes processes = heddle.processes();
    long first = processes.spawn(Probe.onEvent((self, event, out) -> {})).number();
    assertThat(processes.isNumbered(first)).isTrue();
    for (long other = first + 1; other < MANY; other++) {
      assertThat(processes.isNumbered(other)).as("%d", other).isFalse();
    }
  }
}
