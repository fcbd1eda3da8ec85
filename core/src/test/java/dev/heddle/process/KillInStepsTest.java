package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * As {@link KillBetweenStepsTest}, for what happens on workers: in a process's own steps, in those
 * of who is asked, when a timer fires. At each single {@link Moment} of it a process is killed, on
 * the spot.
 */
class KillInStepsTest extends ProcessTestCase {
  private static final Duration LATER = Duration.ofSeconds(100);

  /** Two processes, and what goes on between them. */
  private abstract static class Scene {
    final Heddle heddle;
    final Processes processes;
    final Probe selfProbe = Probe.obeying();
    final Probe otherProbe;
    final Pid self;
    final Pid other;

    Scene(Heddle heddle) {
      this.heddle = heddle;
      this.processes = heddle.processes();
      this.otherProbe = Probe.onEvent(Scene::answer);
      this.other = processes.spawn(otherProbe);
      this.self = spawnSelf();
      awaitState(heddle, other, ProcessState.IDLE);
      awaitState(heddle, self, ProcessState.IDLE);
    }

    private static void answer(Probe self, Event event, StepOutput out) throws Exception {
      if (event instanceof Message message && message.expectsReply()) {
        message.reply("answer");
      } else if (event instanceof Message message && message.data() instanceof Probe.Order order) {
        order.carryOut(self, out);
      } else if (event instanceof Cancel) {
        out.complete("ended");
      }
    }

    Pid spawnSelf() {
      return processes.spawn(selfProbe);
    }

    /** Before the first moment that counts. */
    void prepare() {}

    /** Plays it, and returns when it is over, whoever has ended meanwhile. */
    abstract void play() throws Exception;

    /** What has to be so then. */
    abstract void check(boolean selfDied);

    void await(String what, BooleanSupplier condition) {
      ProcessTestCase.await(what, () -> condition.getAsBoolean() || !processes.isAlive(self));
    }
  }

  @FunctionalInterface
  private interface SceneMaker {
    Scene make(Heddle heddle);
  }

  private void strikeAll(Setup setup, int most, SceneMaker maker) {
    Heddle heddle = start(setup);
    for (boolean selfDies : List.of(true, false)) {
      int moment = 1;
      while (moment <= most && strikeAt(heddle, maker.make(heddle), selfDies, moment)) {
        moment++;
      }
      assertThat(moment).as("moments").isGreaterThan(1);
    }
  }

  private static boolean strikeAt(Heddle heddle, Scene scene, boolean selfDies, int moment) {
    Pid victim = selfDies ? scene.self : scene.other;
    scene.prepare();
    try (Strike strike = new Strike(victim, moment)) {
      try {
        scene.play();
        if (strike.hasStruck()) {
          assertThat(ended(heddle, victim)).isEqualTo(new Exit.Killed("killed"));
          scene.check(selfDies);
        }
        for (Pid each : List.of(scene.self, scene.other)) {
          heddle.processes().kill(each);
          ended(heddle, each);
          awaitFree(each);
        }
        assertThat(heddle.processes().registered()).isEmpty();
        assertThat(heddle.processes().groups().topics()).isZero();
        assertThat(heddle.processes().names().watches()).isZero();
        ProcessTestCase.await("no timer", () -> heddle.metrics().timers() == 0);
      } catch (Throwable e) {
        throw new AssertionError(
            "%s dies; %s".formatted(selfDies ? "self" : "the other", strike), e);
      }
      return strike.hasStruck();
    }
  }

  /** Everything that ties it to others, in one step of its own. */
  @OnEachRuntime(workers = {1, 2, 8})
  void aProcessThatTiesItself(Setup setup) {
    strikeAll(
        setup,
        Integer.MAX_VALUE,
        heddle ->
            new Scene(heddle) {
              private final AtomicBoolean tied = new AtomicBoolean();

              @Override
              void play() {
                Probe.Order order =
                    (me, out) -> {
                      me.context().trapExits(true);
                      processes.register("name", self);
                      me.context().link(other);
                      me.context().monitor(other);
                      me.context().watchName("never");
                      me.context().watchName("name");
                      me.context().join("topic");
                      me.context().sendEvery(LATER, other, "tick");
                      me.context().unlink(other);
                      me.context().link(other);
                      me.context().leave("topic");
                      me.context().join("topic");
                      processes.unregister("name");
                      tied.set(true);
                    };
                processes.send(self, order);
                await("tied", tied::get);
              }

              @Override
              void check(boolean selfDied) {
                if (!selfDied) {
                  await("told by the monitor", () -> selfProbe.all(Down.class).size() == 1);
                  await("told by a link", () -> !selfProbe.all(Exited.class).isEmpty());
                  assertThat(selfProbe.all(Exited.class)).hasSizeLessThanOrEqualTo(2);
                }
              }
            });
  }

