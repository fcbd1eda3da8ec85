package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/** An item that is only counted, never run. */
final class NumberedItem extends Work {
  final int number;

  NumberedItem(int number) {
    this.number = number;
  }

  @Override
  protected @Nullable Work carryOut() {
    return null;
  }

  @Override
  protected void abandon(RuntimeException reason) {}
}
