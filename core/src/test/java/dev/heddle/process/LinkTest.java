package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;

/** Who is linked shares the fate of the other, if that is a crash. */
class LinkTest extends ProcessTestCase {
  private static final ProcessOptions OPTIONS = ProcessOptions.DEFAULT;

  private static Exit.Taken taken(Heddle heddle, Pid pid) {
    Exit exit = ended(heddle, pid);
    assertThat(exit).isInstanceOf(Exit.Taken.class);
    return (Exit.Taken) exit;
  }

  private static void link(Heddle heddle, Pid one, Pid other) {
    order(heddle, one, (self, out) -> self.context().link(other));
  }

  @OnEachRuntime
  void aCrashTakesTheLinkedOneAlong(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Probe other = Probe.obeying();
    Pid crashing = heddle.processes().spawn(Probe.obeying());
    Pid linked = heddle.processes().spawn(other);
    link(heddle, crashing, linked);
    assertThat(links(crashing)).containsExactly(linked);
    assertThat(links(linked)).containsExactly(crashing);
    heddle.processes().send(crashing, "crash");
    Exit.Taken taken = taken(heddle, linked);
    assertThat(taken.by()).isEqualTo(crashing);
    assertThat(taken.cause()).isEqualTo(ended(heddle, crashing));
    assertThat(taken.isCrash()).isTrue();
    assertThat(other.closes).hasValue(1);
    assertThat(uncaught()).as("who is taken along has not failed itself").hasSize(1);
    ProcessCounts counts = heddle.processes().counts();
    assertThat(List.of(counts.failed(), counts.killed())).containsExactly(1L, 1L);
    awaitFree(crashing);
    awaitFree(linked);
  }

  @OnEachRuntime
  void aLinkHoldsTheOtherWayToo(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Pid maker = heddle.processes().spawn(Probe.obeying());
    Pid other = heddle.processes().spawn(Probe.obeying());
    link(heddle, maker, other);
    heddle.processes().send(other, "crash");
    assertThat(taken(heddle, maker).by()).isEqualTo(other);
  }

