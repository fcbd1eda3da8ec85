package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.scheduler.Memory;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Scarcity;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Memory is missing at each single place of what goes on among processes, one after the other.
 * Whatever the processes make of it: each comes to its end, and nothing is missing in the accounts.
 */
class NoMemoryAnywhereTest extends ProcessTestCase {
  private static final int TIMES = 3;
  private static final Duration SOON = Duration.ofMillis(1);

  /** Some processes, and what goes on among them. */
  private static final class Scene {
    private final Heddle heddle;
    private final Processes processes;
    private final List<Pid> all = new ArrayList<>();

    /** Ties of one that has to be told, which it has made. */
    private final AtomicInteger owed = new AtomicInteger();

    /** How many of them were told. */
    private final AtomicInteger told = new AtomicInteger();

    Scene(Heddle heddle) {
      this.heddle = heddle;
      this.processes = heddle.processes();
    }

    /** May fail for want of memory, and for what comes of that. */
    private static <T> @Nullable T attempt(Callable<T> deed) {
      try {
        return deed.call();
      } catch (TimeoutException e) {
        throw new AssertionError("somebody was not told", e);
      } catch (OutOfMemoryError | Exception _) {
        return null; // a process that is asked may have ended, or was not there at all
      }
    }

    private @Nullable Pid spawn(Callable<Pid> spawner) {
      Pid pid = attempt(spawner);
      if (pid != null) {
        all.add(pid);
      }
      return pid;
    }

    /** Whether it was sent. */
    private boolean send(@Nullable Pid to, Object message) {
      Boolean sent =
          attempt(
              () -> {
                processes.send(known(to), message);
                return true;
              });
      return sent != null;
    }

    /** Has {@code order} carried out, unless there is no memory for that. */
    private void order(@Nullable Pid to, Probe.Order order) {
      AtomicInteger tried = new AtomicInteger();
      Probe.Order counted =
          (self, out) -> {
            tried.getAndIncrement();
            order.carryOut(self, out);
          };
      if (to != null && send(to, counted)) {
        await("the order was tried", () -> tried.get() > 0 || !processes.isAlive(to));
      }
    }

    private static void answer(BehaviourContext context, String question) {
      if (question.equals("crash")) {
        throw new IllegalStateException("as it was told");
      }
      if (context.message().expectsReply()) {
        context.message().reply("answer to " + question);
      }
    }

    void play() {
      Pid echo = spawn(() -> processes.spawn(Behaviour.receive(String.class, Scene::answer)));
      Pid crasher = spawn(() -> processes.spawn(Behaviour.receive(String.class, Scene::answer)));
      Pid tied = spawn(() -> processes.spawn(Probe.obeying()));
      Pid linked = spawn(() -> processes.spawn(Probe.obeying()));
      Pid trapping = spawn(() -> processes.spawn(Probe.onEvent(this::note)));
      Pid bounded =
          spawn(
              () ->
                  processes.spawn(
                      Probe.obeying(),
                      ProcessOptions.DEFAULT
                          .withMailbox(2, WhenFull.SUSPEND)
                          .withWatermarks(2, 1)));
      Pid choosy = spawn(() -> processes.spawn(Scene::choose));
      tie(tied, linked, trapping, crasher);
      commands(tied, echo);
      for (int i = 0; i < 5; i++) {
        send(bounded, "message " + i);
        send(choosy, "message " + i);
      }
      send(choosy, 1);
      attempt(() -> processes.request(known(echo), "question", Delays.LONG));
      attempt(() -> processes.request(known(choosy), 2, Delays.LONG));
      attempt(() -> processes.sendTo("the name", "to who has the name"));
      attempt(() -> processes.publish("the topic", "to all"));
      if (crasher != null && send(crasher, "crash")) {
        await("it has crashed", () -> !processes.isAlive(crasher));
        await("its end is told", () -> told.get() >= owed.get() || !isAlive(trapping));
      }
      for (Pid pid : all) {
        send(pid, "left over, for some");
      }
      endAll();
    }

    private boolean isAlive(@Nullable Pid pid) {
      return pid != null && processes.isAlive(pid);
    }

