package dev.heddle.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.fiber.Channel;
import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Mutex;
import dev.heddle.fiber.Signal;
import dev.heddle.process.Message;
import dev.heddle.process.Pid;
import dev.heddle.task.Affinity;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import dev.heddle.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * A bit of everything at once, under many seeds: whatever order things happen in, all comes to its
 * end. A scheduler that forgets to wake somebody is found here as a deadlock.
 */
class SimulatedMixTest {
  private static final int SEEDS = 300;

  @Test
  void everythingComesToItsEndUnderEverySeed() {
    for (long seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Simulation.run(seed, SimulationConfig.DEFAULT, () -> mix(random));
    }
  }

  @Test
  void everythingComesToItsEndThoughWorkersAreHeldUpAndWaitsEndForNoReason() {
    SimulationConfig config =
        SimulationConfig.DEFAULT
            .withFaults(Fault.HELD_UP_WORKER, Fault.SPURIOUS_WAKE_UP)
            .withFaultInterval(20);
    for (long seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Simulation.run(seed, config, () -> mix(random));
    }
  }

  private static void mix(SplittableRandom random) throws Exception {
    AtomicInteger done = new AtomicInteger();
    int expected = 0;
    try (Heddle heddle = Heddle.start(1 + random.nextInt(4))) {
      List<Job<?>> jobs = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        jobs.add(heddle.submit(() -> tree(3, done)));
        expected += 8;
      }
      Channel<Integer> channel = Channel.buffered(1 + random.nextInt(3));
      Mutex mutex = new Mutex();
      List<Fiber<?>> fibers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int number = i;
        Duration pause = Duration.ofNanos(random.nextInt(200_000));
        fibers.add(
            heddle.fiber(
                "writer-" + i,
                () -> {
                  channel.send(number);
                  Fiber.sleep(pause);
                  mutex.withLock(() -> Fiber.yield());
                }));
        fibers.add(heddle.fiber("reader-" + i, () -> done.addAndGet(channel.receive() * 0 + 1)));
        expected++;
      }
      Signal go = Signal.manual();
      for (int i = 0; i < 2; i++) {
        fibers.add(
            heddle.fiber(
                "told-from-outside-" + i,
                () -> {
                  go.await();
                  return done.incrementAndGet();
                }));
        expected++;
      }
      Pid counter =
          heddle
              .processes()
              .spawn(
                  (events, out) ->
                      events.forEach(
                          event -> {
                            if (event instanceof Message message && message.expectsReply()) {
                              message.reply(done.incrementAndGet());
                            }
                          }));
      for (int i = 0; i < 5; i++) {
        heddle.processes().request(counter, "count", Duration.ofSeconds(10));
        expected++;
      }
      jobs.add(
          heddle.invoke(
              () -> {
                try (Scope scope = Scope.open()) {
                  return scope.spawn(Affinity.worker(0), done::incrementAndGet);
                }
              }));
      expected++;
      go.signal();
      jobs.forEach(Job::join);
      fibers.forEach(Fiber::join);
      Task bound = Task.of(done::incrementAndGet).affinity(Affinity.boundTo(0));
      heddle.spawn(bound);
      expected++;
      bound.join();
    }
    assertThat(done).hasValue(expected);
  }

  private static int tree(int height, AtomicInteger leaves) {
    if (height == 0) {
      return leaves.incrementAndGet();
    }
    try (Scope scope = Scope.open()) {
      Job<Integer> left = scope.spawn(() -> tree(height - 1, leaves));
      Job<Integer> right = scope.spawn(() -> tree(height - 1, leaves));
      return left.join() + right.join();
    }
  }
}
