package dev.heddle.process;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A copy of {@link ProcessWord} and {@link ProcessMailbox} into which one fault can be built. */
final class FaultyProcess implements RacedProcess {
  /** What is wrong. */
  enum Fault {
    /** The sender looks at the word before its message is in the mailbox. */
    WAKE_BEFORE_PUSH,
    /** Who leaves does not mind that something has arrived. */
    LEAVE_IGNORES_WOKEN,
    /** Who leaves looks whether something has arrived, and then writes. */
    LEAVE_WITHOUT_CAS,
    /** Who wakes looks, and then writes. */
    WAKE_WITHOUT_CAS,
    /** Who claims looks, and then writes. */
    CLAIM_WITHOUT_CAS,
    /** Who makes an entry of what stands in its slot looks, and then writes. */
    ENTRY_WITHOUT_CAS,
    /** Who takes an entry out clears its flag in a step of its own. */
    ENTRY_CLEARED_LATE,
    /** Who goes to the end of the queue has looked before whether there is an entry. */
    REQUEUE_LOOKS_EARLY,
    /** Who kills does not say that something has arrived. */
    KILL_WITHOUT_WOKEN,
    /** Who ends the process by force looks, and then writes. */
    SEIZE_WITHOUT_CAS,
    /**
     * Who ends the process by force looks whether it is in a step, and then says that it must end.
     */
    SEIZE_IN_TWO_STEPS,
    /** Who has waited for long enough looks, and then writes. */
    TIMEOUT_WITHOUT_CAS,
    /** Who pushes looks, and then writes. */
    PUSH_WITHOUT_CAS,
    /** The claimer looks what is in the mailbox, and then empties it. */
    TAKE_WITHOUT_EXCHANGE,
    /** The claimer looks what is in the mailbox, and then closes it. */
    CLOSE_WITHOUT_EXCHANGE
  }

  private static final int STATE = 7;
  private static final int WOKEN = 1 << 3;
  private static final int ENTRY = 1 << 4;
  private static final int KILLED = 1 << 5;
  private static final Event CLOSED = new Cancel();

  private final Fault fault;
  private final AtomicInteger word = new AtomicInteger(ProcessWord.STARTING);
  private final AtomicReference<@Nullable Event> stack = new AtomicReference<>();
  private @Nullable Event backlog;
  private int backlogSize;

  FaultyProcess(Fault fault) {
    this.fault = fault;
  }

  private static int with(int word, int state) {
    return (word & ~STATE) | state;
  }

  /** From {@code now} to {@code next}: by a CAS, or, if that is the fault, by a mere write. */
  private boolean change(Fault byWrite, int now, int next) {
    if (fault == byWrite) {
      word.set(next);
      return true;
    }
    return word.compareAndSet(now, next);
  }

  @Override
  public boolean send(Event event, Runnable addEntry) {
    if (fault == Fault.WAKE_BEFORE_PUSH) {
      boolean add = wake(0, ENTRY);
      boolean sent = push(event);
      if (add) {
        addEntry.run();
      }
      return sent;
    }
    if (!push(event)) {
      return false;
    }
    if (wake(0, ENTRY)) {
      addEntry.run();
    }
    return true;
  }

  @Override
  public boolean sendNext(Event event, Runnable fillSlot) {
    if (!push(event)) {
      return false;
    }
    if (wake(0, 0)) {
      fillSlot.run();
    }
    return true;
  }

  private boolean push(Event event) {
    int own = event instanceof Message ? 1 : 0;
    while (true) {
      Event top = stack.get();
      if (top == CLOSED) {
        return false;
      }
      event.next = top;
      event.depth = top == null ? own : top.depth + own;
      if (fault == Fault.PUSH_WITHOUT_CAS) {
        stack.set(event);
        return true;
      }
      if (stack.compareAndSet(top, event)) {
        return true;
      }
    }
  }

  @Override
  public boolean kill() {
    return wake(KILLED, ENTRY);
  }

  private boolean wake(int flag, int entry) {
    while (true) {
      int now = word.get();
      switch (now & STATE) {
        case ProcessWord.IDLE, ProcessWord.BLOCKED -> {
          if (change(Fault.WAKE_WITHOUT_CAS, now, with(now, ProcessWord.READY) | entry | flag)) {
            return (now & ENTRY) == 0;
          }
        }
        case ProcessWord.STARTING, ProcessWord.RUNNING, ProcessWord.YIELDING -> {
          int woken = fault == Fault.KILL_WITHOUT_WOKEN && flag != 0 ? 0 : WOKEN;
          if (word.compareAndSet(now, now | woken | flag)) {
            return false;
          }
        }
        case ProcessWord.READY -> {
          if (word.compareAndSet(now, now | flag)) {
            return false;
          }
        }
        default -> {
          return false;
        }
      }
    }
  }

