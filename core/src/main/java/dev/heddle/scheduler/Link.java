package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Work that has its own place in a lane of the shared queue, so that no entry is made for it. It
 * can be used once: the lane goes on to use it as its head after the work was taken out. Work that
 * comes back to the queue gets an entry, as all other work does.
 *
 * <p>For the same reason a subclass lets go of what it holds when it has ended: until the next one
 * is taken out of its lane, the lane holds it.
 */
public abstract class Link extends Work {
  private static final VarHandle NEXT;

  static {
    try {
      NEXT = MethodHandles.lookup().findVarHandle(Link.class, "next", Link.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * What was added after it; null: nothing yet; itself: it is not in the lane any more. Written by
   * CAS from null to the next one, then by who took that out, to itself.
   */
  @SuppressWarnings("unused") // through NEXT
  private @Nullable Link next;

  private boolean used; // by who has the work for itself, and adds it

  /** Makes work that is in no queue. */
  protected Link() {}

  /** A place in a lane for work that has none, or has used it. */
  private static final class Entry extends Link {
    private @Nullable Work item;

    Entry(@Nullable Work item) {
      this.item = item;
    }

    @Override
    @Nullable Work takeOut() {
      Work taken = item;
      item = null;
      return taken;
    }

    @Override
    protected @Nullable Work carryOut() {
      throw new IllegalStateException("an entry is not work itself");
    }

    @Override
    protected void abandon(RuntimeException reason) {
      throw new IllegalStateException("an entry is not work itself");
    }
  }

  /** A place that nothing stands at: where a lane begins. */
  static Link empty() {
    return new Entry(null);
  }

  /** The place of {@code item} in a lane that it is about to be added to. */
  static Link of(Work item) {
    if (item instanceof Link link && !link.used) {
      link.used = true;
      return link;
    }
    assert Memory.suffices("an entry of the shared queue");
    return new Entry(item);
  }

  /** What stands here: for the one who has moved the head of the lane to it. */
  @Nullable Work takeOut() {
    return this;
  }

  final @Nullable Link nextAcquire() {
    return (Link) NEXT.getAcquire(this);
  }

  /** Adds {@code link} behind this one; false if something else was added before, or it is gone. */
  final boolean linkTo(Link link) {
    return NEXT.compareAndSet(this, (Link) null, link);
  }

  /** It is not in its lane any more. */
  final void unlink() {
    NEXT.setRelease(this, this);
  }
}
