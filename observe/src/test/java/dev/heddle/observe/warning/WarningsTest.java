package dev.heddle.observe.warning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.Engine;
import dev.heddle.metrics.Incident;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.metrics.WorkerMetrics.State;
import dev.heddle.observe.MadeUp;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Snapshots that are made up, one a second, and what is told at the last of them. */
class WarningsTest {

  /** What is told at the last of some looks, one a second from second 100 on. */
  private static List<Warning> looks(int count, Function<MadeUp, MadeUp> each) {
    return looks(new Warnings(), count, (snapshot, _) -> each.apply(snapshot));
  }

  /** Adds to what is seen at the so many-th look, from 0. */
  private interface Seen {
    MadeUp at(MadeUp snapshot, int look);
  }

  private static List<Warning> looks(int count, Seen seen) {
    return looks(new Warnings(), count, seen);
  }

  private static List<Warning> looks(Warnings warnings, int count, Seen seen) {
    List<Warning> last = List.of();
    for (int i = 0; i < count; i++) {
      last = warnings.look(seen.at(MadeUp.after(100_000 + i * 1000L), i).make());
    }
    return last;
  }

  private static Warning only(List<Warning> warnings, Warning.Kind kind) {
    assertThat(warnings).extracting(Warning::kind).containsExactly(kind);
    Warning warning = warnings.getFirst();
    assertThat(List.of(warning.what(), warning.cause(), warning.fix()))
        .allSatisfy(text -> assertThat(text).matches("(?s)\\S.*[.?]"));
    return warning;
  }

  @Test
  void aRuntimeThatIsWellGetsNone() {
    assertThat(
            looks(
                10,
                (snapshot, look) ->
                    snapshot
                        .worker(0, State.BUSY, 1000L * look, "Fib")
                        .worker(1, State.PARKED, 10, "")
                        .waits("server", 10_000, "a socket", "")
                        .mailbox("quick", 10 - look, "IDLE", 5)
                        .deadLetters("PROCESS_ENDED", 3)))
        .isEmpty();
  }

  @Test
  void aRingOfFibersIsADeadlock() {
    Warning warning = only(looks(1, now -> now.deadlock("left", "right")), Warning.Kind.DEADLOCK);

    assertThat(warning.severity()).isEqualTo(Warning.Severity.ALARM);
    assertThat(warning.what()).contains("left -> right -> left");
  }

  @Test
  void thePlatformEngineLacksAFlagThatIsNamed() {
    Warning warning = only(looks(1, now -> now.engine(Engine.PLATFORM)), Warning.Kind.MISSING_FLAG);

    assertThat(warning.fix()).contains("--add-opens java.base/java.lang=ALL-UNNAMED");
  }

  @Test
  void aWorkerThatStaysAtOneItemIsHeld() {
    Warning warning =
        only(looks(3, now -> now.worker(1, State.BUSY, 77, "Sum")), Warning.Kind.HELD_WORKER);

    assertThat(warning.subject()).isEqualTo("worker 1");
    assertThat(warning.what()).contains("2 s", "Sum");
    assertThat(warning.fix()).contains("blockingCall");
  }

  @Test
  void aWorkerThatGetsOnOrSleepsIsNotHeld() {
    assertThat(looks(5, (now, look) -> now.worker(1, State.BUSY, 77 + look, "Sum"))).isEmpty();
    assertThat(looks(5, now -> now.worker(1, State.PARKED, 77, ""))).isEmpty();
    assertThat(
            looks(
                5,
                (now, look) -> now.worker(1, look % 2 == 0 ? State.BUSY : State.PARKED, 77, "Sum")))
        .as("woken and asleep again without work")
        .isEmpty();
    assertThat(looks(5, (now, look) -> now.spared(look).worker(1, State.BUSY, 77, "Sum")))
        .as("a computation that calls its parts, as enough of them wait")
        .isEmpty();
  }

  private static List<Warning> held(String... frames) {
    String text = "held for 1034 ms by r-runner-3:\n    at " + String.join("\n    at ", frames);
    return looks(
        4,
        now ->
            now.worker(2, State.BUSY, 9, "Load")
                .incident(101_500, Incident.Kind.STUCK_WORKER, "made-up-worker-2", text));
  }

