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
 * <tr><td>{@code process}</td><td>owner, release</td><td>anybody, acquire</td></tr>
 * <tr><td>{@code filled}</td><td>owner, opaque</td><td>anybody, opaque</td></tr>
 * </table>
 *
 * <p>Nothing is taken out atomically. What stands here is a hint: whoever wants it, the owner or
 * another worker, has to claim it ({@link Slip#claimNext}), and one of them succeeds. An old hint
 * does no harm: a process that can be claimed is to be run, whoever does. The owner fills the slot
 * again only after it has tried to claim what stood there, so as long as that waits, it is here.
 *
 * <p>A worker replaces its slot now and then, because the collector's barrier for a reference that
 * is stored into an object of the old generation has a fence.
 */
final class NextSlot {
  private static final VarHandle PROCESS;
  private static final VarHandle FILLED;

  static {
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      PROCESS = here.findVarHandle(NextSlot.class, "process", Slip.class);
      FILLED = here.findVarHandle(NextSlot.class, "filled", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** How often it is filled before it is replaced; a power of two. */
  static final int USES = 4096;

  @SuppressWarnings("unused") // through PROCESS
  private @Nullable Slip process;

  private int filled;

  /** Owner: an empty one in its place, which goes on counting. */
  NextSlot renewed() {
    NextSlot fresh = new NextSlot();
    fresh.filled = filled;
    return fresh;
  }

  /** Owner. */
  void fill(Slip next) {
    FILLED.setOpaque(this, filled + 1);
    PROCESS.setRelease(this, next);
  }

  /** Owner: what was filled in, which it has to claim now. */
  @Nullable Slip empty() {
    Slip next = process;
    PROCESS.setOpaque(this, (Slip) null);
    return next;
  }

  /** Anybody: what stands here; claimed by somebody already, perhaps. */
  @Nullable Slip peek() {
    return (Slip) PROCESS.getAcquire(this);
  }

  /** Anybody: how often it, and those that it replaced, were filled. */
  int filled() {
    return (int) FILLED.getOpaque(this);
  }

  /** Owner: whether it shall be replaced. */
  boolean isUsedUp() {
    return (filled & (USES - 1)) == USES - 1;
  }
}
