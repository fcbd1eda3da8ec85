package dev.heddle.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * Broken on purpose: an {@link AffinitySlip} that is claimed by a read and a write, without a CAS.
 */
final class CarelessSlip extends Work {
  private volatile @Nullable Work item;

  CarelessSlip(Work item) {
    this.item = item;
  }

  @Nullable Work claim() {
    Work found = item;
    item = null;
    return found;
  }

  @Override
  protected @Nullable Work carryOut() {
    throw new AssertionError("a slip is claimed, not run");
  }

  @Override
  protected void abandon(RuntimeException reason) {}
}
