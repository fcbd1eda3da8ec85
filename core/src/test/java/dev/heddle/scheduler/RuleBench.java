package dev.heddle.scheduler;

import dev.heddle.metrics.Engine;
import dev.heddle.metrics.Rule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Workers that no thread plays: a test puts candidates where the rules look for them, and asks a
 * worker what it would run next. Everything that the tests of the rules know of the scheduler's
 * inside stands here.
 */
final class RuleBench {
  final Scheduler scheduler;

  /** Settings that differ from test to test; those that are not set never come into play. */
  record Limits(int direct, int ready, int turnInterval) {
    static final Limits NONE = new Limits(1_000_000, 1_000_000, 1_000_000);

    Limits withDirect(int limit) {
      return new Limits(limit, ready, turnInterval);
    }

    Limits withReady(int limit) {
      return new Limits(direct, limit, turnInterval);
    }

    Limits withTurnInterval(int interval) {
      return new Limits(direct, ready, interval);
    }
  }

  RuleBench(int workers, Limits limits) {
    scheduler =
        new Scheduler(
            new SchedulerSettings(
                "bench",
                workers,
                0,
                1_000_000_000,
                1_000_000_000,
                0,
                0,
                1,
                limits.direct,
                limits.ready,
                limits.turnInterval,
                42,
                worker -> {},
                (thread, e) -> {}),
            Engine.PLATFORM);
  }

  /** Something to choose, by its name. */
  static final class Item extends Work {
    final String name;

    Item(String name) {
      this.name = name;
    }

    @Override
    protected @Nullable Work carryOut() {
      throw new AssertionError("chosen, not run");
    }

    @Override
    protected void abandon(RuntimeException reason) {}

    @Override
    public String toString() {
      return name;
    }
  }

  /** A fiber that can go on, by its name. */
  record Fiber(String name) implements Runnable {
    @Override
    public void run() {
      throw new AssertionError("chosen, not run");
    }

    @Override
    public String toString() {
      return name;
    }
  }

  Worker worker(int index) {
    return scheduler.workerAt(index);
  }

  // ---- where candidates stand

  /** Puts a candidate of {@code rule} there where worker 0 looks for it. */
  void offer(Rule rule, String name) {
    switch (rule) {
      case BYPASS -> worker(0).offerBypass(new Item(name));
      case SUCCESSOR -> worker(0).offerSuccessor(new Item(name));
      case READY -> worker(0).ready.add(new Fiber(name));
      case LOCAL -> worker(0).push(new Item(name));
      case AFFINITY -> worker(0).addBound(new Item(name));
      case SHARED -> scheduler.enqueue(new Item(name));
      case STOLEN -> worker(1).push(new Item(name));
    }
  }

  /** A fiber that a thread outside, a timer or I/O has made ready. */
  void offerForeignReady(String name) {
    scheduler.foreignReady.add(new Fiber(name));
  }

  /** Asks worker 0 first; the item also stands with worker {@code holder}. */
  void offerHint(int holder, String name) {
    AffinitySlip slip = new AffinitySlip(new Item(name));
    worker(holder).push(slip);
    worker(0).addSlip(slip);
  }

  void emptySharedQueue() {
    Work item;
    do {
      item = scheduler.shared.poll(0);
    } while (item != null);
  }

  // ---- what is chosen

  /** What worker 0 runs next: its name, or "nothing". */
  String choose() {
    return choose(0);
  }

  String choose(int worker) {
    Object next = worker(worker).choose();
    return next == null ? "nothing" : next.toString();
  }

  /** What worker 0 runs next, until there is nothing. */
  List<String> chooseAll() {
    List<String> chosen = new ArrayList<>();
    String next;
    while (!(next = choose()).equals("nothing")) {
      chosen.add(next);
    }
    return chosen;
  }

  /** How often worker 0 has chosen by {@code rule}. */
  long chosen(Rule rule) {
    return worker(0).metrics(null).chosen().getOrDefault(rule, 0L);
  }
}
