package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.Rule;
import dev.heddle.scheduler.RuleBench.Limits;
import dev.heddle.testing.ConcurrentTestCase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The seven rules, in their order, and what bounds them. Each test puts candidates of several rules
 * before a worker that nobody plays, and asks what it chooses. Removing a rule from {@code
 * Worker.choose} fails the tests of its name, moving it fails {@code theEarlierRuleWins} for the
 * pairs that it passed; dropping a limit fails the test of that limit.
 */
class RulesTest extends ConcurrentTestCase {

  // ---- the order

  static Stream<Arguments> pairs() {
    List<Rule> rules = List.of(Rule.values());
    return rules.stream()
        .flatMap(
            earlier ->
                rules.stream()
                    .filter(later -> later.compareTo(earlier) > 0)
                    .map(later -> Arguments.of(earlier, later)));
  }

  @ParameterizedTest(name = "{0} before {1}")
  @MethodSource("pairs")
  void theEarlierRuleWins(Rule earlier, Rule later) {
    RuleBench bench = new RuleBench(2, Limits.NONE);
    bench.offer(later, "of the later rule");
    bench.offer(earlier, "of the earlier rule");

    assertThat(bench.chooseAll()).containsExactly("of the earlier rule", "of the later rule");
    assertThat(bench.chosen(earlier)).isEqualTo(1);
    assertThat(bench.chosen(later)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void eachRuleFindsItsCandidateAndIsCounted(Rule rule) {
    RuleBench bench = new RuleBench(2, Limits.NONE);
    bench.offer(rule, "the only one");

    assertThat(bench.choose()).isEqualTo("the only one");
    assertThat(bench.choose()).isEqualTo("nothing");
    for (Rule each : Rule.values()) {
      assertThat(bench.chosen(each)).as("chosen by %s", each).isEqualTo(each == rule ? 1 : 0);
    }
  }

  @Test
  void allSevenInTheirOrder() {
    RuleBench bench = new RuleBench(2, Limits.NONE);
    List<Rule> reversed = new ArrayList<>(List.of(Rule.values()));
    Collections.reverse(reversed);
    for (Rule rule : reversed) {
      bench.offer(rule, rule.name());
    }

    assertThat(bench.chooseAll())
        .containsExactly("BYPASS", "SUCCESSOR", "READY", "LOCAL", "AFFINITY", "SHARED", "STOLEN");
  }

  // ---- 1 and 2: BYPASS and SUCCESSOR

  @ParameterizedTest
  @EnumSource(names = {"BYPASS", "SUCCESSOR"})
  void whatIsHandedOnDirectlyIsLimitedInARow(Rule rule) {
    RuleBench bench = new RuleBench(1, Limits.NONE.withDirect(3));
    bench.offer(Rule.LOCAL, "local 1");
    bench.offer(Rule.LOCAL, "local 0");
    List<String> chosen = new ArrayList<>();

    for (int i = 0; i < 8; i++) {
      bench.offer(rule, "direct " + i); // the item just run handed it on
      chosen.add(bench.choose());
    }

    assertThat(chosen)
        .containsExactly(
            "direct 0",
            "direct 1",
            "direct 2",
            "local 0", // 3 was put into the shared queue
            "direct 4",
            "direct 5",
            "direct 6",
            "local 1");
    assertThat(bench.chooseAll()).as("none is lost").containsExactly("direct 3", "direct 7");
    assertThat(bench.chosen(rule)).isEqualTo(6);
  }

  @Test
  void bypassAndSuccessorTogetherAreLimitedInARow() {
    RuleBench bench = new RuleBench(1, Limits.NONE.withDirect(4));
    bench.offer(Rule.LOCAL, "local");
    List<String> chosen = new ArrayList<>();

    for (int i = 0; i < 5; i++) {
      bench.offer(i % 2 == 0 ? Rule.BYPASS : Rule.SUCCESSOR, "direct " + i);
      chosen.add(bench.choose());
    }

    assertThat(chosen).containsExactly("direct 0", "direct 1", "direct 2", "direct 3", "local");
  }

  @ParameterizedTest
  @EnumSource(names = {"BYPASS", "SUCCESSOR"})
  void aSecondOneHandedOnAtOnceIsNotLost(Rule rule) {
    RuleBench bench = new RuleBench(1, Limits.NONE);
    bench.offer(rule, "first");
    bench.offer(rule, "second");
    bench.offer(rule, "third");

    assertThat(bench.chooseAll()).containsExactlyInAnyOrder("first", "second", "third");
  }

  // ---- 3: READY

  @Test
  void readyFibersGoOnInTheOrderInWhichTheyBecameReady() {
    RuleBench bench = new RuleBench(1, Limits.NONE);
    for (int i = 0; i < 5; i++) {
      bench.offer(Rule.READY, "fiber " + i);
    }

    assertThat(bench.chooseAll())
        .containsExactly("fiber 0", "fiber 1", "fiber 2", "fiber 3", "fiber 4");
  }

  @Test
  void fibersThatOthersMadeReadyComeBeforeNewWorkToo() {
    RuleBench bench = new RuleBench(1, Limits.NONE);
    bench.offer(Rule.LOCAL, "local");
    bench.offerForeignReady("foreign");

    assertThat(bench.chooseAll()).containsExactly("foreign", "local");
    assertThat(bench.chosen(Rule.READY)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "AFFINITY", "SHARED"})
  void readyFibersAreLimitedInARowWhileThereIsOtherWork(Rule other) {
    RuleBench bench = new RuleBench(1, Limits.NONE.withReady(3));
    bench.offer(other, "other 0");
    for (int i = 0; i < 8; i++) {
      bench.offer(Rule.READY, "fiber " + i);
    }
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      chosen.add(bench.choose());
    }

    assertThat(chosen).containsExactly("fiber 0", "fiber 1", "fiber 2", "other 0", "fiber 3");
  }

  @Test
  void readyFibersAreNotLimitedWhileThereIsNothingElse() {
    RuleBench bench = new RuleBench(1, Limits.NONE.withReady(3));
    for (int i = 0; i < 100; i++) {
      bench.offer(Rule.READY, "fiber");
    }

    assertThat(bench.chooseAll()).hasSize(100);
  }

  // ---- 4: LOCAL

  @Test
  void theNewestOfTheOwnDequeComesFirst() {
    RuleBench bench = new RuleBench(1, Limits.NONE);
    for (int i = 0; i < 5; i++) {
      bench.offer(Rule.LOCAL, "item " + i);
    }

    assertThat(bench.chooseAll()).containsExactly("item 4", "item 3", "item 2", "item 1", "item 0");
  }

  // ---- 5: AFFINITY

  @Test
  void aHintedItemIsRunByItsWorkerAndSkippedWhereItAlsoStands() {
    RuleBench bench = new RuleBench(2, Limits.NONE);
    bench.offerHint(1, "hinted");

    assertThat(bench.choose(0)).isEqualTo("hinted");
    assertThat(bench.chosen(Rule.AFFINITY)).isEqualTo(1);
    assertThat(bench.choose(1)).as("an empty slip").isEqualTo("nothing");
  }

  @Test
  void aHintedItemThatItsHolderRanIsSkippedInTheMailbox() {
    RuleBench bench = new RuleBench(2, Limits.NONE);
    bench.offerHint(1, "hinted");

    assertThat(bench.choose(1)).isEqualTo("hinted");
    bench.offer(Rule.SHARED, "shared");
    assertThat(bench.choose(0)).as("goes on past the empty slip").isEqualTo("shared");
    assertThat(bench.chosen(Rule.AFFINITY)).isZero();
  }

  @Test
  void aBoundItemIsTakenByNobodyElse() {
    RuleBench bench = new RuleBench(2, Limits.NONE);
    bench.offer(Rule.AFFINITY, "bound to 0");

    assertThat(bench.choose(1)).isEqualTo("nothing");
    assertThat(bench.choose(0)).isEqualTo("bound to 0");
  }

  // ---- 6: SHARED

  @Test
  void itemsThatOneThreadEnqueuedRunInTheirOrder() {
    RuleBench bench = new RuleBench(1, Limits.NONE);
    List<String> names = IntStream.range(0, 100).mapToObj(i -> "item " + i).toList();
    names.forEach(name -> bench.offer(Rule.SHARED, name));

    assertThat(bench.chooseAll()).isEqualTo(names);
  }

  @Test
  void upToSixteenMoreComeOverToTheOwnDeque() {
    RuleBench bench = new RuleBench(1, Limits.NONE);
    for (int i = 0; i < 40; i++) {
      bench.offer(Rule.SHARED, "item " + i);
    }

    assertThat(bench.choose()).isEqualTo("item 0");
    assertThat(bench.worker(0).deque.size()).isEqualTo(16);
    assertThat(bench.scheduler.shared.size()).isEqualTo(40 - 17);
    bench.chooseAll();
    assertThat(bench.chosen(Rule.SHARED)).isEqualTo(3); // 17, 17 and 6
    assertThat(bench.chosen(Rule.LOCAL)).isEqualTo(37);
  }

  @Test
  void aWorkerTakesNoMoreThanItsShareOfTheSharedQueue() {
    RuleBench bench = new RuleBench(4, Limits.NONE);
    for (int i = 0; i < 9; i++) {
      bench.offer(Rule.SHARED, "item " + i);
    }

    assertThat(bench.choose()).isEqualTo("item 0");
    assertThat(bench.worker(0).deque.size()).isEqualTo(2); // a quarter of the eight that were left
  }

  @Test
  void whatCameOverFromTheSharedQueueCanBeStolen() {
    RuleBench bench = new RuleBench(2, Limits.NONE);
    for (int i = 0; i < 11; i++) {
      bench.offer(Rule.SHARED, "item " + i);
    }
    assertThat(bench.choose(0)).isEqualTo("item 0");
    bench.emptySharedQueue(); // so that stealing is all that is left

    assertThat(bench.choose(1)).isEqualTo("item 5"); // the bottom of what came over
  }

  // ---- what is let in, in turn, before the rules

  static Stream<Arguments> waitingBehindBusy() {
    List<Rule> busy = List.of(Rule.BYPASS, Rule.SUCCESSOR, Rule.READY, Rule.LOCAL, Rule.AFFINITY);
    return Stream.of(Rule.LOCAL, Rule.AFFINITY, Rule.SHARED)
        .flatMap(waiting -> busy.stream().map(by -> Arguments.of(waiting, by)));
  }

  /** Whatever keeps a worker busy, nothing waits for ever: not even the oldest of the own deque. */
  @ParameterizedTest(name = "{0} behind {1}")
  @MethodSource("waitingBehindBusy")
  void aWorkerThatIsKeptBusyLetsTheOthersInInTurn(Rule waiting, Rule busyBy) {
    int interval = 5;
    RuleBench bench = new RuleBench(1, Limits.NONE.withTurnInterval(interval));
    bench.offer(waiting, "waiting");
    bench.offer(busyBy, "busy");
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < 3 * interval; i++) { // three places take turns, with a single worker
      chosen.add(bench.choose());
      if (chosen.getLast().equals("busy")) {
        bench.offer(busyBy, "busy");
      }
    }

    assertThat(chosen).containsOnlyOnce("waiting").contains("busy");
  }