  /** Who asks by a command gets one completion, if it lives: the answer, or that there is none. */
  @OnEachRuntime(workers = {1, 2, 8})
  void aProcessThatAsks(Setup setup) {
    strikeAll(
        setup,
        Integer.MAX_VALUE,
        heddle ->
            new Scene(heddle) {
              @Override
              void play() {
                Probe.Order order =
                    (me, out) -> out.yield(1, Command.ask(other, "question", LATER));
                processes.send(self, order);
                await("answered", () -> !selfProbe.completions().isEmpty());
              }

              @Override
              void check(boolean selfDied) {
                if (!selfDied) {
                  order(heddle, self, (me, out) -> {});
                  assertThat(selfProbe.completions()).hasSize(1);
                  Completion told = selfProbe.completions().getFirst();
                  assertThat(
                          "answer".equals(told.data()) || told.error() instanceof CommandException)
                      .as("%s", told)
                      .isTrue();
                }
              }
            });
  }

  /** A fiber that waits for an answer, in both ways. */
  @OnEachRuntime(workers = {1, 2, 8})
  void aFiberThatAsks(Setup setup) {
    strikeAll(
        setup,
        Integer.MAX_VALUE,
        heddle ->
            new Scene(heddle) {
              private final AtomicReference<@Nullable Object> answer = new AtomicReference<>();

              @Override
              Pid spawnSelf() {
                return processes.spawn(
                    inbox -> {
                      while (true) {
                        inbox.receive();
                        try {
                          inbox.perform(Command.ask(other, "question", LATER));
                          answer().set(processes.request(other, "question", Delays.LONG));
                        } catch (CommandException e) {
                          answer().set("told");
                        }
                      }
                    });
              }

              // Not there yet when the process is spawned.
              private AtomicReference<@Nullable Object> answer() {
                return answer;
              }

              @Override
              void play() {
                processes.send(self, "begin");
                await("answered", () -> answer.get() != null);
              }

              @Override
              void check(boolean selfDied) {
                if (!selfDied) {
                  assertThat(answer.get()).isIn("told", "answer");
                }
              }
            });
  }

  /** One of the two implementations is closed, once, and nothing is left of either. */
  @OnEachRuntime(workers = {1, 2, 8})
  void aProcessThatIsUpgraded(Setup setup) {
    strikeAll(
        setup,
        Integer.MAX_VALUE,
        heddle ->
            new Scene(heddle) {
              private final Probe next = Probe.obeying();

              @Override
              void prepare() {
                cell(other).trapExits(true);
                processes.register("name", self);
                cell(self).link(other);
                cell(self).join("topic");
                cell(self).sendEvery(LATER, other, "tick");
              }

              @Override
              void play() {
                processes.upgrade(self, (current, context) -> next);
                await("upgraded", () -> next.all(Upgraded.class).size() == 1);
              }

              @Override
              void check(boolean selfDied) {
                if (selfDied) {
                  assertThat(selfProbe.closes.get() + next.closes.get()).isEqualTo(1);
                  ProcessTestCase.await(
                      "told by the link", () -> otherProbe.all(Exited.class).size() == 1);
                }
              }
            });
  }

  /** Once and again and again: who owns it ends, or who is sent to. */
  @OnEachRuntime(workers = {1, 2, 8})
  void aTimerThatFires(Setup setup) {
    strikeAll(
        setup,
        40,
        heddle ->
            new Scene(heddle) {
              @Override
              void play() {
                Duration period = Duration.ofNanos(100_000);
                Probe.Order order =
                    (me, out) -> {
                      me.context().sendAfter(period, other, "tick");
                      me.context().sendEvery(period, other, "tick");
                    };
                processes.send(self, order);
                await("ticks", () -> otherProbe.messages().size() > 8 || !processes.isAlive(other));
              }

              @Override
              void check(boolean selfDied) {
                if (selfDied) {
                  ProcessTestCase.await("no timer", () -> heddle.metrics().timers() == 0);
                }
              }
            });
  }
}
