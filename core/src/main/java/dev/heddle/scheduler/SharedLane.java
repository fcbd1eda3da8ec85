package dev.heddle.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/*
 * The classes before SharedLane only lay its fields out: head, which is written by who takes, and
 * tail, which is written by who adds, have a cache line each, apart from all other objects too. The
 * int fills the gap behind the object's header, into which the JVM would put the next int or
 * reference of a subclass; the longs go behind it.
 */
@SuppressWarnings("unused")
class SharedLanePadBefore {
  private int gap;
  private long a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15;
}

class SharedLaneHead extends SharedLanePadBefore {
  /** What was taken out last; the oldest item is behind it. */
  volatile Link head = Link.empty();

  @SuppressWarnings("unused")
  private int gapBehindHead;
}

@SuppressWarnings("unused")
class SharedLanePadBetween extends SharedLaneHead {
  private long b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15;
}

class SharedLaneTail extends SharedLanePadBetween {
  /** The last one, or near it. */
  volatile Link tail = head;

  @SuppressWarnings("unused")
  private int gapBehindTail;
}

@SuppressWarnings("unused")
class SharedLanePadAfter extends SharedLaneTail {
  private long c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15;
}

/**
 * A lane of the shared queue: many producers, many consumers, first in, first out, lock-free and
 * linearizable, without a bound. A linked queue after Michael and Scott, whose places are the work
 * itself where that can be one ({@link Link}). Why not the JDK's: ADR 25.
 *
 * <h2>How it works</h2>
 *
 * A list of links, the first of which, {@code head}, has been taken out already. Who adds goes to
 * the last one, from {@code tail}, which is near, and links the new one to it by CAS. Who takes
 * moves {@code head} to the next one by CAS, has that one's work for itself then, and links the old
 * head to itself: it is gone.
 *
 * <table>
 * <caption>Fields</caption>
 * <tr><th>field</th><th>written</th><th>read</th></tr>
 * <tr><td>{@code head}, {@code tail}</td><td>CAS</td><td>volatile</td></tr>
 * <tr><td>{@code Link.next}</td><td>CAS from null; then, by who has taken it away, release</td>
 * <td>acquire</td></tr>
 * <tr><td>{@code Link.used}, the item of an entry</td><td colspan="2">plain, by who has the work
 * for itself: before the CAS that adds it, or after the one that takes it</td></tr>
 * </table>
 *
 * <p><i>A link is used once</i>, so {@code head} and {@code tail} never come back to one, and a CAS
 * that succeeds means that nothing has changed since the read.
 *
 * <p><i>A link whose {@code next} is null is the last one, and not gone:</i> {@code head} moves
 * only to a {@code next} that is there, and {@code next} never becomes null again. So what is added
 * stands behind the last one, whatever {@code tail} says; and who finds nothing behind what it has
 * read as the head has seen, at the moment of that read, an empty lane.
 *
 * <p><i>Each is taken once, in their order:</i> {@code head} moves from a link to its {@code next},
 * which does not change until the link is gone, by a CAS that one of those who want it wins.
 *
 * <p><i>{@code tail} is a hint.</i> It moves forward only, by a CAS from what it was to something
 * behind that, and is never further from the last one than by about as many as add at the same
 * time. Who was late looks at it again, so nobody walks through all that is queued; it is gone
 * itself only if the lane is nearly empty, and then who adds begins at the head.
 *
 * <p><i>What is gone is linked to itself,</i> because one link in the collector's old generation
 * would hold all that came after it. Whoever still looks at it sees that, and begins anew.
 */
final class SharedLane extends SharedLanePadAfter {
  private static final VarHandle HEAD;
  private static final VarHandle TAIL;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      HEAD = lookup.findVarHandle(SharedLaneHead.class, "head", Link.class);
      TAIL = lookup.findVarHandle(SharedLaneTail.class, "tail", Link.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Adds {@code item}, or fails, for want of memory, as if nothing had been asked. */
  void add(Work item) {
    Link link = Link.of(item);
    Link seen = tail;
    Link last = seen;
    while (true) {
      Link next = last.nextAcquire();
      if (next == null) {
        if (last.linkTo(link)) {
          TAIL.compareAndSet(this, seen, link); // or somebody else has moved it further
          return;
        }
      } else {
        Link now = tail;
        last = now != seen ? now : next == last ? head : next;
        seen = now;
      }
    }
  }

  /** Takes the oldest item; null: there is none. */
  @Nullable Work poll() {
    while (true) {
      Link first = head;
      Link next = first.nextAcquire();
      if (next == null) {
        return null;
      }
      if (next != first && HEAD.compareAndSet(this, first, next)) {
        first.unlink();
        return next.takeOut();
      }
    }
  }

  boolean isEmpty() {
    while (true) {
      Link first = head;
      Link next = first.nextAcquire();
      if (next != first) {
        return next == null;
      }
    }
  }
}