  @Test
  void aClassInitialiserPinsAWorker() {
    Warning warning =
        only(
            held(
                "java.base/java.lang.Thread.sleep0(Native Method)",
                "app//shop.Prices.load(Prices.java:7)",
                "app//shop.Prices.<clinit>(Prices.java:3)",
                "app//shop.Till.run(Till.java:30)"),
            Warning.Kind.PINNED_WORKER);

    assertThat(warning.severity()).isEqualTo(Warning.Severity.WARNING);
    assertThat(warning.what()).contains("worker 2", "3 s");
    assertThat(warning.cause()).contains("initialiser of shop.Prices", "Prices.java:7");
    assertThat(warning.fix()).contains("initialised before");
  }

  @Test
  void nativeCodePinsAWorker() {
    Warning warning =
        only(
            held("shop.Printer.print0(Native Method)", "shop.Printer.print(Printer.java:12)"),
            Warning.Kind.PINNED_WORKER);

    assertThat(warning.cause()).contains("Native code", "shop.Printer.print0");
    assertThat(warning.fix()).contains("blockingCall");
  }

  @Test
  void aLongComputationDoesNotPinButHolds() {
    Warning warning =
        only(
            held("shop.Till.add(Till.java:9)", "shop.Till.sum(Till.java:8)"),
            Warning.Kind.HELD_WORKER);

    assertThat(warning.cause()).contains("computes", "shop.Till.add(Till.java:9)");
  }

  @Test
  void aStepThatHoldsAWorkerIsToldAsAStep() {
    Warning warning =
        only(
            held(
                "shop.Clerk.step(Clerk.java:44)", "dev.heddle.process.StepRun.run(StepRun.java:1)"),
            Warning.Kind.BLOCKING_STEP);

    assertThat(warning.cause()).contains("Clerk.java:44");
    assertThat(warning.fix()).contains("command");
  }

  @Test
  void aWorkerThatWasHeldBeforeTheFirstLookIsToldOnceAndWithItsStack() {
    Warning warning =
        only(
            looks(
                3,
                now ->
                    now.worker(0, State.BUSY, 5, "")
                        .incident(
                            99_000,
                            Incident.Kind.STUCK_WORKER,
                            "r-worker-0",
                            "held:\n  at a.B.c(B.java:1)")),
            Warning.Kind.HELD_WORKER);

    assertThat(warning.severity()).isEqualTo(Warning.Severity.WARNING);
    assertThat(warning.cause()).contains("B.java:1");
  }

  @Test
  void whatHeldAWorkerLatelyIsToldOnceForEachPlaceAndThenForgotten() {
    Seen past =
        (now, look) ->
            now.worker(0, State.BUSY, 100 + look, "X")
                .incident(
                    99_000, Incident.Kind.STUCK_WORKER, "r-worker-0", "held:\n  at a.B.c(B.java:1)")
                .incident(
                    99_900,
                    Incident.Kind.STUCK_WORKER,
                    "r-worker-1",
                    "held:\n  at a.B.c(B.java:1)");
    Warning warning = only(looks(1, past), Warning.Kind.HELD_WORKER);

    assertThat(warning.severity()).isEqualTo(Warning.Severity.INFO);
    assertThat(warning.what()).contains("100 ms ago", "2 times");
    assertThat(looks(40, past)).isEmpty();
  }

  @Test
  void aProcessThatStaysInOneStepBlocks() {
    Warning warning =
        only(looks(3, now -> now.mailbox("clerk", 40, "RUNNING", 6)), Warning.Kind.BLOCKING_STEP);

    assertThat(warning.subject()).isEqualTo("clerk");
    assertThat(warning.what()).contains("2 s", "40 messages");
    assertThat(
            only(looks(3, now -> now.busy("clerk", "RUNNING", 6, 1)), Warning.Kind.BLOCKING_STEP))
        .isNotNull();
  }

  @Test
  void aProcessThatMakesStepsOrRestsDoesNotBlock() {
    assertThat(looks(5, (now, look) -> now.mailbox("clerk", 40, "RUNNING", look))).isEmpty();
    assertThat(looks(5, now -> now.mailbox("clerk", 40, "BLOCKED", 6))).isEmpty();
  }

