package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;

/** One message for each monitor, with the reason, whenever the target ended. */
class MonitorTest extends ProcessTestCase {

  private static Monitor monitor(Heddle heddle, Pid watcher, Pid target) {
    return ask(heddle, watcher, context -> context.monitor(target));
  }

  @OnEachRuntime
  void eachEndBringsOneDownWithItsReason(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Probe watcher = Probe.obeying();
    Pid pid = heddle.processes().spawn(watcher);
    List<Exit> exits = new ArrayList<>();
    for (String way : List.of("end", "crash", "kill")) {
      Pid target = heddle.processes().spawn(Probe.obeying());
      Monitor monitor = monitor(heddle, pid, target);
      assertThat(monitor.target()).isEqualTo(target);
      if (way.equals("kill")) {
        heddle.processes().kill(target);
      } else {
        heddle.processes().send(target, way);
      }
      exits.add(ended(heddle, target));
      await("told", () -> watcher.all(Down.class).size() == exits.size());
      Down down = watcher.all(Down.class).getLast();
      assertThat(down.monitor()).isSameAs(monitor);
      assertThat(down.pid()).isEqualTo(target);
      assertThat(down.exit()).isEqualTo(exits.getLast());
      awaitFree(target);
    }
    assertThat(exits.stream().map(Exit::isCrash)).containsExactly(false, true, true);
    awaitFree(pid);
    assertThat(heddle.processes().isAlive(pid)).as("no link").isTrue();
  }

  @OnEachRuntime
  void aKillHasAReasonOfWhichTheFirstCounts(Setup setup) {
    Heddle heddle = start(setup);
    Probe watcher = Probe.obeying();
    Pid pid = heddle.processes().spawn(watcher);
    Pid target = heddle.processes().spawn(Probe.obeying());
    monitor(heddle, pid, target);
    order(
        heddle,
        target,
        (self, out) -> {
          assertThat(heddle.processes().kill(target, "too old")).isTrue();
          assertThat(heddle.processes().kill(target, "too late")).isTrue();
        });
    await("told", () -> !watcher.all(Down.class).isEmpty());
    assertThat(watcher.all(Down.class).getFirst().exit()).isEqualTo(new Exit.Killed("too old"));
    assertThat(heddle.processes().kill(target, "again")).isFalse();
  }

  @OnEachRuntime
  void severalMonitorsOfOneBringOneEach(Setup setup) {
    Heddle heddle = start(setup);
    Pid target = heddle.processes().spawn(Probe.obeying());
    List<Probe> watchers = List.of(Probe.obeying(), Probe.obeying());
    List<Monitor> monitors = new ArrayList<>();
    for (Probe watcher : watchers) {
      Pid pid = heddle.processes().spawn(watcher);
      monitors.add(monitor(heddle, pid, target));
      monitors.add(monitor(heddle, pid, target));
    }
    heddle.processes().send(target, "end");
    ended(heddle, target);
    for (int i = 0; i < 2; i++) {
      Probe watcher = watchers.get(i);
      await("told", () -> watcher.all(Down.class).size() == 2);
      assertThat(watcher.all(Down.class).stream().map(Down::monitor))
          .containsExactlyInAnyOrder(monitors.get(2 * i), monitors.get(2 * i + 1));
    }
    never("more", () -> watchers.stream().mapToInt(each -> each.all(Down.class).size()).sum() != 4);
    awaitFree(target);
  }

  @OnEachRuntime
  void oneThatWasDeadBeforeIsToldAtOnceWithItsReason(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Pid target = heddle.processes().spawn(Probe.obeying());
    heddle.processes().send(target, "crash");
    Exit exit = ended(heddle, target);
    Probe watcher = Probe.obeying();
    Pid pid = heddle.processes().spawn(watcher);
    monitor(heddle, pid, target);
    await("told", () -> watcher.all(Down.class).size() == 1);
    assertThat(watcher.all(Down.class).getFirst().exit()).isEqualTo(exit);
    awaitFree(pid);
  }

  @OnEachRuntime
  void oneThatNobodyKnowsIsToldAtOnce(Setup setup) {
    Heddle heddle = start(setup);
    Probe watcher = Probe.obeying();
    Pid pid = heddle.processes().spawn(watcher);
    Pid unknown = Pid.of(heddle.processes().node(), heddle.processes().host(), 4711);
    Pid elsewhere = Pid.of("another", "place", 1);
    monitor(heddle, pid, unknown);
    monitor(heddle, pid, elsewhere);
    await("told", () -> watcher.all(Down.class).size() == 2);
    assertThat(watcher.all(Down.class).stream().map(Down::pid)).containsExactly(unknown, elsewhere);
    assertThat(watcher.all(Down.class).stream().map(Down::exit))
        .containsExactly(new Exit.Unknown(), new Exit.Unknown());
    awaitFree(pid);
  }

  @OnEachRuntime
  void aTargetThatIsKnownByTextIsWatchedToo(Setup setup) {
    Heddle heddle = start(setup);
    Probe watcher = Probe.obeying();
    Pid pid = heddle.processes().spawn(watcher);
    Pid target = heddle.processes().spawn(Probe.obeying());
    monitor(heddle, pid, Pid.parse(target.toString()));
    heddle.processes().send(target, "end");
    await("told", () -> watcher.all(Down.class).size() == 1);
    assertThat(watcher.all(Down.class).getFirst().pid()).isEqualTo(target);
  }

  @OnEachRuntime
  void aClosedMonitorTellsNothing(Setup setup) {
    Heddle heddle = start(setup);
    Probe watcher = Probe.obeying();
    Pid pid = heddle.processes().spawn(watcher);
    Pid target = heddle.processes().spawn(Probe.obeying());
    Monitor closed = monitor(heddle, pid, target);
    Monitor open = monitor(heddle, pid, target);
    closed.close();
    closed.close();
    heddle.processes().send(target, "end");
    ended(heddle, target);
    await("told", () -> !watcher.all(Down.class).isEmpty());
    never("more", () -> watcher.all(Down.class).size() != 1);
    assertThat(watcher.all(Down.class).getFirst().monitor()).isSameAs(open);
    open.close();
    awaitFree(pid);
  }

  @OnEachRuntime
  void aWatcherThatEndsIsForgotten(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid = heddle.processes().spawn(Probe.obeying());
    Pid target = heddle.processes().spawn(Probe.obeying());
    Monitor monitor = monitor(heddle, pid, target);
    monitor(heddle, pid, target);
    heddle.processes().send(pid, "end");
    ended(heddle, pid);
    awaitFree(target);
    heddle.processes().send(target, "end");
    ended(heddle, target);
    monitor.close();
  }

  /** What is told of an end comes after all that the one who ended has sent. */
  @OnEachRuntime
  void aDownComesAfterTheLastMessage(Setup setup) {
    Heddle heddle = start(setup);
    Probe watcher = Probe.obeying();
    Pid pid = heddle.processes().spawn(watcher);
    for (int i = 0; i < 20; i++) {
      Pid target = heddle.processes().spawn(Probe.obeying());
      monitor(heddle, pid, target);
      order(
          heddle,
          target,
          (self, out) -> {
            self.context().send(pid, target);
            out.complete();
          });
    }
    await("told", () -> watcher.all(Down.class).size() == 20);
    List<Object> heard = new ArrayList<>();
    for (Event event : watcher.events) {
      if (event instanceof Down down) {
        assertThat(heard).contains(down.pid());
      } else if (event.data() instanceof Pid target) {
        heard.add(target);
      }
    }
  }
}
