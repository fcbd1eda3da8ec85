package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Ways into a process: who may send, and what each end learns of the other. */
class PortTest extends ProcessTestCase {

  /** A process that opens ports in its init, and collects what comes through them. */
  private static final class Owner implements Process {
    final List<Port> ports = new ArrayList<>();
    final ConcurrentLinkedQueue<Event> events = new ConcurrentLinkedQueue<>();
    private final int count;

    Owner(int count) {
      this.count = count;
    }

    @Override
    public void init(ProcessContext context, String method, @Nullable Object input) {
      for (int i = 0; i < count; i++) {
        ports.add(context.openPort());
      }
    }

    @Override
    public void step(Events given, StepOutput out) {
      for (Event event : given) {
        events.add(event);
        if ("end".equals(event.data()) || event instanceof Cancel) {
          out.complete();
        }
      }
    }

    List<Port> unused() {
      return events.stream()
          .filter(PortUnused.class::isInstance)
          .map(event -> ((PortUnused) event).port())
          .toList();
    }
  }

  @OnEachRuntime
  void aMessageTellsThroughWhichPortItCame(Setup setup) {
    Heddle heddle = start(setup);
    Owner owner = new Owner(2);
    Pid pid = heddle.processes().spawn(owner);
    Port one = owner.ports.get(0);
    Port two = owner.ports.get(1);
    assertThat(one.owner()).isEqualTo(pid);
    assertThat(one.isOpen()).isTrue();
    assertThat(one.send("through one")).isTrue();
    assertThat(two.send("through two")).isTrue();
    heddle.processes().send(pid, "by pid");
    await("all are there", () -> owner.events.size() == 3);
    List<@Nullable Port> ports = new ArrayList<>();
    owner.events.forEach(event -> ports.add(((Message) event).port()));
    assertThat(ports).containsExactly(one, two, null);
  }

  @OnEachRuntime
  void theOwnerIsToldOnceWhenTheLastReferenceIsClosed(Setup setup) {
    Heddle heddle = start(setup);
    Owner owner = new Owner(2);
    heddle.processes().spawn(owner);
    Port port = owner.ports.get(0);
    assertThat(port.retain()).isSameAs(port);
    port.retain();
    port.close();
    port.close();
    assertThat(port.isOpen()).isTrue();
    assertThat(port.send("with the last reference")).isTrue();
    port.close();
    await("the owner is told", () -> !owner.unused().isEmpty());
    assertThat(owner.unused()).containsExactly(port);
    assertThat(port.isOpen()).isFalse();
    assertThat(owner.ports.get(1).isOpen()).as("of the other port nothing has changed").isTrue();
    assertThat(owner.ports.get(1).send("still")).isTrue();
    await("it arrives", () -> owner.events.size() == 3);
  }

