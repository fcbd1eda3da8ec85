package dev.heddle.task;

import dev.heddle.scheduler.Scheduler;
import java.util.concurrent.Callable;

/** For races: what a join does with what it has taken back, step by step. */
public final class InPlace {
  private InPlace() {}

  /** Has {@code task} spawned, into no queue. */
  public static void accept(Task task) {
    task.accept();
  }

  /** As its join does that has taken {@code task} back. */
  public static void run(Task task) {
    task.runInPlace();
  }

  /** How who watches {@code task} will learn of its end. */
  public enum News {
    /** It has ended. */
    DONE,
    /** Its end tells. */
    TOLD,
    /** It looks again by itself. */
    LOOKS_AGAIN
  }

  /** Watches {@code task}, as a join does that has to wait. */
  public static News watch(Task task) {
    if (!task.markWatched()) {
      return News.DONE;
    }
    return task.mayEndUntold() ? News.LOOKS_AGAIN : News.TOLD;
  }

  /** Afterwards: whether the end of {@code task} has seen that it was watched. */
  public static boolean endTold(Task task) {
    return task.isDone() && task.isWatched();
  }

  /** A scope that the caller owns. */
  public static Scope scope(Scheduler scheduler) {
    return new Scope(scheduler, true);
  }

  /** A job of {@code scope} that stands in no queue. */
  public static Job<Integer> job(Callable<Integer> body, Scope scope) {
    return new Job<>(body, scope);
  }

  /**
   * As the join of the scope's owner does that has tried to take {@code job} back.
   *
   * @param taken whether it has succeeded
   */
  public static void runIfTaken(Job<?> job, Scope scope, boolean taken) {
    if (job.begin(taken)) {
      runBegun(job, scope);
    }
  }

  /** As {@link #runIfTaken} of what was taken, but without a look whether it was cancelled. */
  public static void runUnseen(Job<?> job, Scope scope) {
    job.tellBegun();
    runBegun(job, scope);
  }

  private static void runBegun(Job<?> job, Scope scope) {
    scope.mine--;
    job.runInPlace(scope);
  }

  /** How many jobs of {@code scope} have not been counted as ended. */
  public static int left(Scope scope) {
    return scope.left();
  }
}
