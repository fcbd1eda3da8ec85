package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.fiber.Fiber;
import dev.heddle.metrics.Engine;
import dev.heddle.process.Event;
import dev.heddle.process.Events;
import dev.heddle.process.Pid;
import dev.heddle.process.Port;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessInfo;
import dev.heddle.process.ProcessOptions;
import dev.heddle.process.ProcessState;
import dev.heddle.process.StepOutput;
import dev.heddle.task.Scope;
import dev.heddle.task.Task;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What JDK Flight Recorder is told of small programs whose doings are known. */
class FlightRecorderTest extends ConcurrentTestCase {
  private static final String REAL = "a recording is of real time";

  /** Off unless asked for: they may come millions of times a second. */
  private static final Set<String> FREQUENT =
      Set.of("TaskRun", "FiberRun", "FiberWait", "ProcessStep", "Steal", "Spawn", "Send", "Wake");

  @TempDir private @Nullable Path folder;

  private interface Program {
    void run(Heddle heddle) throws Exception;
  }

  /** The events of this kind that {@code program} makes on a runtime of its own. */
  private List<RecordedEvent> record(Setup setup, String kind, Program program) throws Exception {
    return record(setup, kind, List.of(), program);
  }

  /** As above, with further kinds that are recorded too. */
  private List<RecordedEvent> record(Setup setup, String kind, List<String> others, Program program)
      throws Exception {
    Path file = Files.createTempFile(Objects.requireNonNull(folder), "recording", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.heddle." + kind).withoutThreshold();
      others.forEach(other -> recording.enable("dev.heddle." + other).withoutThreshold());
      recording.start();
      Heddle heddle = builder(setup).uncaughtExceptionHandler((thread, e) -> {}).start();
      try (heddle) {
        program.run(heddle);
      }
      recording.stop();
      recording.dump(file);
      return read(file).stream()
          .filter(event -> event.getEventType().getName().equals("dev.heddle." + kind))
          .filter(event -> event.getString("runtime").equals(heddle.name()))
          .toList();
    }
  }

  private static List<RecordedEvent> read(Path file) throws IOException {
    return RecordingFile.readAllEvents(file).stream()
        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
        .toList();
  }

  /** A task of this test's own. */
  private static class Leaf extends Task {
    @Override
    protected @Nullable Task execute() {
      return null;
    }
  }

