package dev.heddle.task;

import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Worker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Predecessors and successors of tasks. A task with predecessors has {@code unfinished} = those not
 * done, plus one until it is spawned; who brings it to zero queues it.
 */
final class TaskLinks {
  /** Guards all predecessor lists while links are made, so that a search for cycles sees them. */
  private static final Object GRAPH = new Object();

  private static final long FIRST_LOOK_MILLIS = 1;

  /** So that a task is let go soon after its end, however long it has run. */
  private static final long LONGEST_LOOK_MILLIS = 10_000;

  private TaskLinks() {}

  static void link(Task predecessor, Task successor) {
    synchronized (GRAPH) {
      refuseCycle(predecessor, successor);
      Task.Extra to = successor.extra();
      synchronized (to) {
        if (to.predecessors == null) {
          to.predecessors = new ArrayList<>();
          to.unfinished = 1;
        }
        to.predecessors.add(predecessor);
        to.unfinished++;
      }
    }
    Task.Extra from = predecessor.extra();
    synchronized (from) {
      if (from.successors == null) {
        from.successors = new ArrayList<>(2);
      }
      from.successors.add(successor);
    }
    if (!predecessor.markWatched()) {
      // It has ended. Whoever takes the successor out of the list counts it, we or its end.
      boolean ours;
      synchronized (from) {
        ours = from.successors != null && from.successors.remove(successor);
      }
      if (ours) {
        predecessorDone(successor, predecessor.isFailed() || predecessor.isCancelled());
      }
    } else if (predecessor.mayEndUntold()) {
      look(predecessor, FIRST_LOOK_MILLIS);
    }
  }

  /**
   * {@code predecessor} is being run in place by who joins it, so its end may miss the link (see
   * {@link Task}). Few link to a task that runs already, and not all of them stay with a worker; so
   * the JDK keeps the time.
   *
   * <p><i>Accepted:</i> if the end has missed the link, because the runner stood still in the gap,
   * and the runtime closes before the next look, the successor fails as one that came too late.
   */
  private static void look(Task predecessor, long nextAfterMillis) {
    if (predecessor.isDone()) {
      predecessor.tellWatchers();
    } else {
      CompletableFuture.delayedExecutor(nextAfterMillis, TimeUnit.MILLISECONDS, Runnable::run)
          .execute(() -> look(predecessor, Math.min(nextAfterMillis << 1, LONGEST_LOOK_MILLIS)));
    }
  }

  /**
   * Refuses to let {@code successor} wait for {@code predecessor} if that waits for it. Only a task
   * that has successors already can be waited for, so graphs that are built from their sources on
   * cost no search.
   */
  private static void refuseCycle(Task predecessor, Task successor) {
    Task.Extra more = successor.extraOrNull();
    if (predecessor != successor && (more == null || !hasSuccessors(more))) {
      return;
    }
    IdentityHashMap<Task, Task> waitingFor =
        new IdentityHashMap<>(); // a task, and who waits for it
    ArrayDeque<Task> open = new ArrayDeque<>();
    waitingFor.put(predecessor, successor);
    open.add(predecessor);
    while (!open.isEmpty()) {
      Task task = open.removeLast();
      if (task == successor) {
        throw new IllegalArgumentException("cycle: " + describe(waitingFor, successor));
      }
      for (Task next : unfinishedPredecessors(task)) {
        if (waitingFor.putIfAbsent(next, task) == null) {
          open.add(next);
        }
      }
    }
  }

  private static boolean hasSuccessors(Task.Extra more) {
    synchronized (more) {
      return more.successors != null && !more.successors.isEmpty();
    }
  }

  private static List<Task> unfinishedPredecessors(Task task) {
    Task.Extra more = task.extraOrNull();
    if (more == null || task.isDone()) {
      return List.of();
    }
    synchronized (more) {
      return more.predecessors == null ? List.of() : List.copyOf(more.predecessors);
    }
  }

  private static String describe(IdentityHashMap<Task, Task> waitingFor, Task successor) {
    List<String> names = new ArrayList<>();
    Task task = successor;
    do {
      names.addFirst(task.toString());
      task = waitingFor.getOrDefault(task, successor);
    } while (task != successor);
    names.addFirst(successor.toString());
    return String.join(" waits for ", names);
  }

  /** {@code task} is spawned: true if it has nothing left to wait for. */
  static boolean arm(Task task, Scheduler scheduler) {
    Task.Extra more = task.extra();
    more.scheduler = scheduler;
    return countDown(task, more, false);
  }

  static void predecessorDone(Task task, boolean failed) {
    Task.Extra more = task.extra();
    if (!countDown(task, more, failed)) {
      return;
    }
    Worker worker = Worker.current();
    Scheduler scheduler = more.scheduler;
    try {
      if (worker != null && worker.scheduler() == scheduler && more.affinity == null) {
        worker.offerSuccessor(task);
      } else if (scheduler != null) {
        task.dispatchForSure(scheduler, more);
      }
    } catch (RuntimeException e) {
      task.abandon(e); // the runtime ended
    }
  }

  private static boolean countDown(Task task, Task.Extra more, boolean failed) {
    if (failed) {
      task.cancel();
    }
    synchronized (more) {
      if (--more.unfinished > 0) {
        return false;
      }
      more.predecessors = null;
      return true;
    }
  }
}