  @Test
  void aMailboxThatOnlyGrowsIsTold() {
    Warning warning =
        only(
            looks(5, (now, look) -> now.mailbox("sink", 900 + 100 * look, "READY", look)),
            Warning.Kind.GROWING_MAILBOX);

    assertThat(warning.subject()).isEqualTo("sink");
    assertThat(warning.what()).contains("from 900 to 1300", "4 s");
    assertThat(warning.fix()).contains("bound");
  }

  @Test
  void aMailboxThatIsSmallOrShrinksNowAndThenOrStaysIsNotTold() {
    assertThat(looks(9, (now, look) -> now.mailbox("sink", 10 * look, "READY", look))).isEmpty();
    assertThat(
            looks(
                9,
                (now, look) ->
                    now.mailbox(
                        "sink", 5000 + 100 * look - (look % 3 == 0 ? 900 : 0), "READY", look)))
        .isEmpty();
    assertThat(looks(9, (now, look) -> now.mailbox("sink", 5000, "READY", look))).isEmpty();
  }

  @Test
  void aMailboxThatIsNotInEverySnapshotIsFollowed() {
    Warning warning =
        only(
            looks(
                9,
                (now, look) ->
                    look % 2 == 0 ? now.mailbox("sink", 5000 + look, "READY", look) : now),
            Warning.Kind.GROWING_MAILBOX);

    assertThat(warning.what()).contains("from 5000 to 5008");
  }

  @Test
  void aFiberThatWaitsForLongIsToldWithOthersThatWaitForTheSame() {
    Warning warning =
        only(
            looks(
                1,
                now ->
                    now.waits("a", 90_000, "Mutex m", "keeper")
                        .waits("b", 80_000, "Mutex m", "keeper")
                        .waits("c", 70_000, "Mutex m", "keeper")
                        .waits("d", 59_000, "Mutex m", "keeper")),
            Warning.Kind.LONG_WAIT);

    assertThat(warning.severity()).isEqualTo(Warning.Severity.INFO);
    assertThat(warning.what()).contains("a and 2 others", "Mutex m", "90 s");
    assertThat(warning.cause()).contains("keeper");
  }

  @Test
  void howLongAFiberMayWaitCanBeChosen() {
    Warnings patient = new Warnings(WarningLimits.DEFAULTS.withLongWait(Duration.ofMinutes(10)));

    assertThat(looks(patient, 1, (now, _) -> now.waits("a", 90_000, "x", ""))).isEmpty();
    assertThat(looks(patient, 1, (now, _) -> now.waits("a", 660_000, "x", ""))).hasSize(1);
  }

  private static MadeUp restarted(MadeUp now, int times) {
    LongStream.range(0, times)
        .forEach(
            i -> {
              now.incident(
                  95_000 + i * 100, Incident.Kind.CRASH, "cook a/b/7", "burnt: no " + i + "\nat");
              now.incident(95_050 + i * 100, Incident.Kind.RESTART, "cook", "again");
            });
    return now;
  }

  @Test
  void aChildThatIsRestartedAgainAndAgainIsAStorm() {
    Warning warning = only(looks(1, now -> restarted(now, 6)), Warning.Kind.RESTART_STORM);

    assertThat(warning.subject()).isEqualTo("cook");
    assertThat(warning.what()).contains("6 times");
    assertThat(warning.cause()).endsWith("burnt: no 5.");
  }

  @Test
  void fewRestartsOrOldOnesAreNone() {
    assertThat(looks(1, now -> restarted(now, 4))).isEmpty();
    assertThat(looks(40, now -> restarted(now, 6))).isEmpty();
  }

  @Test
  void workThatStandsWhileAllWorkersAreBusyStarves() {
    List<Warning> warnings = looks(3, now -> now.worker(0, State.BUSY, 5, "Long").sharedQueue(40));

    assertThat(warnings)
        .extracting(Warning::kind)
        .containsExactly(Warning.Kind.STARVATION, Warning.Kind.HELD_WORKER);
    assertThat(warnings.getFirst().severity()).isEqualTo(Warning.Severity.ALARM);
    assertThat(warnings.getFirst().what()).contains("40 items");
  }