  @OnEachRuntime
  void aCrashGoesAlongAChainOfLinks(Setup setup) {
    Heddle heddle = startTolerant(setup);
    List<Pid> chain = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      Pid next = heddle.processes().spawn(Probe.obeying());
      if (i > 0) {
        link(heddle, next, chain.getLast());
      }
      chain.add(next);
    }
    heddle.processes().send(chain.getFirst(), "crash");
    Exit exit = ended(heddle, chain.getLast());
    for (int i = chain.size() - 2; i >= 0; i--) {
      assertThat(exit).isInstanceOf(Exit.Taken.class);
      Exit.Taken taken = (Exit.Taken) exit;
      assertThat(taken.by()).isEqualTo(chain.get(i));
      exit = taken.cause();
    }
    assertThat(exit).isInstanceOf(Exit.Failed.class);
    chain.forEach(ProcessTestCase::awaitFree);
  }

  @OnEachRuntime
  void aCrashInARingOfLinksEndsEachOnce(Setup setup) {
    Heddle heddle = startTolerant(setup);
    List<Probe> probes = new ArrayList<>();
    List<Pid> ring = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      probes.add(Probe.obeying());
      ring.add(heddle.processes().spawn(probes.getLast()));
    }
    for (int i = 0; i < 10; i++) {
      link(heddle, ring.get(i), ring.get((i + 1) % 10));
    }
    heddle.processes().send(ring.get(3), "crash");
    ring.forEach(each -> ended(heddle, each));
    assertThat(probes).allMatch(each -> each.closes.get() == 1);
    ring.forEach(ProcessTestCase::awaitFree);
  }

  @OnEachRuntime
  void aNormalEndLeavesTheLinkedOneAlone(Setup setup) {
    Heddle heddle = start(setup);
    Pid ending = heddle.processes().spawn(Probe.obeying());
    Pid linked = heddle.processes().spawn(Probe.obeying());
    link(heddle, ending, linked);
    heddle.processes().send(ending, "end");
    ended(heddle, ending);
    awaitFree(linked);
    never("it ends too", () -> !heddle.processes().isAlive(linked));
    order(heddle, linked, (self, out) -> {});
  }

  @OnEachRuntime
  void aKillTakesTheLinkedOneAlong(Setup setup) {
    Heddle heddle = start(setup);
    Pid killed = heddle.processes().spawn(Probe.obeying());
    Pid linked = heddle.processes().spawn(Probe.obeying());
    link(heddle, linked, killed);
    assertThat(heddle.processes().kill(killed)).isTrue();
    assertThat(taken(heddle, linked).cause()).isEqualTo(new Exit.Killed("killed"));
  }

  /** In whatever way the other ends, it is told, once, and lives on. */
  @OnEachRuntime
  void whoTrapsIsToldOfEachEndAndLivesOn(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Probe trapping = Probe.obeying();
    Pid pid = heddle.processes().spawn(trapping);
    order(heddle, pid, (self, out) -> self.context().trapExits(true));
    List<Exit> exits = new ArrayList<>();
    for (String way : List.of("end", "crash", "kill")) {
      Pid other = heddle.processes().spawn(Probe.obeying());
      link(heddle, pid, other);
      if (way.equals("kill")) {
        heddle.processes().kill(other);
      } else {
        heddle.processes().send(other, way);
      }
      exits.add(ended(heddle, other));
      await("told", () -> trapping.all(Exited.class).size() == exits.size());
      assertThat(trapping.all(Exited.class).getLast().pid()).isEqualTo(other);
    }
    assertThat(trapping.all(Exited.class).stream().map(Exited::exit)).isEqualTo(exits);
    order(heddle, pid, (self, out) -> {});
    awaitFree(pid);
  }

  @OnEachRuntime
  void whoDoesNotTrapAnyMoreIsTakenAgain(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Pid pid = heddle.processes().spawn(Probe.obeying());
    Pid other = heddle.processes().spawn(Probe.obeying());
    order(
        heddle,
        pid,
        (self, out) -> {
          self.context().trapExits(true);
          self.context().link(other);
          self.context().trapExits(false);
        });
    heddle.processes().send(other, "crash");
    assertThat(taken(heddle, pid).by()).isEqualTo(other);
  }

  @OnEachRuntime
  void toLinkOneThatHasCrashedIsToBeTakenAtOnce(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Pid dead = heddle.processes().spawn(Probe.obeying());
    heddle.processes().send(dead, "crash");
    Exit exit = ended(heddle, dead);
    Pid pid = heddle.processes().spawn(Probe.obeying());
    link(heddle, pid, dead);
    assertThat(ended(heddle, pid)).isEqualTo(new Exit.Taken(dead, exit));
    Probe trapping = Probe.obeying();
    Pid second = heddle.processes().spawn(trapping);
    order(
        heddle,
        second,
        (self, out) -> {
          self.context().trapExits(true);
          self.context().link(dead);
        });
    await("told", () -> trapping.all(Exited.class).size() == 1);
    assertThat(trapping.all(Exited.class).getFirst().exit()).isEqualTo(exit);
    awaitFree(second);
  }

  @OnEachRuntime
  void toLinkOneThatHasCompletedDoesNothing(Setup setup) {
    Heddle heddle = start(setup);
    Pid dead = heddle.processes().spawn(Probe.obeying());
    heddle.processes().send(dead, "end");
    ended(heddle, dead);
    Pid pid = heddle.processes().spawn(Probe.obeying());
    link(heddle, pid, dead);
    order(heddle, pid, (self, out) -> {});
    assertThat(links(pid)).isEmpty();
  }

  @OnEachRuntime
  void toLinkOneThatNobodyKnowsIsACrash(Setup setup) {
    Heddle heddle = start(setup);
    Pid unknown = Pid.of(heddle.processes().node(), heddle.processes().host(), 4711);
    Pid pid = heddle.processes().spawn(Probe.obeying());
    link(heddle, pid, unknown);
    assertThat(ended(heddle, pid)).isEqualTo(new Exit.Taken(unknown, new Exit.Unknown()));
  }

  @OnEachRuntime
  void anUnlinkedOneIsLeftAloneHoweverOftenItWasLinked(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Pid crashing = heddle.processes().spawn(Probe.obeying());
    Pid other = heddle.processes().spawn(Probe.obeying());
    link(heddle, crashing, other);
    link(heddle, crashing, other);
    link(heddle, other, crashing);
    order(heddle, other, (self, out) -> self.context().unlink(crashing));
    assertThat(links(crashing)).isEmpty();
    assertThat(links(other)).isEmpty();
    heddle.processes().send(crashing, "crash");
    ended(heddle, crashing);
    never("it ends too", () -> !heddle.processes().isAlive(other));
    order(heddle, other, (self, out) -> self.context().unlink(crashing));
  }

  @OnEachRuntime(workers = {1, 8})
  void aLinkToItselfIsNone(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid = heddle.processes().spawn(Probe.obeying());
    link(heddle, pid, pid);
    assertThat(links(pid)).isEmpty();
  }

  @OnEachRuntime
  void aChildThatWasSpawnedLinkedTakesItsParentAlong(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Pid parent = heddle.processes().spawn(Probe.obeying());
    Pid child = ask(heddle, parent, context -> context.spawnLinked(Probe.obeying(), OPTIONS));
    assertThat(links(child)).containsExactly(parent);
    heddle.processes().send(child, "crash");
    assertThat(taken(heddle, parent).by()).isEqualTo(child);
  }

  @OnEachRuntime
  void childrenOfEveryKindAreSpawnedLinked(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Behaviour behaviour = Behaviour.builder().build();
    ProcessBody body = inbox -> inbox.receive();
    Pid parent = heddle.processes().spawn(Probe.obeying());
    List<Pid> linked =
        ask(
            heddle,
            parent,
            context ->
                List.of(
                    context.spawnLinked(Probe.obeying()),
                    context.spawnLinked(behaviour),
                    context.spawnLinked(behaviour, OPTIONS),
                    context.spawnLinked(body),
                    context.spawnLinked(body, OPTIONS)));
    List<Pid> free =
        ask(
            heddle,
            parent,
            context ->
                List.of(
                    context.spawn(behaviour),
                    context.spawn(behaviour, OPTIONS),
                    context.spawn(body),
                    context.spawn(body, OPTIONS)));
    assertThat(links(parent)).containsExactlyInAnyOrderElementsOf(linked);
    free.forEach(child -> assertThat(info(heddle, child).parent()).isEqualTo(parent));
    heddle.processes().send(parent, "crash");
    linked.forEach(child -> assertThat(taken(heddle, child).by()).isEqualTo(parent));
    free.forEach(child -> assertThat(heddle.processes().isAlive(child)).isTrue());
  }

  @OnEachRuntime
  void aParentThatCrashesTakesItsLinkedChildrenAlong(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Pid parent = heddle.processes().spawn(Probe.obeying());
    List<Pid> children = new ArrayList<>();
    order(
        heddle,
        parent,
        (self, out) -> {
          for (int i = 0; i < 10; i++) {
            children.add(self.context().spawnLinked(Probe.obeying(), OPTIONS));
          }
        });
    heddle.processes().send(parent, "crash");
    children.forEach(child -> assertThat(taken(heddle, child).by()).isEqualTo(parent));
  }

  /** A process that is in a step when its linked one crashes ends after that step, once. */
  @OnEachRuntime
  void aStepIsEndedBeforeItsProcessIsTakenAlong(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Probe busy = Probe.obeying();
    Pid pid = heddle.processes().spawn(busy);
    Pid crashing = heddle.processes().spawn(Probe.obeying());
    link(heddle, pid, crashing);
    Gate gate = new Gate();
    Probe.Order wait = (self, out) -> gate.await();
    heddle.processes().send(pid, wait);
    await("it is in its step", () -> gate.hasParked(1));
    heddle.processes().send(pid, "end");
    heddle.processes().send(crashing, "crash");
    ended(heddle, crashing);
    awaitFree(crashing);
    assertThat(heddle.processes().isAlive(pid)).isTrue();
    gate.open();
    assertThat(taken(heddle, pid).by()).isEqualTo(crashing);
    assertThat(busy.closes).hasValue(1);
  }
}
