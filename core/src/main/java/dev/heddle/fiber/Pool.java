package dev.heddle.fiber;

import dev.heddle.scheduler.World;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Items that are lent and come back: buffers, connections, parsers.
 *
 * <pre>{@code
 * Pool<Parser> parsers = Pool.bounded(4, Parser::new, Policy.keep(Parser::reset));
 * try (Loan<Parser> loan = parsers.borrow()) { // waits while all four are lent
 *   loan.get().parse(text);
 * }
 * }</pre>
 *
 * <p>Items are made when they are needed, by the borrower. A bounded pool has at most a number of
 * them, and lets borrowers wait in the order of their coming; an unbounded one makes another when
 * none is free. The one that came back last is lent first.
 *
 * <p><b>Failures.</b> What the factory throws comes out of {@link #borrow}; nothing is lent then,
 * and the next borrower tries again. An item whose {@code reset} throws is forgotten, its place in
 * the pool is free, and the exception comes out of {@link Loan#close}.
 *
 * <p><b>A loan that is never closed</b> stays lent: a bounded pool has one item less for good. So
 * borrow in a try.
 *
 * <p><b>Memory.</b> What a borrower did is visible to the next one. <b>Cost:</b> one object a loan,
 * one more a wait.
 *
 * @param <T> the type of the items
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class Pool<T> extends Guard {
  /*
   * Implementation. Everything is guarded by the Guard that this is. A Slot stands for an item and
   * its place in the bound; it is in the stack `free`, with an item, or a borrower has it, with or
   * without one.
   *
   *   slots = length of free + lent <= bound
   *   somebody waits => slots == bound, and none is free
   *
   * A slot that comes back goes to who waits longest, with or without an item: who gets one without
   * makes it. Nobody waits: with an item it is free, without one it is gone.
   *
   * The loan is allocated first, and a slot's item is made by its borrower, outside of the guard:
   * whatever fails then, the slot is known and comes back.
   */
  private final int bound;
  private final Supplier<? extends T> factory;
  private final Policy<? super T> policy;
  private final WaitQueue borrowers = new WaitQueue();
  private @Nullable Slot<T> free;
  private int slots;
  private int lent;

  private Pool(int bound, Supplier<? extends T> factory, Policy<? super T> policy) {
    this.bound = bound;
    this.factory = Objects.requireNonNull(factory, "factory");
    this.policy = Objects.requireNonNull(policy, "policy");
  }

  /**
   * A pool of at most {@code count} items, which are kept as they come back.
   *
   * @throws IllegalArgumentException if {@code count} is less than 1
   */
  public static <T> Pool<T> bounded(int count, Supplier<? extends T> factory) {
    return bounded(count, factory, Policy.keep());
  }

  /** As {@link #bounded(int, Supplier)}, with a policy for items that come back. */
  public static <T> Pool<T> bounded(
      int count, Supplier<? extends T> factory, Policy<? super T> policy) {
    if (count < 1) {
      throw new IllegalArgumentException("a pool of " + count + " items; at least 1");
    }
    return new Pool<>(count, factory, policy);
  }

  /** A pool that makes another item when none is free; those that come back are kept. */
  public static <T> Pool<T> unbounded(Supplier<? extends T> factory) {
    return unbounded(factory, Policy.keep());
  }

  /** As {@link #unbounded(Supplier)}, with a policy for items that come back. */
  public static <T> Pool<T> unbounded(Supplier<? extends T> factory, Policy<? super T> policy) {
    return new Pool<>(Integer.MAX_VALUE, factory, policy);
  }

  /**
   * What becomes of an item that comes back. The callbacks run on the thread that closes the loan.
   *
   * @param <T> the type of the items
   */
  public static final class Policy<T> {
    private final boolean keeps;
    private final Consumer<? super T> onReturn;

    private Policy(boolean keeps, Consumer<? super T> onReturn) {
      this.keeps = keeps;
      this.onReturn = Objects.requireNonNull(onReturn, "onReturn");
    }

    /** It is lent again, as it is. */
    public static <T> Policy<T> keep() {
      return keep(item -> {});
    }

    /** It is lent again, after {@code reset} was called with it. */
    public static <T> Policy<T> keep(Consumer<? super T> reset) {
      return new Policy<>(true, reset);
    }

    /** It is forgotten: every borrower gets a new one. */
    public static <T> Policy<T> renew() {
      return renew(item -> {});
    }

    /** It is forgotten after {@code dispose} was called with it: every borrower gets a new one. */
    public static <T> Policy<T> renew(Consumer<? super T> dispose) {
      return new Policy<>(false, dispose);
    }

    /** For messages. */
    @Override
    public String toString() {
      return keeps ? "keep" : "renew";
    }
  }

  // ---- borrowing

  /**
   * Borrows an item; waits until one is free.
   *
   * @throws InterruptedException if the caller is interrupted while it waits
   */
  public Loan<T> borrow() throws InterruptedException {
    World.point();
    return Objects.requireNonNull(borrow(Long.MAX_VALUE));
  }

  /**
   * Borrows an item; waits until one is free, at most for {@code timeout}. The time for making one
   * is not counted.
   *
   * @return the loan; null: the time is up
   * @throws InterruptedException if the caller is interrupted while it waits
   */
  public @Nullable Loan<T> borrow(Duration timeout) throws InterruptedException {
    World.point();
    return borrow(Times.nanos(timeout));
  }

  /**
   * Borrows an item, if one is free or can be made.
   *
   * @return the loan; null: all are lent
   */
  public @Nullable Loan<T> tryBorrow() {
    World.point();
    try {
      return borrow(0);
    } catch (InterruptedException e) {
      throw new AssertionError("did not wait", e);
    }
  }

  private @Nullable Loan<T> borrow(long nanos) throws InterruptedException {
    Loan<T> loan = new Loan<>(this);
    if (!lendFree(loan) && (nanos <= 0 || !awaitSlot(loan, nanos))) {
      return null;
    }
    Slot<T> slot = Objects.requireNonNull(loan.slot);
    if (slot.item == null) {
      try {
        slot.item = Objects.requireNonNull(factory.get(), "the pool's factory made null");
      } catch (Throwable e) {
        giveBack(slot);
        throw e;
      }
    }
    return loan;
  }

  private boolean lendFree(Loan<T> loan) {
    Slot<T> spare = null;
    while (true) {
      enter();
      boolean lends = lend(loan, spare);
      boolean more = !lends && slots < bound;
      leave();
      if (!more) {
        return lends;
      }
      spare = new Slot<>();
    }
  }

  /**
   * Guarded. Puts a free slot, or the new one {@code spare}, into {@code loan}, if there is any.
   */
  private boolean lend(Loan<T> loan, @Nullable Slot<T> spare) {
    Slot<T> slot = free;
    if (slot != null) {
      free = slot.next;
      slot.next = null;
    } else if (spare != null && slots < bound) {
      slot = spare;
      slots++;
    } else {
      return false;
    }
    lent++;
    loan.slot = slot;
    return true;
  }

  @SuppressWarnings("unchecked") // only slots are put there
  private boolean awaitSlot(Loan<T> loan, long nanos) throws InterruptedException {
    Waiter waiter = new Waiter();
    Slot<T> spare = new Slot<>();
    enter();
    if (lend(loan, spare)) {
      leave();
      return true;
    }
    borrowers.add(waiter);
    leave();
    boolean granted;
    try {
      granted = waiter.await(this, nanos, true);
    } catch (Throwable e) {
      if (waiter.giveUp() || waiter.granted() == null) {
        enter();
        borrowers.remove(waiter);
        leave();
        throw e;
      }
      granted = true;
    }
    if (granted) {
      loan.slot = (Slot<T>) waiter.item;
    } else {
      enter();
      borrowers.remove(waiter);
      leave();
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return granted;
  }

  /** Takes the slot out of {@code loan}; null: it is closed. */
  private @Nullable Slot<T> takeBack(Loan<T> loan) {
    enter();
    Slot<T> slot = loan.slot;
    loan.slot = null;
    leave();
    return slot;
  }

  private void giveBack(Slot<T> slot) {
    Place place;
    enter();
    while ((place = borrowers.first()) != null) {
      borrowers.remove(place);
      place.item = slot;
      if (place.waiter().claim(place)) {
        break;
      }
    }
    if (place == null) {
      lent--;
      if (slot.item == null) {
        slots--;
      } else {
        slot.next = free;
        free = slot;
      }
    }
    leave();
    if (place != null) {
      place.waiter().wake();
    }
  }

  // ---- looking in

  /** How many items are lent now, or being made for a borrower. */
  public int lent() {
    enter();
    int count = lent;
    leave();
    return count;
  }

  /** How many items there are, lent ones included. */
  public int size() {
    enter();
    int count = slots;
    leave();
    return count;
  }

  /** How many stand in the queue. */
  int waiting() {
    enter();
    int count = borrowers.size();
    leave();
    return count;
  }

  /** For messages. */
  @Override
  public String toString() {
    return "Pool (" + lent + " lent" + (bound == Integer.MAX_VALUE ? ")" : " of " + bound + ")");
  }

  /** An item and its place in the bound. */
  private static final class Slot<T> {
    private @Nullable T item;
    private @Nullable Slot<T> next;
  }

  /**
   * An item that was borrowed. Any thread may close it.
   *
   * @param <T> the type of the item
   */
  public static final class Loan<T> implements AutoCloseable {
    private final Pool<T> pool;
    private @Nullable Slot<T> slot; // guarded by the pool once it is lent

    private Loan(Pool<T> pool) {
      this.pool = pool;
    }

    /**
     * The item; not to be used after {@link #close}.
     *
     * @throws IllegalStateException if the loan is closed
     */
    public T get() {
      pool.enter();
      Slot<T> held = slot;
      T item = held == null ? null : held.item;
      pool.leave();
      if (item == null) {
        throw new IllegalStateException(
            "this loan is closed, and its item may be lent to another; borrow again");
      }
      return item;
    }

    /** Gives the item back. Closing again does nothing. */
    @Override
    public void close() {
      Slot<T> held = pool.takeBack(this);
      if (held == null) {
        return;
      }
      T item = Objects.requireNonNull(held.item);
      try {
        pool.policy.onReturn.accept(item);
        if (!pool.policy.keeps) {
          held.item = null;
        }
      } catch (Throwable e) {
        held.item = null;
        pool.giveBack(held);
        throw e;
      }
      pool.giveBack(held);
    }

    /** For messages. */
    @Override
    public String toString() {
      Slot<T> held = slot;
      return held == null ? "Loan (closed)" : "Loan of " + held.item;
    }
  }
}
