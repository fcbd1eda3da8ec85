package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Processes that can be found by a name, as long as they live. */
class NameTest extends ProcessTestCase {

  @OnEachRuntime
  void aProcessIsFoundByEachOfItsNames(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid = heddle.processes().spawn(Probe.obeying());
    heddle.processes().register("one", pid);
    heddle.processes().register("other", pid);
    heddle.processes().register("one", pid);
    assertThat(heddle.processes().whereIs("one")).isEqualTo(pid);
    assertThat(heddle.processes().registered()).isEqualTo(Map.of("one", pid, "other", pid));
    assertThat(heddle.processes().unregister("one")).isTrue();
    assertThat(heddle.processes().unregister("one")).isFalse();
    assertThat(heddle.processes().whereIs("one")).isNull();
    assertThat(heddle.processes().whereIs("other")).isEqualTo(pid);
  }

  @OnEachRuntime(workers = {1, 8})
  void aTakenNameNamesItsHolder(Setup setup) {
    Heddle heddle = start(setup);
    Pid holder = heddle.processes().spawn(Probe.obeying());
    Pid late = heddle.processes().spawn(Probe.obeying());
    heddle.processes().register("one", holder);
    assertThatThrownBy(() -> heddle.processes().register("one", late))
        .isInstanceOfSatisfying(
            NameTakenException.class, e -> assertThat(e.holder()).isEqualTo(holder))
        .hasMessageContainingAll("one", holder.toString());
    assertThat(heddle.processes().whereIs("one")).isEqualTo(holder);
    heddle.processes().unregister("one");
    heddle.processes().register("one", late);
    assertThat(heddle.processes().whereIs("one")).isEqualTo(late);
  }

  @OnEachRuntime(workers = {1, 8})
  void aNameNeedsALivingProcessOfThisRuntimeAndAVisibleCharacter(Setup setup) {
    Heddle heddle = start(setup);
    Pid pid = heddle.processes().spawn(Probe.obeying());
    assertThatThrownBy(() -> heddle.processes().register("  ", pid))
        .isInstanceOf(IllegalArgumentException.class);
    Pid unknown = Pid.of(heddle.processes().node(), heddle.processes().host(), 4711);
    assertThatThrownBy(() -> heddle.processes().register("one", unknown))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(unknown.toString());
    heddle.processes().send(pid, "end");
    ended(heddle, pid);
    assertThatThrownBy(() -> heddle.processes().register("one", pid))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("has ended", "one");
    assertThat(heddle.processes().registered()).isEmpty();
  }

  /** Whoever learns of the end, in whichever way, finds the name free. */
  @OnEachRuntime
  void theNameIsFreeBeforeAnybodyLearnsOfTheEnd(Setup setup) {
    Heddle heddle = start(setup);
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    AtomicInteger told = new AtomicInteger();
    Probe watching =
        Probe.onEvent(
            (self, event, out) -> {
              if (event instanceof Down) {
                try {
                  self.context().register("one");
                  heddle.processes().unregister("one");
                } catch (RuntimeException e) {
                  failure.set(e);
                }
                told.incrementAndGet();
              } else if (event.data() instanceof Pid target) {
                self.context().monitor(target);
              } else if (event instanceof Cancel) {
                out.complete();
              }
            });
    Pid watcher = heddle.processes().spawn(watching);
    for (int i = 1; i <= 50; i++) {
      Pid pid = heddle.processes().spawn(Probe.obeying());
      heddle.processes().register("one", pid);
      heddle.processes().register("two", pid);
      heddle.processes().send(watcher, pid);
      heddle.processes().send(pid, "end");
      ended(heddle, pid);
      assertThat(heddle.processes().whereIs("two")).isNull();
      assertThatThrownBy(() -> heddle.processes().register("two", pid))
          .isInstanceOf(IllegalStateException.class);
      int round = i;
      await("told", () -> told.get() == round);
    }
    assertThat(failure.get()).isNull();
  }

  @OnEachRuntime
  void whoWatchesForANameIsToldOnce(Setup setup) {
    Heddle heddle = start(setup);
    Probe early = Probe.obeying();
    Pid watcher = heddle.processes().spawn(early);
    order(heddle, watcher, (self, out) -> self.context().watchName("one"));
    assertThat(heddle.processes().names().watches()).isEqualTo(1);
    Pid pid = heddle.processes().spawn(Probe.obeying());
    heddle.processes().register("one", pid);
    await("told", () -> early.all(Named.class).size() == 1);
    assertThat(early.all(Named.class).getFirst().name()).isEqualTo("one");
    assertThat(early.all(Named.class).getFirst().pid()).isEqualTo(pid);
    heddle.processes().unregister("one");
    heddle.processes().register("one", pid);
    order(heddle, watcher, (self, out) -> self.context().watchName("one"));
    await("told at once", () -> early.all(Named.class).size() == 2);
    never("again", () -> early.all(Named.class).size() > 2);
    assertThat(heddle.processes().names().watches()).isZero();
    awaitFree(watcher);
  }

  @OnEachRuntime
  void aWatchIsGoneWithItsProcess(Setup setup) {
    Heddle heddle = start(setup);
    Pid watcher = heddle.processes().spawn(Probe.obeying());
    order(
        heddle,
        watcher,
        (self, out) -> {
          self.context().watchName("one");
          self.context().watchName("two");
        });
    heddle.processes().send(watcher, "end");
    ended(heddle, watcher);
    assertThat(heddle.processes().names().watches()).isZero();
  }

  @OnEachRuntime
  void aThreadCanWaitForAName(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    assertThat(heddle.processes().awaitName("one", Delays.SHORT)).isNull();
    assertThat(heddle.processes().names().watches()).isZero();
    CompletableFuture<@Nullable Pid> found = new CompletableFuture<>();
    thread("waits", () -> found.complete(heddle.processes().awaitName("one", Delays.LONG)));
    await("it waits", () -> heddle.processes().names().watches() == 1);
    Pid pid = heddle.processes().spawn(Probe.obeying());
    heddle.processes().register("one", pid);
    assertThat(await(found)).isEqualTo(pid);
    assertThat(heddle.processes().awaitName("one", Duration.ZERO)).isEqualTo(pid);
    assertThat(heddle.processes().names().watches()).isZero();
  }

  @OnEachRuntime(workers = {1, 8})
  void aWaitForANameCanBeInterrupted(Setup setup) {
    Heddle heddle = start(setup);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread waiting =
        thread(
            "waits",
            () -> {
              try {
                heddle.processes().awaitName("one", Delays.LONG);
                interrupted.complete(false);
              } catch (InterruptedException e) {
                interrupted.complete(true);
              }
            });
    await("it waits", () -> heddle.processes().names().watches() == 1);
    waiting.interrupt();
    await(waiting);
    assertThat(interrupted.getNow(false)).isTrue();
    assertThat(heddle.processes().names().watches()).isZero();
  }

  /** Of many who want a name one gets it, and when that ends another can have it. */
  @OnEachRuntime
  void ofManyWhoRegisterANameOneGetsIt(Setup setup) {
    Heddle heddle = start(setup);
    AtomicInteger got = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    for (int i = 0; i < 20; i++) {
      Pid pid = heddle.processes().spawn(Probe.obeying());
      Probe.Order register =
          (self, out) -> {
            try {
              heddle.processes().register("one", self.context().self());
              got.incrementAndGet();
            } catch (NameTakenException e) {
              refused.incrementAndGet();
            }
          };
      heddle.processes().send(pid, register);
    }
    await("all have tried", () -> got.get() + refused.get() == 20);
    assertThat(got).hasValue(1);
  }
}
