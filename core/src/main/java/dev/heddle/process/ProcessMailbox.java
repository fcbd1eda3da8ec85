package dev.heddle.process;

import dev.heddle.scheduler.Parking;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What has arrived at a process: a stack that anybody pushes to, and that the one who has claimed
 * the process takes whole, turns over, and works off as its backlog. So what one sender sends
 * arrives in its order. An event is its own link, hence in one mailbox at most.
 *
 * <table>
 * <caption>Fields</caption>
 * <tr><th>field</th><th>written by</th><th>read by</th></tr>
 * <tr><td>{@code stack}</td><td>anybody, CAS; claimer, exchange</td><td>anybody, volatile</td></tr>
 * <tr><td>an event's {@code next} and {@code depth}</td><td>who pushes it, before the CAS; then the
 * claimer</td><td>who sees it on top of the stack; the claimer</td></tr>
 * <tr><td>{@code urgent}</td><td colspan="2">as {@code stack}</td></tr>
 * <tr><td>{@code backlog}</td><td>claimer</td><td>claimer</td></tr>
 * <tr><td>{@code backlogSize}</td><td>claimer, opaque</td><td>anybody, opaque</td></tr>
 * </table>
 *
 * <p>A push that meets another one, or the claimer, at the stack stays away from it for a while, on
 * a worker longer each time ({@link Parking#stayAway}): the processor that has its memory gets many
 * pushes done meanwhile, instead of giving it back and forth for each. A push whose CAS has failed
 * has changed nothing that others see, so it may wait.
 *
 * <p>When the process ends, {@code stack} becomes {@link #CLOSED} for good, by an exchange that
 * takes what is there. A push is a CAS on the same field: it came before, and what it pushed is
 * among what was taken; or after, and it fails. So nothing is ever left lying in the mailbox of a
 * process that has ended, and a push that succeeded has reached a living one. That is what a lock
 * around look-up and enqueue would be for.
 *
 * <p>Urgent messages have a stack of their own. When the claimer comes to it, it puts them in front
 * of the backlog, oldest first; but not while there are urgent ones in front, so that they stay in
 * order among themselves too. It looks at that stack before the other one, so that an urgent one
 * overtakes what is there; and again after it has taken the other one, so that nothing overtakes an
 * urgent one that was sent before it.
 *
 * <p>{@code depth} makes the number of messages known without a counter that all senders would have
 * to meet at: who pushes adds one to that of the event below. Other events add nothing.
 */
abstract class ProcessMailbox extends ProcessWord {
  private static final Event CLOSED = new Cancel();
  private static final VarHandle STACK;
  private static final VarHandle URGENT;
  private static final VarHandle BACKLOG_SIZE;

  static {
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      STACK = here.findVarHandle(ProcessMailbox.class, "stack", Event.class);
      URGENT = here.findVarHandle(ProcessMailbox.class, "urgent", Event.class);
      BACKLOG_SIZE = here.findVarHandle(ProcessMailbox.class, "backlogSize", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile @Nullable Event stack;
  private volatile @Nullable Event urgent;
  private @Nullable Event backlog;
  private int backlogSize;

  /** W1: puts {@code event} in; false if the process has ended. */
  final boolean push(Event event) {
    int own = event instanceof Message ? 1 : 0;
    while (true) {
      Event top = stack;
      if (top == CLOSED) {
        return false;
      }
      link(event, top, own);
      if (STACK.compareAndSet(this, top, event)) {
        if (own != 0 && (event.depth & (LongMailboxes.STEP - 1)) == 0) {
          isLong(messages());
        }
        return true;
      }
      Parking.stayAway();
    }
  }

  /** Who pushed: the mailbox has become long, or longer; for who wants to know. */
  void isLong(int messages) {}

  private static void link(Event event, @Nullable Event top, int own) {
    event.next = top;
    event.depth = top == null ? own : top.depth + own;
  }

  /** As {@link #push}, for a message that overtakes others. */
  final boolean pushUrgent(UrgentMessage message) {
    while (true) {
      Event top = urgent;
      if (top == CLOSED) {
        return false;
      }
      link(message, top, 1);
      if (URGENT.compareAndSet(this, top, message)) {
        return true;
      }
      Parking.stayAway();
    }
  }

  /** Claimer: the oldest event, taken out; null if there is none. */
  final @Nullable Event poll() {
    if (urgent != null && !(backlog instanceof UrgentMessage)) {
      backlog = takeUrgent(backlog);
    }
    Event first = backlog;
    if (first == null) {
      if (stack == null) {
        return null;
      }
      first = takeAll();
    }
    backlog = first.next;
    first.next = null; // who keeps the event shall not keep those after it
    if (first instanceof Message) {
      BACKLOG_SIZE.setOpaque(this, backlogSize - 1);
    }
    return first;
  }

  /** Claimer: {@code event}, which was taken out, is the oldest again. */
  final void putBack(Event event) {
    event.next = backlog;
    backlog = event;
    if (event instanceof Message) {
      BACKLOG_SIZE.setOpaque(this, backlogSize + 1);
    }
  }

  /**
   * Claimer: all there is, oldest first, linked, taken out, but still counted; null if there is
   * nothing. To be followed by {@link #keepRest}.
   */
  final @Nullable Event takeChain() {
    if (urgent != null && !(backlog instanceof UrgentMessage)) {
      backlog = takeUrgent(backlog);
    }
    Event first = backlog;
    if (first != null) {
      backlog = null;
    } else if (stack != null) {
      first = takeAll();
    }
    return first;
  }

  /**
   * Claimer, after {@link #takeChain}: this many messages are given to the process.
   *
   * @param rest what is left of the chain
   */
  final void keepRest(@Nullable Event rest, int given) {
    if (rest != null) {
      backlog = rest; // null already, else: to write a reference costs the collector's barrier
    }
    BACKLOG_SIZE.setOpaque(this, backlogSize - given);
  }

  /** Claimer, R1: the urgent messages, of which there are some, and {@code rest} behind them. */
  private Event takeUrgent(@Nullable Event rest) {
    Event newest = (Event) URGENT.getAndSet(this, (Event) null);
    BACKLOG_SIZE.setOpaque(this, backlogSize + newest.depth);
    Event oldest = oldestFirst(newest);
    newest.next = rest;
    return oldest;
  }

  /** Claimer, R1: the stack, which is not empty, to be the new backlog. */
  private Event takeAll() {
    Event top = (Event) STACK.getAndSet(this, (Event) null);
    BACKLOG_SIZE.setOpaque(this, top.depth);
    Event first = oldestFirst(top);
    return urgent == null ? first : takeUrgent(first);
  }

  private static Event oldestFirst(Event top) {
    Event first = top;
    Event rest = top.next;
    top.next = null;
    while (rest != null) {
      Event below = rest.next;
      rest.next = first;
      first = rest;
      rest = below;
    }
    return first;
  }

  /** Claimer: whether there is something, as far as a glance can tell. */
  final boolean hasEvents() {
    return backlog != null || stack != null || urgent != null;
  }

  /**
   * Claimer, at the end: nothing can be put in any more.
   *
   * @return what is left, oldest first, linked by {@code next}
   */
  final @Nullable Event closeMailbox() {
    Event hurried = closed((Event) URGENT.getAndSet(this, CLOSED));
    Event newer = closed((Event) STACK.getAndSet(this, CLOSED));
    Event older = backlog;
    backlog = null;
    BACKLOG_SIZE.setOpaque(this, 0);
    return joined(joined(hurried, older), newer);
  }

  private static @Nullable Event closed(@Nullable Event top) {
    return top == null || top == CLOSED ? null : oldestFirst(top);
  }

  private static @Nullable Event joined(@Nullable Event first, @Nullable Event second) {
    if (first == null) {
      return second;
    }
    Event last = first;
    while (last.next != null) {
      last = last.next;
    }
    last.next = second;
    return first;
  }

  /** Anybody: how many messages there are, about. */
  int messages() {
    Event top = stack;
    Event hurried = urgent;
    return (top == null ? 0 : top.depth)
        + (hurried == null ? 0 : hurried.depth)
        + (int) BACKLOG_SIZE.getOpaque(this);
  }
}
