package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/** As {@link NumberedItem}, with a place of its own in a lane of the shared queue. */
final class NumberedLink extends Link {
  final int number;

  NumberedLink(int number) {
    this.number = number;
  }

  /** Every other one has a place of its own. */
  static Work numbered(int number) {
    return number % 2 == 0 ? new NumberedLink(number) : new NumberedItem(number);
  }

  /** The number of what {@link #numbered} made; -1: there is none. */
  static int numberOf(@Nullable Work item) {
    return switch (item) {
      case NumberedLink link -> link.number;
      case NumberedItem other -> other.number;
      case null, default -> -1;
    };
  }

  @Override
  protected @Nullable Work carryOut() {
    return null;
  }

  @Override
  protected void abandon(RuntimeException reason) {}
}