    private void note(Probe self, Event event, StepOutput out) throws Exception {
      if (event instanceof Message message && message.data() instanceof Probe.Order order) {
        order.carryOut(self, out);
      } else if (event instanceof Down || event instanceof Exited) {
        told.getAndIncrement();
      }
    }

    private static Pid known(@Nullable Pid pid) {
      if (pid == null) {
        throw new IllegalStateException("could not be spawned");
      }
      return pid;
    }

    /** Takes numbers first, however late they come, and answers who wants to know. */
    private static @Nullable Object choose(Inbox inbox) throws Exception {
      for (int i = 0; i < 2; i++) {
        boolean received = false;
        while (!received) {
          try {
            inbox.receive(Integer.class);
            received = true;
          } catch (OutOfMemoryError _) {
            // Then again: what could not be received is still there.
          }
        }
        if (inbox.message().expectsReply()) {
          inbox.reply("answer");
        }
      }
      return inbox.receive(String.class);
    }

    private void tie(
        @Nullable Pid tied, @Nullable Pid linked, @Nullable Pid trapping, @Nullable Pid target) {
      Probe.Order ties =
          (self, out) -> {
            self.context().join("the topic");
            self.context().monitor(known(target));
            self.context().sendAfter(SOON, self.context().self(), "later");
            self.context().sendEvery(SOON, self.context().self(), "again");
            processes.register("the name", self.context().self());
          };
      Probe.Order link = (self, out) -> self.context().link(known(target));
      Probe.Order trap =
          (self, out) -> {
            self.context().trapExits(true);
            self.context().link(known(target));
            owed.getAndIncrement();
            self.context().monitor(known(target));
            owed.getAndIncrement();
            self.context().watchName("a name that nobody has");
          };
      order(tied, ties);
      order(linked, link);
      order(trapping, trap);
    }

    private void commands(@Nullable Pid tied, @Nullable Pid echo) {
      Probe.Order commands =
          (self, out) -> {
            out.yield(1, Command.sleep(SOON));
            out.yield(2, Command.task(() -> "done"));
            out.yield(3, Command.ask(known(echo), "asked", Delays.LONG));
          };
      order(tied, commands);
    }

    /** Ends what has not ended by itself; a kill may fail too, and be tried again. */
    private void endAll() {
      for (Pid pid : all) {
        await(
            pid + " ends",
            () -> {
              Boolean done = attempt(() -> !processes.isAlive(pid) || processes.kill(pid));
              return Boolean.TRUE.equals(done);
            });
      }
      for (Pid pid : all) {
        await(pid + " has ended", () -> !processes.isAlive(pid));
      }
      await("nobody is left", () -> processes.counts().alive() == 0);
      await("the accounts balance", () -> processes.counts().balance());
      assertThat(processes.counts().queued()).isZero();
      assertThat(processes.registered()).isEmpty();
      assertThat(processes.members("the topic")).isEmpty();
      await("no timer is left", () -> heddle.metrics().timers() == 0);
    }
  }

  private void play(Setup setup) {
    Heddle heddle = startTolerant(setup);
    new Scene(heddle).play();
    heddle.close();
  }

  @OnEachRuntime(workers = {1, 2, 4})
  void nothingIsLostWhereverMemoryIsMissing(Setup setup) {
    Set<String> purposes = new ConcurrentSkipListSet<>();
    Memory.ask(purposes::add);
    try {
      play(setup);
    } finally {
      Memory.ask(null);
    }
    if (setup.simulated()) {
      purposes.remove("a rest"); // it is the world that would fail, not a worker
    }
    assertThat(purposes)
        .contains(
            "a Down",
            "a command under way",
            "a dead letter",
            "a fiber that is a process",
            "a look at the ties",
            "a PID",
            "an answer",
            "a request that is owed",
            "an event that is refused",
            "an exit",
            "an undoing",
            "room in a mailbox",
            "the beginning of a process",
            "the events of a step",
            "the last messages",
            "the report of a crash",
            "the signal of a link");
    for (String purpose : purposes) {
      try (Scarcity _ = Scarcity.of(TIMES, purpose)) {
        play(setup);
      } catch (Throwable e) {
        throw new AssertionError("without memory for " + purpose, e);
      }
    }
  }
}
