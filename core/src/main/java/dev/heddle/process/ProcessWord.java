package dev.heddle.process;

import dev.heddle.scheduler.NextSlip;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The state of a process, in one atomic word: who may run it, and who has to see to it that
 * somebody does.
 *
 * <table>
 * <caption>The word</caption>
 * <tr><th>bits</th><th>name</th><th>meaning</th><th>written by</th></tr>
 * <tr><td>0-2</td><td>state</td><td>see {@link ProcessState}</td><td>the one who has claimed the
 * process; wakers, out of {@code IDLE} and {@code BLOCKED}</td></tr>
 * <tr><td>3</td><td>{@code WOKEN}</td><td>something has arrived since the process was claimed. Only
 * while {@code STARTING}, {@code RUNNING} or {@code YIELDING}</td><td>set by wakers, cleared by the
 * claimer</td></tr>
 * <tr><td>4</td><td>{@code ENTRY}</td><td>an entry for the process stands in a queue, or is just
 * being put there or taken out</td><td>set with {@code READY}, cleared by who takes the entry
 * out</td></tr>
 * <tr><td>5</td><td>{@code KILLED}</td><td>it has to end before its next step</td><td>anybody, for
 * good</td></tr>
 * </table>
 *
 * <pre>
 *   STARTING  -started-> READY                     by the spawner, after init
 *   READY     -claim->   RUNNING                   by whoever takes its entry, or is handed over to it
 *   RUNNING   -yielding-> YIELDING                 its step has returned with commands
 *   RUNNING, YIELDING -leave-> IDLE, BLOCKED       only without WOKEN
 *   RUNNING, YIELDING -requeue-> READY             it has more to do
 *   IDLE, BLOCKED -wake-> READY                    by whoever has something for it
 *   any but COMPLETE -finish-> COMPLETE            by the claimer
 * </pre>
 *
 * <h2>No wake-up is lost</h2>
 *
 * Who has something for the process (W1) puts it into the mailbox by a CAS, and then (W2) reads the
 * word, and changes it by a CAS if it has to ({@link #wake}). Who runs the process (R1) takes the
 * mailbox's contents by an exchange, and when it wants to stop, (R2) leaves by a CAS on the word
 * ({@link #leave}), which fails if {@code WOKEN} is set. All four are volatile accesses, so they
 * have one order that all agree on, W1 before W2 and R1 before R2.
 *
 * <ul>
 *   <li>W2 sees {@code READY}: the claim comes later, and R1 after it. R1 sees what W1 put.
 *   <li>W2 sees {@code IDLE} or {@code BLOCKED}: it makes it {@code READY}, or its CAS fails and it
 *       looks again.
 *   <li>W2 sees {@code RUNNING} or {@code YIELDING} and sets {@code WOKEN}, or sees it set: the
 *       next R2 comes later and fails; it clears the flag, and the claimer's next R1 is after that.
 *       The flag is cleared nowhere else but on the way to {@code READY}, which is the first case.
 *   <li>W2 sees {@code COMPLETE}: the mailbox was closed before, so W1 would have failed; or the
 *       contents were taken out when it was closed, and are dead letters.
 * </ul>
 *
 * <h2>One entry</h2>
 *
 * A process that is {@code READY} has exactly one entry in all queues, and one in any other state
 * has at most one: whoever makes it {@code READY} adds an entry only if {@code ENTRY} was not set.
 * An entry is left behind when the process is claimed without it: by a hand-over, or by the end of
 * the runtime. It serves the next time, or is dropped by who takes it out ({@link #claimEntry}):
 * claiming and clearing {@code ENTRY} are one CAS, so either the process was {@code READY}, and is
 * run, or the flag is clear, and who makes it {@code READY} next adds a new one. So two processes
 * that hand over to each other for ever leave two entries behind, and not one each time.
 *
 * <h2>Or none</h2>
 *
 * One that is {@code READY} without {@code ENTRY} stands in the slot of the worker whose item has
 * woken it ({@link #wakeNext}), until it is claimed ({@link #claimWithoutEntry}) or becomes an
 * entry after all ({@link #becomeEntry}). It is not forgotten there:
 *
 * <ul>
 *   <li>Only the thread that plays the worker fills the slot, if that is empty, right after the CAS
 *       that made this {@code READY}, with nothing between that could fail. Until then nobody else
 *       can find the process, and nobody has to.
 *   <li>The same thread looks into its slot before its ready queue, which has its turn as any
 *       other, and a worker with a full slot does not sleep. It empties the slot only to claim what
 *       stood there, or because it has claimed it already; and the claim fails only if somebody
 *       else has it. It fills the slot again only after that.
 *   <li>If the item waits, the worker makes its next choice without it. If the worker goes, it
 *       makes an entry: after that CAS {@code ENTRY} is set, and the first paragraph holds.
 *   <li>Others claim by the same CAS, so one of them has it. Who reads an old hint, of a process
 *       that has been {@code READY} by other means since, leaves that one's entry behind, as a
 *       hand-over does.
 *   <li>A second waker, meanwhile, sees {@code READY} and does nothing (W2, first case).
 * </ul>
 */
abstract class ProcessWord extends NextSlip {
  static final int STARTING = 0;
  static final int READY = 1;
  static final int RUNNING = 2;
  static final int YIELDING = 3;
  static final int BLOCKED = 4;
  static final int IDLE = 5;
  static final int COMPLETE = 6;

  private static final int STATE = 7;
  private static final int WOKEN = 1 << 3;
  private static final int ENTRY = 1 << 4;
  private static final int KILLED = 1 << 5;

  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(ProcessWord.class, "word", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile int word;

  private boolean change(int from, int to) {
    return WORD.compareAndSet(this, from, to);
  }

  private static int with(int word, int state) {
    return (word & ~STATE) | state;
  }

  // ---- whoever has something for it

  /**
   * W2: something was put into the mailbox.
   *
   * @return whether the caller has to put an entry into a queue
   */
  final boolean wake() {
    return wake(0, ENTRY);
  }

  /**
   * As {@link #wake()}, for a worker whose slot is free.
   *
   * @return whether the caller has to put it into its slot
   */
  final boolean wakeNext() {
    return wake(0, 0);
  }

  /**
   * The process shall end before its next step.
   *
   * @return whether the caller has to put an entry into a queue
   */
  final boolean kill() {
    return wake(KILLED, ENTRY);
  }

  private boolean wake(int flag, int entry) {
    while (true) {
      int now = word;
      switch (now & STATE) {
        case IDLE, BLOCKED -> {
          if (change(now, with(now, READY) | entry | flag)) {
            return (now & ENTRY) == 0;
          }
        }
        case STARTING, RUNNING, YIELDING -> {
          int next = now | WOKEN | flag;
          if (next == now || change(now, next)) {
            return false;
          }
        }
        case READY -> {
          int next = now | flag;
          if (next == now || change(now, next)) {
            return false;
          }
        }
        default -> {
          return false;
        }
      }
    }
  }

  /** Whether it waits for a waker, at this moment. */
  final boolean isUnready() {
    return state() >= BLOCKED;
  }

  // ---- whoever wants to run it

  /** The caller has taken the entry out of a queue: whether it has the process to itself now. */
  final boolean claimEntry() {
    while (true) {
      int now = word;
      boolean ready = (now & STATE) == READY;
      int next = (ready ? with(now, RUNNING) : now) & ~ENTRY;
      if (change(now, next)) {
        return ready;
      }
    }
  }

  /**
   * Whether the caller has the process, which was {@code READY}, to itself now; leaves the entry.
   */
  final boolean claimWithoutEntry() {
    while (true) {
      int now = word;
      if ((now & STATE) != READY) {
        return false;
      }
      if (change(now, with(now, RUNNING))) {
        return true;
      }
    }
  }

  /**
   * To end it by force: whether the caller has it to itself now. If not, it has ended, or is in a
   * step, which is its last: one CAS decides, because between a look and a {@link #kill} it could
   * begin to wait, without an entry.
   */
  final boolean seize() {
    while (true) {
      int now = word;
      switch (now & STATE) {
        case READY, IDLE, BLOCKED -> {
          if (change(now, with(now, RUNNING))) {
            return true;
          }
        }
        case STARTING, RUNNING, YIELDING -> {
          int next = now | WOKEN | KILLED;
          if (next == now || change(now, next)) {
            return false;
          }
        }
        default -> {
          return false;
        }
      }
    }
  }

  /** The fiber of a process that waits: whether it goes on by itself, because nobody woke it. */
  final boolean claimIdle() {
    while (true) {
      int now = word;
      if ((now & STATE) != IDLE) {
        return false;
      }
      if (change(now, with(now, RUNNING))) {
        return true;
      }
    }
  }

  // ---- the one who has claimed it

  /** The spawner, which has an entry to put into a queue then. */
  final void started() {
    int now;
    do {
      now = word;
    } while (!change(now, (with(now, READY) & ~WOKEN) | ENTRY));
  }

  /** Its step has returned, and commands are given out. */
  final void yielding() {
    become(YIELDING);
  }

  /** Commands have been given out, and it goes on. */
  final void running() {
    become(RUNNING);
  }

  private void become(int state) {
    int now;
    do {
      now = word;
    } while (!change(now, with(now, state)));
  }

  /**
   * R2: the process waits, unless something has arrived.
   *
   * @param state {@code IDLE} or {@code BLOCKED}
   * @return false if something has: it is {@code RUNNING} and still the caller's
   */
  final boolean leave(int state) {
    while (true) {
      int now = word;
      if ((now & WOKEN) != 0) {
        if (change(now, with(now, RUNNING) & ~WOKEN)) {
          return false;
        }
      } else if (change(now, with(now, state))) {
        return true;
      }
    }
  }

  /**
   * The process has more to do, and lets others go first.
   *
   * @return whether the caller has to put an entry into a queue
   */
  final boolean requeue() {
    while (true) {
      int now = word;
      if (change(now, (with(now, READY) & ~WOKEN) | ENTRY)) {
        return (now & ENTRY) == 0;
      }
    }
  }

  /** The process has ended; its mailbox was closed before. */
  final void finish() {
    become(COMPLETE);
  }

  /** Whether it has to end before its next step. */
  final boolean isKilled() {
    return (word & KILLED) != 0;
  }

  // ---- anybody

  /** One of the states above. */
  final int state() {
    return word & STATE;
  }

  // ---- as an entry

  @Override
  protected final @Nullable Object claim() {
    return claimEntry() ? this : null;
  }

  @Override
  protected final @Nullable Object claimNext() {
    return claimWithoutEntry() ? this : null;
  }

  @Override
  protected final boolean isWaiting() {
    return state() == READY;
  }

  @Override
  protected final boolean becomeEntry() {
    while (true) {
      int now = word;
      if ((now & STATE) != READY || (now & ENTRY) != 0) {
        return false;
      }
      if (change(now, now | ENTRY)) {
        return true;
      }
    }
  }
}
