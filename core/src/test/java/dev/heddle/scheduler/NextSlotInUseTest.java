package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.process.Exit;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessInfo;
import dev.heddle.process.ProcessState;
import dev.heddle.process.Processes;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.Objects;

/** Which sends use the slot of the worker that they are on. */
class NextSlotInUseTest extends ConcurrentTestCase {

  private static Pid idle(Heddle heddle, Process process) {
    Pid pid = heddle.processes().spawn(process);
    await(
        pid + " is idle",
        () -> {
          ProcessInfo info = heddle.processes().info(pid);
          return info != null && info.state() == ProcessState.IDLE;
        });
    return pid;
  }

  /** Where that which was woken on this worker stands. */
  private static String woken() {
    Worker here = Objects.requireNonNull(Worker.current());
    return (here.next.isFull() ? "slot" : "no slot") + ", " + here.ready.size() + " in the ring";
  }

  private static Object result(Heddle heddle, Pid pid) throws InterruptedException {
    Exit exit = heddle.processes().awaitExit(pid, Delays.LONG);
    assertThat(exit).isInstanceOf(Exit.Completed.class);
    return Objects.requireNonNull(((Exit.Completed) exit).result());
  }

  @OnEachRuntime(workers = 1)
  void theFirstThatAStepOfOneEventWakes(Setup setup) throws InterruptedException {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Processes processes = heddle.processes();
    Pid first = idle(heddle, (events, out) -> {});
    Pid second = idle(heddle, (events, out) -> {});
    Pid sender =
        idle(
            heddle,
            (events, out) -> {
              if (!events.isEmpty()) {
                String before = woken();
                processes.send(first, "wakes it");
                String afterOne = woken();
                processes.send(second, "wakes it");
                out.complete(before + "; " + afterOne + "; " + woken());
              }
            });
    processes.send(sender, "go");
    assertThat(result(heddle, sender))
        .isEqualTo("no slot, 0 in the ring; slot, 0 in the ring; slot, 1 in the ring");
  }

  @OnEachRuntime(workers = 1)
  void notWhatAStepOfTwoEventsWakes(Setup setup) throws InterruptedException {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Processes processes = heddle.processes();
    Pid receiver = idle(heddle, (events, out) -> {});
    Pid sender =
        idle(
            heddle,
            (events, out) -> {
              if (events.size() == 1) {
                Pid self = (Pid) Objects.requireNonNull(events.get(0).data());
                processes.send(self, "one");
                processes.send(self, "two");
              } else if (events.size() == 2) {
                processes.send(receiver, "wakes it");
                out.complete(woken());
              }
            });
    processes.send(sender, sender);
    assertThat(result(heddle, sender)).isEqualTo("no slot, 1 in the ring");
  }

  @OnEachRuntime(workers = 1)
  void notWhatATaskWakes(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    Pid receiver = idle(heddle, (events, out) -> {});
    assertThat(
            heddle.<String>invoke(
                () -> {
                  heddle.processes().send(receiver, "wakes it");
                  return woken();
                }))
        .isEqualTo("no slot, 1 in the ring");
  }
}
