package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.fiber.Channel;
import dev.heddle.fiber.Fiber;
import dev.heddle.metrics.Rule;
import dev.heddle.metrics.RuntimeMetrics;
import dev.heddle.task.Affinity;
import dev.heddle.task.Task;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The rules as a user sees them: a running worker that has a candidate of every rule runs them in
 * the rules' order. What each rule is tested for by itself stands in {@code RulesTest}.
 */
class RulesEndToEndTest extends ConcurrentTestCase {
  private static final int ROUNDS = 20;

  private final Queue<Rule> order = new ConcurrentLinkedQueue<>();

  private Task noting(Rule rule) {
    return Task.of(() -> order.add(rule));
  }

  /** Run by worker 0, while worker 1 is held: makes a candidate of each rule, and ends. */
  private final class Preparing extends Task {
    private final Heddle heddle;
    private final Gate fiberGate;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicBoolean othersAreHeld = new AtomicBoolean();

    Preparing(Heddle heddle, Gate fiberGate) {
      this.heddle = heddle;
      this.fiberGate = fiberGate;
    }

    @Override
    protected @Nullable Task execute() {
      begun.set(true);
      spinUntil("the others are held", othersAreHeld::get);
      heddle.enqueue(noting(Rule.SHARED));
      heddle.spawn(noting(Rule.AFFINITY).affinity(Affinity.boundTo(0)));
      noting(Rule.LOCAL).spawn();
      fiberGate.open();
      return noting(Rule.BYPASS); // and the successor becomes ready by our end
    }
  }

  @OnEachRuntime(workers = {1, 2})
  void aWorkerWithACandidateOfEveryRuleRunsThemInTheirOrder(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    List<Rule> expected = new ArrayList<>(List.of(Rule.values()));
    if (setup.workers() == 1) {
      expected.remove(Rule.STOLEN);
    }
    RuntimeMetrics before = heddle.metrics();
    int inOrder = 0;

    for (int round = 0; round < ROUNDS; round++) {
      List<Rule> seen = run(heddle, setup, expected.size());
      // Every so many choices one of the later rules has its turn: then its item comes earlier.
      assertThat(seen)
          .satisfiesAnyOf(
              order -> assertThat(order).isEqualTo(expected),
              order ->
                  assertThat(without(Rule.SHARED, order)).isEqualTo(without(Rule.SHARED, expected)),
              order ->
                  assertThat(without(Rule.LOCAL, order)).isEqualTo(without(Rule.LOCAL, expected)),
              order ->
                  assertThat(without(Rule.AFFINITY, order))
                      .isEqualTo(without(Rule.AFFINITY, expected)));
      inOrder += seen.equals(expected) ? 1 : 0;
    }

    assertThat(inOrder).as("rounds without a turn of a later rule").isGreaterThan(ROUNDS / 2);
    Map<Rule, Long> chosen = new EnumMap<>(Rule.class);
    RuntimeMetrics after = heddle.metrics();
    for (Rule rule : Rule.values()) {
      chosen.put(rule, after.chosen(rule) - before.chosen(rule));
    }
    assertThat(chosen)
        .allSatisfy(
            (rule, count) ->
                assertThat(count).isGreaterThanOrEqualTo(expected.contains(rule) ? ROUNDS : 0));
  }

  private static List<Rule> without(Rule one, List<? extends Rule> rules) {
    return rules.stream().filter(rule -> rule != one).map(Rule.class::cast).toList();
  }

  private List<Rule> run(Heddle heddle, Setup setup, int expected) {
    order.clear();
    Gate fiberGate = new Gate();
    heddle.spawn(
        () -> {
          fiberGate.await();
          order.add(Rule.READY);
        });
    await("the fiber waits", () -> fiberGate.hasParked(1));
    Preparing preparing = new Preparing(heddle, fiberGate);
    Task successor = noting(Rule.SUCCESSOR).after(preparing);
    heddle.spawn(successor);
    heddle.spawn(preparing.affinity(Affinity.boundTo(0)));
    await("worker 0 is held", preparing.begun::get);
    AtomicBoolean leave = new AtomicBoolean();
    AtomicBoolean holding = new AtomicBoolean();
    if (setup.workers() == 2) {
      heddle.spawn(
          Task.of(
                  () -> {
                    noting(Rule.STOLEN).spawn(); // in worker 1's deque
                    holding.set(true);
                    spinUntil("may leave", leave::get);
                  })
              .affinity(Affinity.boundTo(1)));
      await("worker 1 is held", holding::get);
    }
    preparing.othersAreHeld.set(true);
    await("all have run", () -> order.size() == expected);
    leave.set(true);
    return new ArrayList<>(order);
  }

  /** A task that returns the next one, and so on. */
  private static final class Link extends Task {
    private final AtomicBoolean stop;

    Link(AtomicBoolean stop) {
      this.stop = stop;
    }

    @Override
    protected @Nullable Task execute() {
      return stop.get() ? null : new Link(stop);
    }
  }

  @OnEachRuntime(workers = 1)
  void aChainOfReturnedTasksLetsReadyFibersHaveTheirTurn(Setup setup) {
    Heddle heddle = start(builder(setup).spareWorkers(0));
    AtomicBoolean stop = new AtomicBoolean();
    heddle.spawn(new Link(stop));
    try {
      Channel<Integer> channel = Channel.rendezvous();
      Fiber<?> sender =
          heddle.fiber(
              () -> {
                for (int i = 0; i < 100; i++) {
                  channel.send(i);
                }
                channel.close();
              });
      Fiber<?> receiver = heddle.fiber(() -> channel.forEach(i -> {}));
      await("the fibers have got on", () -> sender.isDone() && receiver.isDone());
    } finally {
      stop.set(true);
    }
  }
}