  @Test
  void workThatWaitsForLongLookAfterLookStarves() {
    Warning warning =
        only(
            looks(
                3,
                (now, look) ->
                    now.worker(0, State.BUSY, 5 + 10L * look, "Long")
                        .sharedQueue(40)
                        .queueWaits(100L * look, 800)),
            Warning.Kind.STARVATION);

    assertThat(warning.severity()).isEqualTo(Warning.Severity.WARNING);
    assertThat(warning.what()).contains("800 ms");
  }

  @Test
  void workThatIsDoneSoonOrMeetsAnIdleWorkerDoesNotStarve() {
    assertThat(
            looks(
                5,
                (now, look) ->
                    now.worker(0, State.BUSY, 5 + 10L * look, "x")
                        .sharedQueue(40)
                        .queueWaits(100L * look, 20)))
        .isEmpty();
    assertThat(
            looks(
                5,
                (now, look) ->
                    now.worker(0, State.BUSY, 5 + 10L * look, "x")
                        .worker(1, State.PARKED, 5, "")
                        .sharedQueue(40)
                        .queueWaits(100L * look, 800)))
        .isEmpty();
  }

  @Test
  void deadLettersThatBecomeMoreAndMoreAreToldByReason() {
    Warning warning =
        only(
            looks(
                5,
                (now, look) ->
                    now.deadLetters("LATE_REPLY", 1000L + 10L * look)
                        .deadLetters("UNHANDLED", 5000)),
            Warning.Kind.DEAD_LETTERS);

    assertThat(warning.subject()).isEqualTo("LATE_REPLY");
    assertThat(warning.what()).contains("40 ", "4 s");
    assertThat(warning.fix()).contains("timeout");
  }

  @Test
  void someDeadLettersOrManyLongAgoAreNotTold() {
    assertThat(looks(5, (now, look) -> now.deadLetters("LATE_REPLY", 1000L + look))).isEmpty();
    assertThat(looks(50, (now, look) -> now.deadLetters("LATE_REPLY", look < 3 ? 0 : 900)))
        .isEmpty();
  }

  @Test
  void aSpareWorkerThatCameLatelyIsTold() {
    Warning warning =
        only(
            looks(3, (now, look) -> now.spares(look).worker(4, true, State.BUSY, look, "File")),
            Warning.Kind.SPARE_WORKERS);

    assertThat(warning.what()).contains("now there: 1, in all: 2");
    assertThat(
            looks(
                1, now -> now.spares(1).incident(99_000, Incident.Kind.SPARE_WORKER, "w", "came")))
        .hasSize(1);
  }

  @Test
  void spareWorkersOfLongAgoAndThreadsThatWaitAreNot() {
    assertThat(looks(3, now -> now.spares(2))).isEmpty();
    assertThat(looks(3, (now, look) -> now.worker(4, true, State.BUSY, look, "visitor"))).isEmpty();
  }

  @Test
  void theWorstComesFirst() {
    assertThat(
            looks(
                3,
                now ->
                    now.waits("a", 90_000, "x", "")
                        .engine(Engine.PLATFORM)
                        .deadlock("left", "right")))
        .extracting(Warning::severity)
        .containsExactly(Warning.Severity.ALARM, Warning.Severity.WARNING, Warning.Severity.INFO);
  }

  @Test
  void aRuntimeThatWasStartedAgainIsLookedAtAnew() {
    Warnings warnings = new Warnings();
    RuntimeSnapshot held = MadeUp.after(50_000).worker(1, State.BUSY, 5, "x").make();
    RuntimeSnapshot later = MadeUp.after(60_000).worker(1, State.BUSY, 5, "x").make();
    RuntimeSnapshot again = MadeUp.after(10).worker(1, State.BUSY, 5, "x").make();
    RuntimeSnapshot other =
        MadeUp.after(70_000).runtime("other").worker(1, State.BUSY, 5, "x").make();

    assertThat(warnings.look(held)).isEmpty();
    assertThat(warnings.look(later)).hasSize(1);
    assertThat(warnings.look(again)).isEmpty();
    assertThat(warnings.look(other)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void eachKindHasATitleInWords(Warning.Kind kind) {
    assertThat(kind.title()).matches("[a-z ]+").isEqualTo(kind.title().toLowerCase(Locale.ROOT));
  }
}
