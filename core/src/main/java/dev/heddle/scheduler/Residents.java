package dev.heddle.scheduler;

import java.util.List;

/**
 * What lives in a runtime without being queued, running or blocked, and has to be told when the
 * runtime ends: processes that wait for messages. Called by {@link Shutdown}, whose steps say when.
 */
public interface Residents {
  /** Step 1: no more come from outside, and those there are shall come to an end. */
  void cancel();

  /**
   * Step 2, when nothing is queued or running: whether none of them waits for something that is
   * still under way elsewhere. If so, nothing can wake them any more.
   */
  boolean isSettled();

  /**
   * Steps 3 and 5: ends all that are left, except those that are running, which end with their
   * step.
   *
   * @return the names of those that still waited for something under way
   */
  List<String> close();

  /**
   * A line for each, the most interesting first; some at most, and a line that tells of the rest.
   */
  List<String> describe();

  /** How the one of this number is called; in words too if it has ended. */
  String nameOf(long number);

  /** When nothing runs: what is missing, or waits for nothing, a line each. */
  List<String> wrongAccounts();

  /** At the end: the names of those that are still running. */
  List<String> unfinished();
}
