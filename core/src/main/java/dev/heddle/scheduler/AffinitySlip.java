package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A claim ticket for an item that asked for a worker. The slip stands in two places: in that
 * worker's mailbox and in the deque (or shared queue) of whoever spawned it. Whoever gets to a copy
 * first and claims it runs the item; the other copy is then an empty slip, and is skipped.
 *
 * <p>Invariant: {@code item} goes from the item to null once, by one CAS, so exactly one claim
 * succeeds.
 */
final class AffinitySlip extends Slip {
  private static final VarHandle ITEM;

  static {
    try {
      ITEM = MethodHandles.lookup().findVarHandle(AffinitySlip.class, "item", Work.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("unused") // through ITEM
  private volatile @Nullable Work item;

  AffinitySlip(Work item) {
    this.item = item;
  }

  /** Takes the item, if nobody has yet. */
  @Nullable Work take() {
    Work found = item;
    return found != null && ITEM.compareAndSet(this, found, null) ? found : null;
  }

  @Override
  protected @Nullable Object claim() {
    Work taken = take();
    return taken instanceof Slip slip ? slip.claim() : taken;
  }

  @Override
  protected void abandon(RuntimeException reason) {
    Work claimed = take();
    if (claimed != null) {
      claimed.abandon(reason);
    }
  }
}
