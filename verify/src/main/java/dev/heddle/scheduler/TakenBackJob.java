package dev.heddle.scheduler;

import dev.heddle.task.InPlace;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import dev.heddle.task.Task;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.infra.results.IIL_Result;

/** A job in a deque, which its owner takes back while others steal or cancel it. */
final class TakenBackJob {
  private static final Scheduler SCHEDULER = UnstartedWorkers.scheduler(1);
  private static final Work OLDER = Task.of(() -> {});

  private final StealingDeque deque;
  private final boolean looks;
  private int runs;
  private boolean stray;
  private volatile boolean cancelled;
  private volatile @Nullable Job<Integer> job;
  private @Nullable Scope scope;

  /**
   * @param looks whether the owner looks if the job was cancelled before it runs it
   */
  TakenBackJob(StealingDeque deque, boolean looks) {
    this.deque = deque;
    this.looks = looks;
  }

  /** So full that no thief reaches its newest item, which is taken back by a fence, not a claim. */
  static StealingDeque filled(StealingDeque deque) {
    for (int i = 0; i < WorkDeque.BATCH; i++) {
      deque.push(OLDER);
    }
    return deque;
  }

  /** Owner. */
  void spawnAndTakeBack() {
    Scope mine = InPlace.scope(SCHEDULER);
    scope = mine;
    Job<Integer> made = InPlace.job(() -> ++runs, mine);
    deque.push(made);
    job = made;
    boolean taken = deque.takeBack(made);
    if (taken && !looks) {
      InPlace.runUnseen(made, mine);
    } else {
      InPlace.runIfTaken(made, mine, taken);
    }
    while (!cancelled) {
      Thread.yield();
    }
    stray = Thread.interrupted();
  }

  /** Anybody else. */
  void cancel() {
    Job<Integer> seen;
    while ((seen = job) == null) {
      Thread.yield();
    }
    seen.cancel(true);
    cancelled = true;
  }

  /** Thief. */
  void stealAndRun() {
    while (job == null) {
      Thread.yield();
    }
    @Nullable Work[] loot = new Work[1];
    if (deque.steal(loot) == 1 && loot[0] != null) {
      UnstartedWorkers.run(loot[0]);
      Thread.interrupted(); // as the engine does between two items
    }
  }

  /** Afterwards: how often it ran, how often it was counted as ended, and as what. */
  void verdict(IIL_Result r) {
    Job<Integer> seen = job;
    Scope of = scope;
    if (seen != null && of != null) {
      r.r1 = runs;
      r.r2 = -InPlace.left(of);
      r.r3 = seen.state() + (stray ? ", owner interrupted" : "");
    }
  }
}
