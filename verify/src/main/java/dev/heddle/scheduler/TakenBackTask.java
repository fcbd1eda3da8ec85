package dev.heddle.scheduler;

import dev.heddle.task.InPlace;
import dev.heddle.task.Task;

/** A task in a deque, whose owner takes it back. */
final class TakenBackTask {
  private final StealingDeque deque;
  private final Task task = Task.of(() -> {});

  TakenBackTask(StealingDeque deque) {
    this.deque = deque;
    InPlace.accept(task);
    deque.push(task);
  }

  /** Owner. */
  void takeBackAndRun() {
    if (deque.takeBack(task)) {
      InPlace.run(task);
    }
  }

  /** Anybody else. */
  InPlace.News watch() {
    return InPlace.watch(task);
  }

  /** Afterwards. */
  boolean endTold() {
    return InPlace.endTold(task);
  }
}