  // ---- tasks

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = REAL)
  void aTaskRunTellsTheTaskItsDurationItsRuleAndItsWorker(Setup setup) throws Exception {
    List<RecordedEvent> runs =
        record(
            setup,
            "TaskRun",
            heddle ->
                heddle.invoke(
                    new Leaf() {
                      @Override
                      protected Task execute() {
                        spinFor(2_000_000);
                        return new Leaf();
                      }
                    }));

    assertThat(runs).hasSize(2);
    RecordedEvent first = runs.getFirst();
    assertThat(first.getString("task")).startsWith(FlightRecorderTest.class.getName());
    assertThat(first.getString("rule")).isEqualTo("SHARED");
    assertThat(first.getInt("worker")).isBetween(0, setup.workers() - 1);
    assertThat(first.getDuration()).isGreaterThanOrEqualTo(Duration.ofMillis(2));
    assertThat(first.getStackTrace()).isNull();
    assertThat(runs.getLast().getString("task")).isEqualTo("Leaf");
    assertThat(runs.getLast().getString("rule")).isEqualTo("BYPASS");
  }

  /** One worker, so that there is no thief. */
  @OnEachRuntime(workers = 1, notSimulated = REAL)
  void whatAJoinRunsInPlaceIsATaskRunTooWithinThatOfTheJoiner(Setup setup) throws Exception {
    List<RecordedEvent> runs =
        record(
            setup,
            "TaskRun",
            heddle ->
                heddle.invoke(
                    () -> {
                      for (int i = 0; i < 100; i++) {
                        Leaf child = new Leaf();
                        child.spawn();
                        child.join();
                      }
                      try (Scope scope = Scope.open()) {
                        scope.spawn(() -> 1).join();
                      }
                      return null;
                    }));

    RecordedEvent joiner =
        runs.stream().max((a, b) -> a.getDuration().compareTo(b.getDuration())).orElseThrow();
    assertThat(runs).hasSize(102);
    assertThat(runs)
        .allSatisfy(
            run -> {
              assertThat(run.getStartTime()).isAfterOrEqualTo(joiner.getStartTime());
              assertThat(run.getString("rule")).isIn("SHARED", "LOCAL");
            });
    assertThat(runs).extracting(run -> run.getString("task")).contains("FlightRecorderTest lambda");
  }

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = REAL)
  void aSpawnTellsTheNumberByWhichTheRunIsFound(Setup setup) throws Exception {
    Path file = Files.createTempFile(Objects.requireNonNull(folder), "both", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.heddle.Spawn");
      recording.enable("dev.heddle.TaskRun");
      recording.start();
      Heddle heddle = builder(setup).start();
      try (heddle) {
        heddle.invoke(new Leaf());
      }
      recording.dump(file);
      List<RecordedEvent> events =
          read(file).stream()
              .filter(event -> event.getString("runtime").equals(heddle.name()))
              .toList();
      assertThat(events).hasSize(2);
      assertThat(events.getFirst().getLong("number")).isEqualTo(events.get(1).getLong("number"));
    }
  }

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = REAL)
  void tasksFibersAndProcessesAreSpawned(Setup setup) throws Exception {
    List<RecordedEvent> spawns =
        record(
            setup,
            "Spawn",
            heddle -> {
              heddle.invoke(new Leaf());
              heddle.fiber("reader", () -> {}).join();
              Pid pid = heddle.processes().spawn(new Ender(), ProcessOptions.DEFAULT.withName("p"));
              heddle.processes().awaitExit(pid);
              Pid own = heddle.processes().spawn(inbox -> null);
              heddle.processes().awaitExit(own);
            });

    assertThat(spawns)
        .extracting(event -> event.getString("kind") + " " + event.getString("how"))
        .containsExactlyInAnyOrder(
            "task enqueued", "fiber enqueued", "process enqueued", "process enqueued");
    assertThat(spawns)
        .extracting(event -> event.getString("name"))
        .contains("Leaf", "reader", "p", "FlightRecorderTest lambda");
    assertThat(spawns).allMatch(event -> event.getInt("worker") == -1);
  }

  @OnEachRuntime(workers = 2, notSimulated = REAL)
  void aStealTellsTheVictim(Setup setup) throws Exception {
    List<RecordedEvent> steals =
        record(
            setup,
            "Steal",
            heddle ->
                heddle.invoke(
                    () -> {
                      CountDownLatch stolen = new CountDownLatch(1);
                      Task.of(stolen::countDown).spawn();
                      spinUntil("it is stolen", () -> stolen.getCount() == 0);
                      return null;
                    }));

    assertThat(steals)
        .isNotEmpty()
        .allMatch(event -> event.getInt("victim") == 1 - event.getInt("worker"))
        .allMatch(event -> event.getInt("items") >= 1);
  }

  // ---- fibers

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = REAL)
  void aFiberRunsUntilItWaitsAndFromThenOn(Setup setup) throws Exception {
    List<RecordedEvent> runs =
        record(
            setup,
            "FiberRun",
            heddle -> {
              Gate gate = new Gate();
              Fiber<?> fiber = heddle.fiber("waiter", gate::await);
              await("it waits", () -> gate.hasParked(1));
              gate.open();
              fiber.join();
            });

    assertThat(runs)
        .filteredOn(event -> event.getString("fiber").equals("waiter"))
        .hasSize(2)
        .extracting(event -> event.getString("rule"))
        .containsExactly("SHARED", "READY");
  }

  /** Without the event before it, each would be lost: see FiberLeftEvent. */
  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = REAL)
  void theRunOfAFiberThatHasMadeEventsItselfIsNotLost(Setup setup) throws Exception {
    List<RecordedEvent> runs =
        record(
            setup,
            "FiberRun",
            List.of("FiberLeft", "Spawn"),
            heddle -> {
              Gate gate = new Gate();
              Fiber<?> fiber =
                  heddle.fiber(
                      "waiter",
                      () -> {
                        new Leaf().spawn();
                        gate.await();
                        new Leaf().spawn();
                      });
              await("it waits", () -> gate.hasParked(1));
              gate.open();
              fiber.join();
            });

    assertThat(runs).filteredOn(event -> event.getString("fiber").equals("waiter")).hasSize(2);
  }

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = REAL)
  void aWaitTellsWhatForAndHowLong(Setup setup) throws Exception {
    List<RecordedEvent> waits =
        record(
            setup,
            "FiberWait",
            heddle -> {
              Fiber<?> sleeper = heddle.fiber("sleeper", () -> Fiber.sleep(Duration.ofMillis(20)));
              heddle.fiber("joiner", () -> sleeper.join()).join();
            });

    assertThat(waits)
        .filteredOn(event -> event.getString("fiber").equals("sleeper"))
        .isNotEmpty()
        .allSatisfy(
            event -> {
              assertThat(event.getString("waitsFor")).isEqualTo("a sleep");
              assertThat(event.getInt("resumedOn")).isBetween(0, setup.workers() - 1);
            });
    assertThat(waits)
        .filteredOn(event -> event.getString("fiber").equals("joiner"))
        .extracting(event -> event.getString("waitsFor"))
        .contains("Fiber sleeper");
    assertThat(waits.stream().map(RecordedEvent::getDuration).reduce(Duration.ZERO, Duration::plus))
        .isGreaterThan(Duration.ofMillis(19));
  }

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = REAL)
  void aWakeUpTellsWhoWasWoken(Setup setup) throws Exception {
    List<RecordedEvent> wakes =
        record(
            setup,
            "Wake",
            heddle -> {
              Gate gate = new Gate();
              Fiber<?> fiber = heddle.fiber("waiter", gate::await);
              await("it waits", () -> gate.hasParked(1));
              gate.open();
              fiber.join();
            });

    assertThat(wakes)
        .filteredOn(event -> event.getString("fiber").equals("waiter"))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getInt("worker")).isEqualTo(-1);
              assertThat(event.getThread().getJavaThreadId())
                  .isEqualTo(Thread.currentThread().threadId());
            });
  }

  @OnEachRuntime(workers = 1, engines = Engine.VIRTUAL, notSimulated = REAL)
  void aWaitOfTheJdkEndsWithAWakeUpToo(Setup setup) throws Exception {
    List<RecordedEvent> wakes =
        record(
            setup,
            "Wake",
            heddle -> {
              SynchronousQueue<String> queue = new SynchronousQueue<>();
              Fiber<?> taker = heddle.fiber("taker", () -> queue.take());
              await("it waits", () -> taker.waitsFor() != null);
              queue.put("something");
              taker.join();
            });

    assertThat(wakes).anyMatch(event -> event.getString("fiber").equals("taker"));
  }

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = REAL)
  void aWorkerWithoutWorkParks(Setup setup) throws Exception {
    List<RecordedEvent> parks =
        record(
            setup,
            "Park",
            heddle ->
                await(
                    "all sleep",
                    () ->
                        heddle.metrics().workers().stream()
                            .allMatch(worker -> worker.parks() > 0)));

    assertThat(parks)
        .extracting(event -> event.getInt("worker"))
        .contains(0)
        .allMatch(worker -> worker < setup.workers());
  }

  // ---- processes

  private static boolean waits(Heddle heddle, Pid pid) {
    ProcessInfo info = heddle.processes().info(pid);
    return info != null && info.state() == ProcessState.IDLE;
  }

  /** Ends at once. */
  private static class Ender implements Process {
    @Override
    public void step(Events events, StepOutput out) {
      out.complete(null);
    }
  }

  /** Ends when it is sent something: with that, or, if it is an exception, by it. */
  private static class Echo implements Process {
    @Override
    public void step(Events events, StepOutput out) throws Exception {
      for (Event event : events) {
        if (event.data() instanceof Exception failure) {
          throw failure;
        }
        out.complete(event.data());
      }
    }
  }

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = REAL)
  void aStepTellsWhoseItWasItsNumberItsEventsAndItsOutcome(Setup setup) throws Exception {
    List<RecordedEvent> steps =
        record(
            setup,
            "ProcessStep",
            heddle -> {
              Pid echo =
                  heddle.processes().spawn(new Echo(), ProcessOptions.DEFAULT.withName("echo"));
              await("it waits", () -> waits(heddle, echo));
              heddle.processes().send(echo, "hello");
              heddle.processes().awaitExit(echo);
            });

    assertThat(steps)
        .hasSize(2)
        .allSatisfy(
            event -> {
              assertThat(event.getString("process")).isEqualTo("echo");
              assertThat(event.getLong("number")).isEqualTo(1);
              assertThat(event.getString("rule")).isIn("SHARED", "STOLEN", "READY");
            });
    assertThat(steps).extracting(event -> event.getLong("step")).containsExactly(1L, 2L);
    assertThat(steps).extracting(event -> event.getInt("events")).containsExactly(0, 1);
    assertThat(steps)
        .extracting(event -> event.getString("outcome"))
        .containsExactly("UNSAID", "COMPLETE");
  }

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = REAL)
  void aSendTellsTheTargetAndTheClassOfTheMessage(Setup setup) throws Exception {
    List<RecordedEvent> sends =
        record(
            setup,
            "Send",
            heddle -> {
              Pid echo = heddle.processes().spawn(new Echo());
              heddle.processes().send(echo, "hello");
              heddle.processes().awaitExit(echo);
            });

    assertThat(sends)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getString("target")).isEqualTo("Echo");
              assertThat(event.getLong("number")).isEqualTo(1);
              assertThat(event.getLong("sender")).isZero();
              assertThat(event.getString("message")).isEqualTo("String");
            });
  }

  @OnEachRuntime(workers = 1, notSimulated = REAL)
  void aHandOverTellsFromWhomToWhom(Setup setup) throws Exception {
    List<RecordedEvent> handOvers =
        record(
            setup,
            "HandOver",
            heddle -> {
              Pid echo = heddle.processes().spawn(new Echo());
              await("it waits", () -> waits(heddle, echo));
              Port port = heddle.processes().openPort(echo);
              heddle
                  .processes()
                  .spawn(
                      new Process() {
                        @Override
                        public void step(Events events, StepOutput out) {
                          port.send("hello");
                          out.complete(null);
                        }
                      });
              heddle.processes().awaitExit(echo);
            });

    assertThat(handOvers)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getLong("from")).isEqualTo(2);
              assertThat(event.getLong("to")).isEqualTo(1);
              assertThat(event.getString("process")).isEqualTo("Echo");
            });
  }

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = REAL)
  void aCrashTellsTheErrorAndWhereItWasThrown(Setup setup) throws Exception {
    List<RecordedEvent> crashes =
        record(
            setup,
            "Crash",
            heddle -> {
              Pid echo =
                  heddle.processes().spawn(new Echo(), ProcessOptions.DEFAULT.withName("echo"));
              heddle.processes().send(echo, new IllegalStateException("on purpose"));
              heddle.processes().awaitExit(echo);
            });

    assertThat(crashes)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getString("who")).endsWith("/1");
              assertThat(event.getString("name")).isEqualTo("echo");
              assertThat(event.getString("where")).contains("step");
              assertThat(event.getString("error")).contains("on purpose");
              assertThat(event.getString("stack")).contains("aCrashTellsTheError");
            });
  }

  @OnEachRuntime(
      workers = {1, 2},
      notSimulated = REAL)
  void aDeadLetterTellsTheTargetAndTheReason(Setup setup) throws Exception {
    List<RecordedEvent> letters =
        record(
            setup,
            "DeadLetter",
            heddle -> {
              Pid ended = heddle.processes().spawn(new Ender());
              heddle.processes().awaitExit(ended);
              heddle.processes().send(ended, "too late");
            });

    assertThat(letters)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getString("target")).endsWith("/1");
              assertThat(event.getString("reason")).isEqualTo("PROCESS_ENDED");
              assertThat(event.getString("content")).isEqualTo("String");
            });
  }

  // ---- habits

  @Test
  void whatIsFrequentIsOffUnlessAskedForAndWhatIsRareIsOn() throws Exception {
    Path file = Objects.requireNonNull(folder).resolve("default.jfr");
    try (Recording recording = new Recording()) {
      recording.start();
      try (Heddle heddle = builder(new Setup(2, Engine.VIRTUAL)).start()) {
        heddle.invoke(new Leaf());
        heddle.fiber("sleeper", () -> Fiber.sleep(Duration.ofMillis(1))).join();
        Pid ended = heddle.processes().spawn(new Ender());
        heddle.processes().awaitExit(ended);
        heddle.processes().send(ended, "too late");
      }
      recording.dump(file);
    }
    Set<String> seen =
        read(file).stream()
            .map(event -> event.getEventType().getName())
            .filter(name -> name.startsWith("dev.heddle."))
            .map(name -> name.substring("dev.heddle.".length()))
            .collect(Collectors.toSet());

    assertThat(seen).contains("DeadLetter").doesNotContainAnyElementsOf(FREQUENT);
    assertThat(types())
        .allMatch(type -> type.getCategoryNames().equals(List.of("Heddle")))
        .filteredOn(type -> FREQUENT.contains(type.getName().substring("dev.heddle.".length())))
        .hasSize(FREQUENT.size());
  }

  private static List<EventType> types() {
    return FlightRecorder.getFlightRecorder().getEventTypes().stream()
        .filter(type -> type.getName().startsWith("dev.heddle."))
        .toList();
  }

  @Test
  void aParkThatIsShorterThanTheThresholdIsNotTold() throws Exception {
    Path file = Objects.requireNonNull(folder).resolve("parks.jfr");
    AtomicBoolean over = new AtomicBoolean();
    try (Recording recording = new Recording()) {
      recording.start();
      Heddle heddle = builder(new Setup(1, Engine.VIRTUAL)).start();
      try (heddle) {
        heddle
            .fiber(
                () -> {
                  for (int i = 0; i < 20; i++) {
                    Fiber.sleep(Duration.ofMillis(1));
                  }
                  over.set(true);
                })
            .join();
      }
      recording.dump(file);
      assertThat(over).isTrue();
      assertThat(read(file))
          .filteredOn(event -> event.getEventType().getName().equals("dev.heddle.Park"))
          .filteredOn(event -> event.getString("runtime").equals(heddle.name()))
          .allMatch(event -> event.getDuration().toMillis() >= 20);
    }
  }
}