  @Override
  public boolean claimEntry() {
    while (true) {
      int now = word.get();
      boolean ready = (now & STATE) == ProcessWord.READY;
      int next = ready ? with(now, ProcessWord.RUNNING) : now;
      if (fault == Fault.ENTRY_CLEARED_LATE) {
        if (!ready || word.compareAndSet(now, next)) {
          word.getAndUpdate(late -> late & ~ENTRY);
          return ready;
        }
      } else if (change(Fault.CLAIM_WITHOUT_CAS, now, next & ~ENTRY)) {
        return ready;
      }
    }
  }

  @Override
  public boolean claimWithoutEntry() {
    while (true) {
      int now = word.get();
      if ((now & STATE) != ProcessWord.READY) {
        return false;
      }
      if (change(Fault.CLAIM_WITHOUT_CAS, now, with(now, ProcessWord.RUNNING))) {
        return true;
      }
    }
  }

  @Override
  public boolean becomeEntry() {
    while (true) {
      int now = word.get();
      if ((now & STATE) != ProcessWord.READY || (now & ENTRY) != 0) {
        return false;
      }
      if (change(Fault.ENTRY_WITHOUT_CAS, now, now | ENTRY)) {
        return true;
      }
    }
  }

  @Override
  public boolean seize() {
    while (true) {
      int now = word.get();
      switch (now & STATE) {
        case ProcessWord.READY, ProcessWord.IDLE, ProcessWord.BLOCKED -> {
          if (change(Fault.SEIZE_WITHOUT_CAS, now, with(now, ProcessWord.RUNNING))) {
            return true;
          }
        }
        case ProcessWord.STARTING, ProcessWord.RUNNING, ProcessWord.YIELDING -> {
          if (fault == Fault.SEIZE_IN_TWO_STEPS) {
            boolean _ = kill(); // whether an entry is to be added, which nobody expects here
            return false;
          }
          if (word.compareAndSet(now, now | WOKEN | KILLED)) {
            return false;
          }
        }
        default -> {
          return false;
        }
      }
    }
  }

  @Override
  public boolean claimIdle() {
    while (true) {
      int now = word.get();
      if ((now & STATE) != ProcessWord.IDLE) {
        return false;
      }
      if (change(Fault.TIMEOUT_WITHOUT_CAS, now, with(now, ProcessWord.RUNNING))) {
        return true;
      }
    }
  }

  @Override
  public void started() {
    word.getAndUpdate(now -> (with(now, ProcessWord.READY) & ~WOKEN) | ENTRY);
  }

  @Override
  public void yielding() {
    word.getAndUpdate(now -> with(now, ProcessWord.YIELDING));
  }

  @Override
  public boolean leave(int state) {
    while (true) {
      int now = word.get();
      if (fault == Fault.LEAVE_IGNORES_WOKEN) {
        if (word.compareAndSet(now, with(now, state) & ~WOKEN)) {
          return true;
        }
      } else if ((now & WOKEN) != 0) {
        if (word.compareAndSet(now, with(now, ProcessWord.RUNNING) & ~WOKEN)) {
          return false;
        }
      } else if (change(Fault.LEAVE_WITHOUT_CAS, now, with(now, state))) {
        return true;
      }
    }
  }

  @Override
  public boolean requeue() {
    int early = word.get();
    while (true) {
      int now = word.get();
      if (word.compareAndSet(now, (with(now, ProcessWord.READY) & ~WOKEN) | ENTRY)) {
        return ((fault == Fault.REQUEUE_LOOKS_EARLY ? early : now) & ENTRY) == 0;
      }
    }
  }

  @Override
  public void finish() {
    word.getAndUpdate(now -> with(now, ProcessWord.COMPLETE));
  }

  @Override
  public boolean isKilled() {
    return (word.get() & KILLED) != 0;
  }

  @Override
  public int state() {
    return word.get() & STATE;
  }

  @Override
  public @Nullable Event poll() {
    Event first = backlog;
    if (first == null) {
      Event top = stack.get();
      if (top == null) {
        return null;
      }
      if (fault == Fault.TAKE_WITHOUT_EXCHANGE) {
        stack.set(null);
      } else {
        top = stack.getAndSet(null);
      }
      if (top == null) {
        return null; // two have claimed the process
      }
      backlogSize = top.depth;
      first = oldestFirst(top);
    }
    backlog = first.next;
    first.next = null;
    if (first instanceof Message) {
      backlogSize--;
    }
    return first;
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

  @Override
  public boolean hasEvents() {
    return backlog != null || stack.get() != null;
  }

  @Override
  public @Nullable Event closeMailbox() {
    Event top;
    if (fault == Fault.CLOSE_WITHOUT_EXCHANGE) {
      top = stack.get();
      stack.set(CLOSED);
    } else {
      top = stack.getAndSet(CLOSED);
    }
    Event newer = top == null || top == CLOSED ? null : oldestFirst(top);
    Event older = backlog;
    backlog = null;
    backlogSize = 0;
    if (older == null) {
      return newer;
    }
    Event last = older;
    while (last.next != null) {
      last = last.next;
    }
    last.next = newer;
    return older;
  }

  @Override
  public int messages() {
    Event top = stack.get();
    return (top == null ? 0 : top.depth) + backlogSize;
  }
}
