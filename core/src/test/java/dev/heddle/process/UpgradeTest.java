package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Another implementation under the same PID. */
class UpgradeTest extends ProcessTestCase {

  @OnEachRuntime
  void theNextImplementationHasPidMailboxLinksAndNames(Setup setup) {
    Heddle heddle = start(setup);
    Probe first = Probe.obeying();
    Probe next = Probe.obeying();
    Pid pid = heddle.processes().spawn(first);
    Pid linked = heddle.processes().spawn(Probe.obeying());
    heddle.processes().register("one", pid);
    AtomicReference<@Nullable Port> port = new AtomicReference<>();
    order(
        heddle,
        pid,
        (self, out) -> {
          self.context().link(linked);
          self.context().join("news");
          port.set(self.context().openPort());
        });
    Gate gate = new Gate();
    Probe.Order wait = (self, out) -> gate.await();
    heddle.processes().send(pid, wait);
    await("it is in its step", () -> gate.hasParked(1));
    heddle.processes().send(pid, "before");
    AtomicReference<@Nullable ProcessContext> context = new AtomicReference<>();
    assertThat(
            heddle
                .processes()
                .upgrade(
                    pid,
                    (current, given) -> {
                      assertThat(current).isSameAs(first);
                      context.set(given);
                      return next;
                    }))
        .isTrue();
    heddle.processes().send(pid, "after");
    gate.open();
    await("it goes on", () -> next.events.size() == 2);
    assertThat(first.messages()).endsWith("before").doesNotContain("after");
    assertThat(next.events.peek()).isInstanceOf(Upgraded.class);
    assertThat(next.messages()).containsExactly("after");
    assertThat(context.get()).isSameAs(cell(pid));
    assertThat(first.closes).as("what it holds is the next one's").hasValue(0);
    assertThat(links(pid)).containsExactly(linked);
    assertThat(heddle.processes().whereIs("one")).isEqualTo(pid);
    assertThat(heddle.processes().members("news")).containsExactly(pid);
    Port opened = port.get();
    assertThat(opened).isNotNull();
    opened.send("through the port");
    await("it comes", () -> next.messages().contains("through the port"));
    heddle.processes().send(pid, "end");
    assertThat(result(heddle, pid)).isEqualTo("ended");
    assertThat(next.closes).hasValue(1);
    assertThat(first.closes).hasValue(0);
  }

  @OnEachRuntime
  void whatABehaviourHasStashedGoesToTheNextOneOrToTheDeadLetters(Setup setup) {
    Heddle heddle = start(setup);
    Behaviour stashing = Behaviour.receive(String.class, (self, text) -> self.stash());
    Behaviour answering =
        Behaviour.builder()
            .on(
                Upgraded.class,
                (self, upgraded) -> {
                  assertThat(self.stashed()).isEqualTo(1);
                  self.unstashAll();
                })
            .on(String.class, (self, text) -> self.stop(text))
            .build();
    Pid heir = heddle.processes().spawn(stashing.process());
    heddle.processes().send(heir, "kept");
    heddle.processes().upgrade(heir, (current, context) -> answering.process());
    assertThat(result(heddle, heir)).isEqualTo("kept");
    Pid other = heddle.processes().spawn(stashing.process());
    heddle.processes().send(other, "lost");
    heddle.processes().upgrade(other, (current, context) -> Probe.obeying());
    heddle.processes().send(other, "end");
    assertThat(result(heddle, other)).isEqualTo("ended");
    assertThat(heddle.processes().counts().deadLetters().get(DeadLetter.Reason.STASHED))
        .isEqualTo(1);
  }

  @OnEachRuntime
  void aBehaviourNeedNotHandleThatItHasTakenOver(Setup setup) {
    Heddle heddle = start(setup);
    Behaviour next =
        Behaviour.builder()
            .on(Integer.class, (self, number) -> self.stop(number))
            .unhandled((self, what) -> self.stop("unhandled: " + what))
            .build();
    Behaviour last = Behaviour.receive(String.class, (self, text) -> self.stop(text));
    Pid one = heddle.processes().spawn(Probe.obeying());
    heddle.processes().upgrade(one, (current, context) -> next.process());
    heddle.processes().send(one, 1);
    assertThat(result(heddle, one)).isEqualTo(1);
    Pid other = heddle.processes().spawn(Probe.obeying());
    heddle.processes().upgrade(other, (current, context) -> last.process());
    heddle.processes().send(other, "last");
    assertThat(result(heddle, other)).isEqualTo("last");
    assertThat(dead(heddle, DeadLetter.Reason.UNHANDLED)).isZero();
  }