  @OnEachRuntime(workers = {1, 8})
  void whoUsesAPortAfterItsLastReferenceIsTold(Setup setup) {
    Heddle heddle = start(setup);
    Owner owner = new Owner(1);
    heddle.processes().spawn(owner);
    Port port = owner.ports.get(0);
    assertThatThrownBy(() -> port.send(nothing())).isInstanceOf(NullPointerException.class);
    port.close();
    assertThatThrownBy(() -> port.send("late"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("retain()", owner.ports.get(0).owner().toString());
    assertThatThrownBy(port::retain).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(port::close).isInstanceOf(IllegalStateException.class);
    await("the owner is told", () -> owner.unused().size() == 1);
  }

  @SuppressWarnings("NullAway") // on purpose
  private static Object nothing() {
    return null;
  }

  @OnEachRuntime
  void afterItsOwnersEndASendIsRefusedAndNoDeadLetter(Setup setup) {
    Heddle heddle = start(setup);
    Owner owner = new Owner(1);
    Pid pid = heddle.processes().spawn(owner);
    Port port = owner.ports.get(0);
    port.send("end");
    ended(heddle, pid);
    long sent = heddle.processes().counts().sent();
    assertThat(port.send("late")).isFalse();
    assertThat(port.isOpen()).isFalse();
    assertThat(port.owner()).isEqualTo(pid);
    assertThat(heddle.processes().counts().sent()).isEqualTo(sent);
    assertThat(heddle.processes().counts().deadMessages()).isZero();
    port.retain().close();
    port.close();
  }

  @OnEachRuntime
  void aPortCanBeSentOnAndClosedByItsReceiver(Setup setup) {
    Heddle heddle = start(setup);
    Owner owner = new Owner(1);
    heddle.processes().spawn(owner);
    Port port = owner.ports.get(0);
    Pid other =
        heddle
            .processes()
            .spawn(
                Probe.onEvent(
                    (self, event, out) -> {
                      if (event.data() instanceof Port given) {
                        given.send("from the other");
                        given.close();
                        out.complete();
                      }
                    }));
    heddle.processes().send(other, port.retain());
    ended(heddle, other);
    await("it has arrived", () -> owner.events.size() == 1);
    assertThat(port.isOpen()).isTrue();
    port.close();
    await("the owner is told", () -> owner.unused().size() == 1);
  }

  @OnEachRuntime(workers = {1, 8})
  void anEndedProcessOpensNoPorts(Setup setup) {
    Heddle heddle = start(setup);
    Probe probe = new Probe((self, events, out) -> out.complete());
    ended(heddle, heddle.processes().spawn(probe));
    assertThatThrownBy(() -> probe.context().openPort())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has ended");
  }

  @OnEachRuntime(workers = {1, 8})
  void thePortsOfOneThatWasNeverBornAreDead(Setup setup) {
    Heddle heddle = start(setup);
    AtomicReference<@Nullable Port> opened = new AtomicReference<>();
    assertThatThrownBy(
            () ->
                heddle
                    .processes()
                    .spawn(
                        new Process() {
                          @Override
                          public void init(
                              ProcessContext context, String method, @Nullable Object input) {
                            Port port = context.openPort();
                            opened.set(port);
                            port.send("to nobody");
                            throw new IllegalStateException("no");
                          }

                          @Override
                          public void step(Events events, StepOutput out) {}
                        }))
        .isInstanceOf(SpawnException.class);
    Port port = opened.get();
    assertThat(port).isNotNull();
    assertThat(port.send("late")).isFalse();
    assertThat(dead(heddle, DeadLetter.Reason.PROCESS_ENDED)).isEqualTo(1);
  }

  /** What a send said true to was handled, or died with the owner; nothing else was. */
  @OnEachRuntime
  void sendsThatRaceWithTheOwnersEndAreEachTrueOrFalse(Setup setup) {
    Heddle heddle = start(setup);
    for (int round = 0; round < 50; round++) {
      long deadBefore = heddle.processes().counts().deadMessages();
      Owner owner = new Owner(1);
      Pid pid = heddle.processes().spawn(owner);
      Port port = owner.ports.get(0);
      AtomicInteger taken = new AtomicInteger();
      AtomicBoolean refused = new AtomicBoolean();
      Pid sender =
          heddle
              .processes()
              .spawn(
                  (events, out) -> {
                    if (port.send("from a process")) {
                      taken.incrementAndGet();
                      out.again();
                    } else {
                      out.complete();
                    }
                  });
      Thread outside =
          thread(
              "outside",
              () -> {
                while (port.send("from a thread")) {
                  taken.incrementAndGet();
                }
                refused.set(true);
              });
      await("it has got some", () -> owner.events.size() > 3);
      assertThat(port.send("end")).isTrue();
      taken.incrementAndGet();
      ended(heddle, pid);
      ended(heddle, sender);
      await(outside);
      assertThat(refused).isTrue();
      long died = heddle.processes().counts().deadMessages() - deadBefore;
      assertThat(owner.events.size() + died).isEqualTo(taken.get());
    }
  }

  /** A process is run by the workers of its own runtime, whoever sends to it. */
  @OnEachRuntime
  void aPortOfAnotherRuntimeDoesNotHandItsOwnerOverToThisOne(Setup setup) {
    Heddle here = start(setup);
    Heddle there = start(setup);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger outside = new AtomicInteger();
    AtomicReference<@Nullable Port> opened = new AtomicReference<>();
    Pid owner =
        there
            .processes()
            .spawn(
                new Probe(
                    (self, events, out) -> {
                      if (events.isEmpty()) {
                        opened.set(self.context().openPort());
                      }
                      (there.processes().scheduler().isInside() ? inside : outside)
                          .incrementAndGet();
                    }));
    awaitState(there, owner, ProcessState.IDLE);
    Port port = opened.get();
    assertThat(port).isNotNull();
    Pid sender =
        here.processes()
            .spawn(
                new Probe(
                    (self, events, out) -> {
                      port.send("over the border");
                      if (self.steps.get() < 1_000) {
                        out.again();
                      } else {
                        out.complete();
                      }
                    }));
    ended(here, sender);
    await("all have arrived", () -> there.processes().counts().handled() == 1_000);
    assertThat(outside).hasValue(0);
    assertThat(inside.get()).isPositive();
    assertThat(here.processes().counts().handOvers()).isZero();
  }
}
