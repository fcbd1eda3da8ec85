package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.scheduler.Clock;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What one who looks in sees of the processes, also while they run. */
class LookingInTest extends ProcessTestCase {

  /** A command that the test completes. */
  private record Errand(int number) {}

  @OnEachRuntime
  void aProcessShowsItsNameParentStepsAgeAndMailbox(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AtomicReference<@Nullable Pid> child = new AtomicReference<>();
    long before = Clock.nanos();
    Pid parent =
        heddle
            .processes()
            .spawn(
                new Probe(
                    (self, events, out) -> {
                      if (events.isEmpty()) {
                        child.set(
                            self.context()
                                .spawn(
                                    new Probe((inner, none, itsOut) -> gate.await()),
                                    ProcessOptions.DEFAULT.withName("the child")));
                      }
                    }));
    await("the child runs", () -> gate.waiters() == 1 && child.get() != null);
    Pid born = child.get();
    assertThat(born).isNotNull();
    for (int i = 0; i < 7; i++) {
      heddle.processes().send(born, i);
    }
    ProcessInfo info = info(heddle, born);
    assertThat(info.pid()).isEqualTo(born);
    assertThat(info.name()).isEqualTo("the child");
    assertThat(info.parent()).isEqualTo(parent);
    assertThat(info.state()).isEqualTo(ProcessState.RUNNING);
    assertThat(info.steps()).isEqualTo(1);
    assertThat(info.mailbox()).isEqualTo(7);
    assertThat(info.commands()).isZero();
    assertThat(info.command()).isNull();
    assertThat(info.age())
        .isPositive()
        .isLessThanOrEqualTo(Duration.ofNanos(Clock.nanos() - before));
    awaitState(heddle, parent, ProcessState.IDLE);
    assertThat(info(heddle, parent).name()).isEqualTo("Probe");
    assertThat(info(heddle, parent).parent()).isNull();
    assertThat(heddle.processes().list())
        .extracting(ProcessInfo::pid)
        .containsExactly(parent, born);
    gate.open();
    await("the mail is read", () -> info(heddle, born).mailbox() == 0);
  }

  @OnEachRuntime
  void aProcessShowsItsNewestCommandUnderWay(Setup setup) {
    Queue<CommandReply> replies = new ConcurrentLinkedQueue<>();
    Heddle heddle =
        start(builder(setup).commandHandler(Errand.class, (errand, reply) -> replies.add(reply)));
    Pid pid =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  if (events.isEmpty()) {
                    for (int i = 1; i <= 3; i++) {
                      out.yield(i, new Errand(i));
                    }
                  }
                });
    awaitState(heddle, pid, ProcessState.BLOCKED);
    assertThat(info(heddle, pid).commands()).isEqualTo(3);
    assertThat(info(heddle, pid).command()).isEqualTo(new Errand(3));
    List<CommandReply> all = List.copyOf(replies);
    all.get(1).complete(null); // from the middle
    await("two are left", () -> info(heddle, pid).commands() == 2);
    assertThat(info(heddle, pid).command()).isEqualTo(new Errand(3));
    all.get(2).complete(null); // the newest
    await("one is left", () -> info(heddle, pid).commands() == 1);
    assertThat(info(heddle, pid).command()).isEqualTo(new Errand(1));
    all.get(0).complete(null);
    await("none is left", () -> info(heddle, pid).commands() == 0);
    assertThat(info(heddle, pid).command()).isNull();
    awaitState(heddle, pid, ProcessState.IDLE);
  }

  @OnEachRuntime
  void theCountsTellWhatHasBecomeOfAll(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Processes processes = heddle.processes();
    Pid living = processes.spawn(Probe.waiting());
    ended(heddle, processes.spawn((events, out) -> out.complete()));
    ended(
        heddle,
        processes.spawn(
            (events, out) -> {
              throw new IllegalStateException("torn");
            }));
    Pid killed = processes.spawn(Probe.stubborn());
    processes.kill(killed);
    ended(heddle, killed);
    processes.send(living, 1);
    processes.send(living, 2);
    processes.send(killed, 3);
    Registration relay = processes.addRelay((target, message) -> true);
    processes.send(Pid.of("far", "away", 1), 4);
    relay.close();
    processes.send(Pid.of("far", "away", 1), 5);
    await("what can be is handled", () -> processes.counts().handled() == 2);
    ProcessCounts counts = processes.counts();
    assertThat(counts.spawned()).isEqualTo(4);
    assertThat(counts.completed()).isEqualTo(1);
    assertThat(counts.failed()).isEqualTo(1);
    assertThat(counts.killed()).isEqualTo(1);
    assertThat(counts.alive()).isEqualTo(1);
    assertThat(counts.sent()).isEqualTo(5);
    assertThat(counts.queued()).isZero();
    assertThat(counts.relayed()).isEqualTo(1);
    assertThat(counts.deadMessages()).isEqualTo(2);
    assertThat(counts.deadLetters())
        .containsEntry(DeadLetter.Reason.PROCESS_ENDED, 1L)
        .containsEntry(DeadLetter.Reason.NO_ROUTE, 1L)
        .containsEntry(DeadLetter.Reason.MAILBOX_FULL, 0L);
    assertThat(counts.balance()).isTrue();
  }

  /** Many come and go while somebody looks: nothing is seen twice, nothing breaks. */
  @OnEachRuntime
  void looksAreSafeWhileProcessesComeAndGo(Setup setup) {
    Heddle heddle = start(setup);
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger passing = new AtomicInteger();
    List<Pid> stay = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      stay.add(heddle.processes().spawn(Probe.waiting()));
    }
    Pid spawner =
        heddle
            .processes()
            .spawn(
                new Probe(
                    (self, events, out) -> {
                      for (int i = passing.get(); i < 50; i++) {
                        passing.incrementAndGet();
                        self.context()
                            .spawn(
                                (none, itsOut) -> {
                                  passing.decrementAndGet();
                                  itsOut.complete();
                                });
                      }
                      if (over.get()) {
                        out.complete();
                      } else {
                        out.again();
                      }
                    }));
    for (int i = 0; i < 30; i++) {
      List<Pid> seen = heddle.processes().list().stream().map(ProcessInfo::pid).toList();
      assertThat(seen).doesNotHaveDuplicates().isSorted().containsAll(stay);
      ProcessCounts counts = heddle.processes().counts();
      assertThat(counts.alive()).isGreaterThanOrEqualTo(stay.size());
    }
    over.set(true);
    ended(heddle, spawner);
    await("the others have ended", () -> heddle.processes().counts().alive() == stay.size());
    assertThat(heddle.processes().list()).hasSize(stay.size());
  }

  /** The table of processes grows and shrinks; each is found by its number all the while. */
  @OnEachRuntime(workers = {1, 8})
  void eachOfManyIsFoundByItsNumber(Setup setup) {
    Heddle heddle = start(setup);
    List<Pid> pids = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      pids.add(heddle.processes().spawn((events, out) -> {}));
    }
    Processes processes = heddle.processes();
    for (Pid pid : pids) {
      assertThat(processes.isAlive(Pid.of(pid.node(), pid.host(), pid.number()))).isTrue();
    }
    for (Pid pid : pids) {
      if (pid.number() % 100 != 0) {
        processes.kill(pid);
      }
    }
    await("most have ended", () -> processes.counts().alive() == 200);
    for (Pid pid : pids) {
      assertThat(processes.isAlive(Pid.of(pid.node(), pid.host(), pid.number())))
          .isEqualTo(pid.number() % 100 == 0);
    }
    assertThat(processes.list()).hasSize(200);
  }
}