  @OnEachRuntime
  void severalUpgradesHaveEachItsMessages(Setup setup) {
    Heddle heddle = start(setup);
    List<Probe> versions =
        List.of(Probe.obeying(), Probe.obeying(), Probe.obeying(), Probe.obeying());
    Pid pid = heddle.processes().spawn(versions.getFirst());
    heddle.processes().send(pid, 0);
    for (int i = 1; i < versions.size(); i++) {
      int version = i;
      heddle.processes().upgrade(pid, (current, context) -> versions.get(version));
      heddle.processes().send(pid, i);
    }
    heddle.processes().send(pid, "end");
    assertThat(result(heddle, pid)).isEqualTo("ended");
    for (int i = 0; i < versions.size(); i++) {
      assertThat(versions.get(i).messages().getFirst()).isEqualTo(i);
      assertThat(versions.get(i).messages()).hasSize(i == versions.size() - 1 ? 2 : 1);
      assertThat(versions.get(i).all(Upgraded.class)).hasSize(i == 0 ? 0 : 1);
    }
    assertThat(versions.getLast().closes).hasValue(1);
  }

  @OnEachRuntime
  void aCommandUnderWayIsCompletedForTheNextImplementation(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    Probe first = Probe.obeying();
    Probe next = Probe.obeying();
    Pid pid = heddle.processes().spawn(first);
    order(
        heddle,
        pid,
        (self, out) ->
            out.yield(
                7,
                Command.fiber(
                    () -> {
                      gate.await();
                      return "done";
                    })));
    heddle.processes().upgrade(pid, (current, context) -> next);
    await("it goes on", () -> next.events.size() == 1);
    gate.open();
    await("it is told", () -> next.completions().size() == 1);
    assertThat(next.completions().getFirst().tag()).isEqualTo(7);
    assertThat(next.completions().getFirst().data()).isEqualTo("done");
  }

  @OnEachRuntime
  void aFailedUpgradeIsACrashThatClosesTheCurrentOne(Setup setup) {
    Heddle heddle = startTolerant(setup);
    IllegalStateException error = new IllegalStateException("no way up");
    Probe first = Probe.obeying();
    Pid pid = heddle.processes().spawn(first);
    Pid linked = heddle.processes().spawn(Probe.obeying());
    order(heddle, pid, (self, out) -> self.context().link(linked));
    heddle
        .processes()
        .upgrade(
            pid,
            (current, context) -> {
              throw error;
            });
    assertThat(failure(heddle, pid)).isSameAs(error);
    assertThat(first.closes).hasValue(1);
    assertThat(ended(heddle, linked)).isInstanceOf(Exit.Taken.class);
    assertThat(uncaught()).hasSize(1);

    Probe second = Probe.obeying();
    Pid other = heddle.processes().spawn(second);
    heddle.processes().upgrade(other, (current, context) -> nothing());
    assertThat(failure(heddle, other)).isInstanceOf(NullPointerException.class);
    assertThat(second.closes).hasValue(1);
  }

  @SuppressWarnings("NullAway") // on purpose
  private static Process nothing() {
    return null;
  }

  @OnEachRuntime(workers = {1, 8})
  void theDeadAndFibersAreNotUpgraded(Setup setup) {
    Heddle heddle = start(setup);
    Pid dead = heddle.processes().spawn(Probe.obeying());
    heddle.processes().send(dead, "end");
    ended(heddle, dead);
    assertThat(heddle.processes().upgrade(dead, (current, context) -> current)).isFalse();
    Pid fiber = heddle.processes().spawn(inbox -> inbox.receive());
    assertThatThrownBy(() -> heddle.processes().upgrade(fiber, (current, context) -> current))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining(fiber.toString());
  }
}
