package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What a worker goes on with next: a process that its item has woken while nothing else was ready.
 * It is the first place of the worker's ready queue, without what a queue costs.
 *
 * <table>
 * <caption>Fields</caption>
 * <tr><th>field</th><th>written by</th><th>read by</th></tr>
 * <tr><td>{@code place.process}</td><td>owner, release</td><td>anybody, acquire</td></tr>
 * <tr><td>{@code place}</td><td>owner, release, after its {@code process} was emptied</td>
 * <td>anybody, acquire</td></tr>
 * <tr><td>{@code filled}</td><td>owner, opaque</td><td>anybody, opaque</td></tr>
 * <tr><td>{@code full}</td><td>owner, plain</td><td>owner</td></tr>
 * </table>
 *
 * <p>Nothing is taken out atomically. What stands here is a hint: whoever wants it, the owner or
 * another worker, has to claim it ({@link NextSlip#claimNext}), and one of them succeeds. An old
 * hint does no harm: a process that can be claimed is to be run, whoever does. The owner fills the
 * slot again only after it has tried to claim what stood there, so as long as that waits, it is
 * here.
 */
final class NextSlot {
  private static final VarHandle PLACE;
  private static final VarHandle PROCESS;
  private static final VarHandle FILLED;

  static {
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      PLACE = here.findVarHandle(NextSlot.class, "place", Place.class);
      PROCESS = here.findVarHandle(Place.class, "process", NextSlip.class);
      FILLED = here.findVarHandle(NextSlot.class, "filled", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** What is stored into: an object of its own, because it is replaced. */
  private static final class Place {
    @SuppressWarnings("unused") // through PROCESS
    private @Nullable NextSlip process;
  }

  private Place place = new Place();
  private int filled;
  private boolean full;

  /** Owner: whether it has filled it, and not come to that since. */
  boolean isFull() {
    return full;
  }

  /** Owner, if it is not full. */
  void fill(NextSlip next) {
    full = true;
    FILLED.setOpaque(this, filled + 1);
    PROCESS.setRelease(place, next);
  }

  /** Owner: what was filled in, which it has to claim now. */
  @Nullable NextSlip empty() {
    full = false;
    NextSlip next = place.process;
    PROCESS.setOpaque(place, (NextSlip) null);
    return next;
  }

  /** Owner: it has claimed {@code next} by another way, so that need not stand here. */
  void forget(Work next) {
    if (full && place.process == next) {
      empty();
    }
  }

  /** Owner, now and then: see {@link Worker#renew}. */
  void renew() {
    if (!full) {
      PLACE.setRelease(this, new Place());
    }
  }

  /** Anybody: what stands here; claimed by somebody already, perhaps. */
  @Nullable NextSlip peek() {
    return (NextSlip) PROCESS.getAcquire((Place) PLACE.getAcquire(this));
  }

  /** Anybody: what stands here and has to be claimed by somebody. */
  @Nullable NextSlip waiting() {
    NextSlip next = peek();
    return next != null && next.isWaiting() ? next : null;
  }

  /** Anybody: how often it was filled. */
  int filled() {
    return (int) FILLED.getOpaque(this);
  }
}
