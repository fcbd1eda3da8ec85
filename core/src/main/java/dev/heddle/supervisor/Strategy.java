package dev.heddle.supervisor;

import java.util.Locale;

/** Which children a supervisor restarts when one of them has to be. */
public enum Strategy {
  /** That one only. */
  ONE_FOR_ONE,

  /** All: they are stopped in reverse order and started again in order. */
  ONE_FOR_ALL,

  /** That one, and those that were started after it. */
  REST_FOR_ONE;

  /** As it stands in a tree. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
