package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.Engine;
import dev.heddle.task.Job;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Who looks at the stack of a virtual thread that has yielded, as every thread dump does, has it
 * given to its scheduler once more. Idle runners have yielded.
 */
class StackLookTest extends ConcurrentTestCase {

  /** Two runners that the one worker has on its bench, the one that it takes next first. */
  private static List<Thread> idleRunners(Heddle heddle) throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    Job<Thread> first =
        heddle.submit(
            () -> {
              over.await();
              return Thread.currentThread();
            });
    Job<Thread> second =
        heddle.submit(
            () -> {
              over.countDown();
              return Thread.currentThread();
            });
    List<Thread> runners = new ArrayList<>(List.of(await(first), await(second)));
    await("both are idle", () -> heddle.metrics().busyRunners() == 0);
    Thread next = await(heddle.submit(Thread::currentThread));
    await("both are idle again", () -> heddle.metrics().busyRunners() == 0);
    assertThat(runners).contains(next).doesNotHaveDuplicates();
    runners.remove(next);
    runners.addFirst(next);
    return runners;
  }

  @OnEachRuntime(
      workers = 1,
      engines = Engine.VIRTUAL,
      notSimulated = "the test decides itself who goes on when")
  void anIdleRunnerThatWasLookedAtStaysIdle(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    List<Thread> runners = idleRunners(heddle);
    CountDownLatch holding = new CountDownLatch(1);
    CountDownLatch looked = new CountDownLatch(1);
    Job<Thread> holder =
        heddle.submit(
            () -> {
              holding.countDown();
              spinUntil("somebody has looked", () -> looked.getCount() == 0);
              return Thread.currentThread();
            });
    holding.await();
    assertThat(runners.get(1).getStackTrace()).isNotEmpty(); // now it is ready, for all it seems
    CountDownLatch over = new CountDownLatch(1);
    CountDownLatch waiting = new CountDownLatch(1);
    Job<?> waiter =
        heddle.submit(
            () -> {
              waiting.countDown();
              over.await();
            });
    looked.countDown();
    assertThat(await(holder)).isSameAs(runners.get(0));
    waiting.await();
    await("the worker has gone on", () -> heddle.metrics().workers().getFirst().parks() > 0);

    assertThat(heddle.metrics().busyRunners()).as("the waiter's counts").isEqualTo(1);
    Thread closer =
        thread("closer", () -> assertThat(heddle.shutdown(Delays.LONG).orderly()).isTrue());
    never("it is closed", () -> !closer.isAlive());
    over.countDown();
    await(closer);
    assertThat(waiter.isDone()).isTrue();
  }
}