  private static final int TURN = 5;

  /** So many choices for a look, as four places take turns. */
  private static final int LOOK = 4 * TURN;

  /** What worker 0, which always has something, takes within so many looks at the others. */
  private static List<String> takenBeside(Rule busyBy, RuleBench bench, int looks, Runnable each) {
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < looks * LOOK; i++) {
      bench.offer(busyBy, "busy");
      chosen.add(bench.choose());
      each.run();
    }
    chosen.removeIf("busy"::equals);
    return chosen;
  }

  /** Nobody is idle, so nobody steals what stands behind worker 1, which chooses nothing. */
  @ParameterizedTest
  @EnumSource(names = {"BYPASS", "SUCCESSOR", "READY", "LOCAL", "AFFINITY", "SHARED"})
  void whatWaitsBehindAHeldWorkerIsTakenByOneThatIsBusy(Rule busyBy) {
    RuleBench bench = new RuleBench(2, Limits.NONE.withTurnInterval(TURN));
    bench.offer(Rule.STOLEN, "work");
    bench.worker(1).ready.add(new RuleBench.Fiber("fiber"));

    assertThat(takenBeside(busyBy, bench, 2 * (HeldWatch.STILL + 1), () -> {}))
        .containsExactlyInAnyOrder("work", "fiber");
    assertThat(bench.chosen(Rule.STOLEN)).isEqualTo(2);
  }

  /** A long computation gets on by what its joins take back, and never to what stands behind it. */
  @Test
  void behindOneThatSpawnsAndJoinsOnlyWhatWasThereBeforeIsTaken() {
    RuleBench bench = new RuleBench(2, Limits.NONE.withTurnInterval(TURN));
    bench.offer(Rule.STOLEN, "older");
    bench.offer(Rule.STOLEN, "older");
    bench.worker(1).push(new RuleBench.Item("computation"));
    assertThat(bench.choose(1)).isEqualTo("computation");
    bench.worker(1).push(new RuleBench.Item("part"));
    Runnable joins =
        () -> {
          Work child = new RuleBench.Item("child");
          bench.worker(1).push(child);
          assertThat(bench.worker(1).deque.takeBack(child)).isTrue();
        };

    assertThat(takenBeside(Rule.BYPASS, bench, 8 * (HeldWatch.STILL + 1), joins))
        .containsExactly("older", "older");
  }

  /** As well behind one that finds that enough waits for others, and calls what is next. */
  @Test
  void behindOneThatCallsInsteadOfSpawningOnlyWhatWasThereBeforeIsTaken() {
    RuleBench bench = new RuleBench(2, Limits.NONE.withTurnInterval(TURN));
    WorkDeque deque = bench.worker(1).deque;
    bench.offer(Rule.STOLEN, "older");
    bench.worker(1).push(new RuleBench.Item("computation"));
    assertThat(bench.choose(1)).isEqualTo("computation");
    while (deque.couldUseMore()) {
      bench.offer(Rule.STOLEN, "part");
    }
    deque.push(new RuleBench.Item("part")); // so that there is enough without the older one, too

    assertThat(takenBeside(Rule.BYPASS, bench, 8 * (HeldWatch.STILL + 1), deque::couldUseMore))
        .containsExactly("older");
  }

  @Test
  void theHeldWorkerIsFoundAmongMany() {
    for (int held = 1; held < 64; held++) {
      RuleBench bench = new RuleBench(64, Limits.NONE.withTurnInterval(TURN));
      bench.worker(held).push(new RuleBench.Item("of " + held));

      assertThat(takenBeside(Rule.BYPASS, bench, 64 + HeldWatch.STILL, () -> {}))
          .containsExactly("of " + held);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatHoldsAWorkerCannotHideOneQueueBehindTheOther(boolean addsWork) {
    RuleBench bench = new RuleBench(2, Limits.NONE.withTurnInterval(TURN));
    bench.worker(1).ready.add(new RuleBench.Fiber("fiber"));
    bench.offer(Rule.STOLEN, "work");
    Runnable addMore =
        addsWork
            ? () -> bench.offer(Rule.STOLEN, "work")
            : () -> bench.worker(1).ready.add(new RuleBench.Fiber("fiber"));

    assertThat(takenBeside(Rule.BYPASS, bench, 2 * (HeldWatch.STILL + 1), addMore))
        .contains("fiber", "work");
  }

  @Test
  void whatHoldsAWorkerCannotHideAnotherThatIsHeld() {
    RuleBench bench = new RuleBench(3, Limits.NONE.withTurnInterval(TURN));
    bench.worker(2).push(new RuleBench.Item("of worker 2"));

    assertThat(
            takenBeside(
                Rule.BYPASS,
                bench,
                4 * (HeldWatch.STILL + 1),
                () -> bench.offer(Rule.STOLEN, "of worker 1")))
        .contains("of worker 1", "of worker 2");
  }

  @Test
  void aStealFromAHeldWorkerCountsAsTried() {
    RuleBench bench = new RuleBench(2, Limits.NONE.withTurnInterval(TURN));
    bench.worker(1).ready.add(new RuleBench.Fiber("fiber"));

    takenBeside(Rule.BYPASS, bench, HeldWatch.STILL + 1, () -> {});
    assertThat(bench.worker(0).metrics(null).stealsMade()).isEqualTo(1);
    assertThat(bench.worker(0).metrics(null).stealsTried()).isEqualTo(1);
  }

  @Test
  void nothingIsTakenFromAWorkerThatGetsOn() {
    RuleBench bench = new RuleBench(2, Limits.NONE.withTurnInterval(TURN));
    Runnable getsOn =
        () -> {
          bench.offer(Rule.STOLEN, "its own");
          bench.offer(Rule.STOLEN, "its own");
          assertThat(bench.choose(1)).isEqualTo("its own");
        };

    assertThat(takenBeside(Rule.BYPASS, bench, 4 * HeldWatch.STILL, getsOn)).isEmpty();
  }

  @Test
  void theTurnOfTheSharedQueueComesAgainAndAgain() {
    int interval = 5;
    RuleBench bench = new RuleBench(1, Limits.NONE.withTurnInterval(interval));
    List<Integer> turns = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      bench.offer(Rule.SHARED, "shared " + i);
      bench.offer(Rule.BYPASS, "busy");
      if (!bench.choose().equals("busy")) { // from the queue, or from what came over from it
        turns.add(i);
      }
    }

    assertThat(turns).containsExactly(5, 10, 15, 20);
  }

  // ---- 7: STOLEN

  @Test
  void aThiefTakesTheOldestHalfAndRunsItOldestFirst() {
    RuleBench bench = new RuleBench(2, Limits.NONE);
    for (int i = 0; i < 10; i++) {
      bench.offer(Rule.STOLEN, "item " + i);
    }

    assertThat(bench.choose()).isEqualTo("item 0");
    assertThat(bench.worker(0).deque.size()).isEqualTo(4);
    assertThat(bench.worker(1).deque.size()).isEqualTo(5);
    assertThat(Arrays.asList(bench.choose(), bench.choose(), bench.choose(), bench.choose()))
        .containsExactly("item 1", "item 2", "item 3", "item 4");
    assertThat(bench.choose(1)).isEqualTo("item 9");
    assertThat(bench.worker(0).metrics(null).stealsMade()).isEqualTo(1);
    assertThat(bench.worker(0).metrics(null).itemsStolen()).isEqualTo(5);
  }

  @Test
  void aThiefTakesSixteenAtMost() {
    RuleBench bench = new RuleBench(2, Limits.NONE);
    for (int i = 0; i < 100; i++) {
      bench.offer(Rule.STOLEN, "item " + i);
    }

    assertThat(bench.choose()).isEqualTo("item 0");
    assertThat(bench.worker(0).deque.size()).isEqualTo(15);
    assertThat(bench.worker(1).deque.size()).isEqualTo(84);
  }

  @Test
  void aReadyFiberOfABusyWorkerCanBeTaken() {
    RuleBench bench = new RuleBench(2, Limits.NONE);
    bench.offer(Rule.READY, "fiber of worker 0");

    assertThat(bench.choose(1)).isEqualTo("fiber of worker 0");
    assertThat(bench.worker(1).metrics(null).chosen()).containsEntry(Rule.STOLEN, 1L);
  }

  @Test
  void aHintedItemOfABusyWorkerCanBeTaken() {
    RuleBench bench = new RuleBench(3, Limits.NONE);
    bench.offerHint(2, "hinted"); // for worker 0, held by worker 2

    assertThat(bench.choose(1)).isEqualTo("hinted");
    assertThat(bench.choose(0)).isEqualTo("nothing");
  }

  @Test
  void aThiefFindsTheOnlyVictimAmongMany() {
    for (int victim = 1; victim < 64; victim++) {
      RuleBench bench = new RuleBench(64, Limits.NONE);
      bench.worker(victim).push(new RuleBench.Item("item"));

      assertThat(bench.choose()).isEqualTo("item");
    }
  }

  @Test
  void victimsAreDrawnByChance() {
    RuleBench bench = new RuleBench(8, Limits.NONE);
    List<String> victims = new ArrayList<>();
    for (int round = 0; round < 50; round++) {
      for (int w = 1; w < 8; w++) {
        if (bench.worker(w).deque.isEmpty()) {
          bench.worker(w).push(new RuleBench.Item("of " + w));
        }
      }
      victims.add(bench.choose());
    }

    assertThat(victims.stream().distinct()).hasSizeGreaterThan(4);
  }

  /** A fiber that may run on this worker only, and yields for ever, comes back again and again. */
  @Test
  void whoIsBoundToTheWorkerDoesNotKeepOthersThatAreReadyWaiting() {
    RuleBench bench = new RuleBench(1, RuleBench.Limits.NONE);
    Worker worker = bench.worker(0);
    worker.begin(new Worker.Tenure(() -> false, Worker.Tenure.FOR_EVER));
    RuleBench.Fiber bound = new RuleBench.Fiber("bound");
    worker.addBoundReady(bound);
    bench.offer(Rule.READY, "own");
    bench.offerForeignReady("foreign");
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String next = bench.choose();
      chosen.add(next);
      if (next.equals("bound")) {
        worker.addBoundReady(bound);
      }
    }
    assertThat(chosen).contains("own", "foreign", "bound");
  }
}
