package dev.heddle.observe.page;

import dev.heddle.Heddle;
import dev.heddle.fiber.Mutex;
import dev.heddle.fiber.Signal;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.process.Cancel;
import dev.heddle.process.Event;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessOptions;
import dev.heddle.process.Processes;
import dev.heddle.supervisor.ChildSpec;
import dev.heddle.supervisor.Supervisor;
import dev.heddle.supervisor.SupervisorSpec;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * A program at rest, of which everything is known: processes of which one is full, a supervisor, a
 * name that is a script, and two fibers in a deadlock.
 */
final class KnownProgram implements AutoCloseable {
  static final String SCRIPT = "<img src=x onerror='window.hacked=1'><script>hacked=1</script>";
  static final int NUMBERED = 80;
  static final int WAITING_MESSAGES = 7;

  private static final Process UNTIL_TOLD =
      (events, out) -> {
        for (Event event : events) {
          if (event instanceof Cancel) {
            out.complete();
          }
        }
      };

  final Heddle heddle;
  private final Signal end = Signal.manual();

  KnownProgram(String name) throws InterruptedException {
    heddle = Heddle.builder().name(name).workers(2).start();
    Processes processes = heddle.processes();
    processes.spawn(UNTIL_TOLD, ProcessOptions.DEFAULT.withName(SCRIPT));
    for (int i = 0; i < NUMBERED; i++) {
      Pid pid = processes.spawn(UNTIL_TOLD, ProcessOptions.DEFAULT.withName("number-" + i));
      processes.send(pid, "hello");
    }
    Supervisor.start(
        processes,
        SupervisorSpec.oneForOne(ChildSpec.process("till", () -> UNTIL_TOLD)).withName("shop"));
    fill(processes);
    deadlock();
  }

  private void fill(Processes processes) throws InterruptedException {
    CountDownLatch inStep = new CountDownLatch(1);
    Process full =
        (events, out) -> {
          inStep.countDown();
          end.await();
          out.complete();
        };
    Pid pid = processes.spawn(full, ProcessOptions.DEFAULT.withName("full"));
    inStep.await();
    for (int i = 0; i < WAITING_MESSAGES; i++) {
      processes.send(pid, "for later");
    }
  }

  private void deadlock() {
    Mutex one = new Mutex();
    Mutex other = new Mutex();
    CountDownLatch both = new CountDownLatch(2);
    heddle.fiber("Castor", () -> lock(one, other, both));
    heddle.fiber("Pollux", () -> lock(other, one, both));
  }

  private static void lock(Mutex first, Mutex second, CountDownLatch both)
      throws InterruptedException {
    first.lock();
    both.countDown();
    both.await();
    second.lockInterruptibly();
  }

  /** When nothing goes on any more. */
  RuntimeSnapshot atRest() {
    RuntimeSnapshot before = heddle.snapshot();
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (System.nanoTime() < deadline) {
      RuntimeSnapshot now = heddle.snapshot();
      if (now.metrics().runs() == before.metrics().runs()
          && now.processes().queued() == WAITING_MESSAGES
          && now.deadlocks().size() == 1) {
        return now;
      }
      before = now;
    }
    throw new AssertionError("does not come to rest: " + before);
  }

  @Override
  public void close() {
    end.signal();
    heddle.shutdown(Duration.ofMillis(100));
  }
}
