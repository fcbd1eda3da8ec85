package dev.heddle.fiber;

import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.World;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands elements from senders to receivers, in the order of their sending. Any number of fibers,
 * tasks and threads may send and receive.
 *
 * <pre>{@code
 * Channel<Order> orders = Channel.buffered(64);
 * heddle.fiber(() -> orders.forEach(this::handle)); // until it is closed
 * orders.send(order);                               // waits while 64 are under way
 * orders.close();
 * }</pre>
 *
 * <p><b>How much is under way.</b> {@link #rendezvous()}: nothing; who sends waits for a receiver.
 * {@link #buffered}: up to a number of elements. {@link #unlimited()}: as many as there is memory
 * for; a send never waits.
 *
 * <p><b>Order.</b> Elements of one sender are received in their order. Senders that wait are served
 * in the order of their coming, and so are receivers; nobody overtakes.
 *
 * <p><b>Waiting</b> ends by a grant, a close, an interrupt or when the time is up, and each wait
 * has one outcome: an element was accepted or it was not, was received or was not, whatever came at
 * the same time. A send that returns (or returns true) was accepted; one that throws or returns
 * false was not. An operation that need not wait does not look whether the caller is interrupted.
 *
 * <p><b>End.</b> After {@link #close()} sends throw {@link ChannelClosedException}, those that wait
 * too. What was accepted before is still received; then receives throw it as well, or end as {@link
 * #receiveOrNull} and {@link #forEach} do.
 *
 * <p><b>Several at once:</b> {@link Select}.
 *
 * <p><b>Cost.</b> A send or receive that need not wait costs some ten nanoseconds and allocates
 * nothing; a wait allocates one object. An element for a receiver that waits is handed to it past
 * the buffer, and each operation wakes at most one waiter.
 *
 * <p><b>Memory.</b> What was done before a send is visible after the receive of its element.
 *
 * @param <T> the type of the elements; null is none
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class Channel<T> extends Guard {
  /*
   * Implementation. Everything is guarded by the guard that this is, except `closed`, which may be
   * read without it. Live: a place whose waiter has no outcome yet.
   *
   *   I1  a live place in `receivers` => the ring is empty, and no live place of another waiter in
   *       `senders` (one select may stand in both)
   *   I2  a live place in `senders` => the ring holds `capacity` elements
   *   I3  closed => both queues are empty
   *
   * A grant sets the item of a place *before* it claims it: the waiter may look at the place as
   * soon as the claim is made. If the claim fails, the waiter is gone and nobody looks. A sender's
   * place carries its element from the start; CLOSED in its stead means that it was not accepted.
   *
   * Whom an operation under the guard has granted stands in `granted` until the guard is left.
   *
   * Stack overflow. Each entry of the guard makes sure that there is stack for a change and for a
   * wake-up. The path of those who wait enters in a method of its own, so that an entry after the
   * wait needs no more stack than the one before it: a wait that ends by an overflow (in park)
   * takes its waiter out all the same.
   *
   * Refused: spinning before a park. Who is woken is ready on the worker of who woke it, so whom
   * a spin waits for cannot run; on one worker it took a rendezvous from 220 to 370 ns.
   */
  static final Object CLOSED = new Object();

  private static final AtomicLong NUMBERS = new AtomicLong();

  /** The order in which a select enters the guards of its channels. */
  final long number = Clock.next(NUMBERS);

  private final int capacity;
  private final Ring ring = new Ring();
  private final WaitQueue receivers = new WaitQueue();
  private final WaitQueue senders = new WaitQueue();
  private volatile boolean closed;
  private @Nullable Throwable cause;
  private @Nullable Place granted;

  private Channel(int capacity) {
    this.capacity = capacity;
  }

  /** A channel that holds nothing: a send waits until a receiver takes its element. */
  public static <T> Channel<T> rendezvous() {
    return new Channel<>(0);
  }

  /**
   * A channel that holds up to {@code capacity} elements. Takes memory as it is needed.
   *
   * @throws IllegalArgumentException if {@code capacity} is less than 1
   */
  public static <T> Channel<T> buffered(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException(
          "a capacity of " + capacity + "; at least 1, or take Channel.rendezvous()");
    }
    return new Channel<>(capacity);
  }

  /** A channel whose sends never wait; who is slower than its senders runs out of memory. */
  public static <T> Channel<T> unlimited() {
    return new Channel<>(Integer.MAX_VALUE);
  }

  // ---- sending

  /**
   * Sends {@code element}; waits until it is accepted.
   *
   * @throws ChannelClosedException if the channel is closed, before or meanwhile; the element was
   *     not accepted
   * @throws InterruptedException if the caller is interrupted while it waits; the element was not
   *     accepted
   */
  public void send(T element) throws InterruptedException {
    World.point();
    if (!offer(element)) {
      sendSlowly(element, Long.MAX_VALUE);
    }
  }

  /**
   * Sends {@code element}; waits until it is accepted, at most for {@code timeout}.
   *
   * @return whether it was accepted; false: the time is up
   * @throws ChannelClosedException as {@link #send(Object)}
   * @throws InterruptedException as {@link #send(Object)}
   */
  public boolean send(T element, Duration timeout) throws InterruptedException {
    World.point();
    long nanos = Times.nanos(timeout);
    return offer(element) || (nanos > 0 && sendSlowly(element, nanos));
  }

  /**
   * Sends {@code element} if it is accepted at once.
   *
   * @return whether it was
   * @throws ChannelClosedException if the channel is closed
   */
  public boolean trySend(T element) {
    World.point();
    return offer(element);
  }

  private boolean offer(T element) {
    Objects.requireNonNull(element, "a channel takes no null; null means 'nothing received'");
    while (true) {
      enter();
      if (closed) {
        leave();
        throw tooLateToSend();
      }
      if (put(element)) {
        leaveAndWake();
        return true;
      }
      boolean grow = canGrow();
      leave();
      if (!grow) {
        return false;
      }
      grow();
    }
  }

  private boolean sendSlowly(T element, long nanos) throws InterruptedException {
    Waiter waiter = new Waiter();
    waiter.item = element;
    while (true) {
      enter();
      if (closed) {
        leave();
        throw tooLateToSend();
      }
      if (put(element)) {
        leaveAndWake();
        return true;
      }
      if (!canGrow()) {
        break;
      }
      leave();
      grow();
    }
    senders.add(waiter);
    leave();
    boolean accepted = awaitGrant(waiter, senders, nanos);
    if (accepted && waiter.item == CLOSED) {
      throw tooLateToSend();
    }
    return accepted;
  }

  // ---- receiving

  /**
   * Receives the oldest element; waits until there is one.
   *
   * @throws ChannelClosedException if the channel is closed and everything was received
   * @throws InterruptedException if the caller is interrupted while it waits; nothing was received
   */
  public T receive() throws InterruptedException {
    World.point();
    T element = receiveOr(Long.MAX_VALUE);
    if (element == null) {
      throw nothingLeft();
    }
    return element;
  }

  /**
   * Receives the oldest element; waits until there is one, at most for {@code timeout}.
   *
   * @return the element; null: the time is up
   * @throws ChannelClosedException as {@link #receive()}
   * @throws InterruptedException as {@link #receive()}
   */
  public @Nullable T receive(Duration timeout) throws InterruptedException {
    World.point();
    T element = receiveOr(Times.nanos(timeout));
    if (element == null && isFinished()) {
      throw nothingLeft();
    }
    return element;
  }

  /**
   * Receives the oldest element, if there is one.
   *
   * @return the element; null: there is none now
   * @throws ChannelClosedException if the channel is closed and everything was received
   */
  public @Nullable T tryReceive() {
    World.point();
    T element = poll();
    if (element == null && isFinished()) {
      throw nothingLeft();
    }
    return element;
  }

  /**
   * As {@link #receive()}, but the end is no exception.
   *
   * @return the element; null: the channel is closed and everything was received
   * @throws ChannelClosedException if that is so, and it was {@linkplain #close(Throwable) closed
   *     with a cause}: a failure is not mistaken for an end
   * @throws InterruptedException as {@link #receive()}
   */
  public @Nullable T receiveOrNull() throws InterruptedException {
    World.point();
    T element = receiveOr(Long.MAX_VALUE);
    if (element == null && causeOfEnd() != null) {
      throw nothingLeft();
    }
    return element;
  }

  /**
   * Receives elements and gives each to {@code action}, until the channel is closed and everything
   * was received. What {@code action} throws ends it; the element counts as received.
   *
   * @throws ChannelClosedException as {@link #receiveOrNull()}
   * @throws InterruptedException as {@link #receive()}
   */
  public void forEach(Consumer<? super T> action) throws InterruptedException {
    T element;
    while ((element = receiveOrNull()) != null) {
      action.accept(element);
    }
  }

  /** An element, or null if the time is up or the end has come. */
  private @Nullable T receiveOr(long nanos) throws InterruptedException {
    T element = poll();
    return element != null || nanos <= 0 ? element : receiveSlowly(nanos);
  }

  private @Nullable T poll() {
    enter();
    T element = take();
    leaveAndWake();
    return element;
  }

  @SuppressWarnings("unchecked") // only elements are put there
  private @Nullable T receiveSlowly(long nanos) throws InterruptedException {
    Waiter waiter = new Waiter();
    enter();
    T element = take();
    if (element != null || closed) {
      leaveAndWake();
      return element;
    }
    receivers.add(waiter);
    leave();
    if (!awaitGrant(waiter, receivers, nanos)) {
      return null;
    }
    return waiter.item == CLOSED ? null : (T) waiter.item;
  }

  /**
   * Waits for what {@code waiter} stands in {@code queue} for. One that has not got it, because the
   * time is up, of an interrupt, or because it could not even wait, leaves the queue.
   *
   * @return false if the time is up
   */
  private boolean awaitGrant(Waiter waiter, WaitQueue queue, long nanos)
      throws InterruptedException {
    boolean granted = false;
    try {
      granted = waiter.await(this, nanos, true);
    } catch (Throwable e) {
      granted = !waiter.giveUp() && waiter.granted() != null;
      if (!granted) {
        throw e;
      }
    } finally {
      if (!granted) {
        enter();
        queue.remove(waiter);
        leave();
      }
    }
    if (!granted && Thread.interrupted()) {
      throw new InterruptedException();
    }
    return granted;
  }

  // ---- the end

  /**
   * Closes the channel for senders. Those that wait are told that their elements were not accepted;
   * receivers that wait are told the end. Closing again does nothing.
   */
  public void close() {
    end(null);
  }

  /**
   * As {@link #close()}, because something failed: {@code cause} is the cause of every {@link
   * ChannelClosedException} of this channel, and {@link #forEach} ends by one. The first close
   * counts.
   */
  public void close(Throwable cause) {
    World.point();
    end(Objects.requireNonNull(cause, "a cause of null; close() needs none"));
  }

  private void end(@Nullable Throwable cause) {
    enter();
    if (closed) {
      leave();
      return;
    }
    this.cause = cause;
    closed = true;
    Place waiting = dismissAll(receivers);
    Place offering = dismissAll(senders);
    leave();
    wakeAll(waiting);
    wakeAll(offering);
  }

  /** Guarded. Grants everybody in {@code queue} the end; returns them as a chain by their links. */
  private static @Nullable Place dismissAll(WaitQueue queue) {
    Place first = null;
    Place last = null;
    Place place;
    while ((place = queue.first()) != null) {
      queue.remove(place);
      place.item = CLOSED;
      if (place.waiter().claim(place)) {
        if (last == null) {
          first = place;
        } else {
          last.next = place;
        }
        last = place;
      }
    }
    return first;
  }

  private static void wakeAll(@Nullable Place chain) {
    while (chain != null) {
      Place next = chain.next;
      chain.next = null;
      chain.waiter().wake();
      chain = next;
    }
  }

  /** Whether it was closed; there may still be something to receive. */
  public boolean isClosed() {
    World.point();
    return closed;
  }

  private boolean isFinished() {
    return closed && size() == 0;
  }

  private @Nullable Throwable causeOfEnd() {
    enter();
    Throwable found = cause;
    leave();
    return found;
  }

  ChannelClosedException tooLateToSend() {
    return new ChannelClosedException(
        "cannot send: " + this + "; close it only after the last send", causeOfEnd());
  }

  ChannelClosedException nothingLeft() {
    return new ChannelClosedException(
        "nothing left to receive: " + this + "; forEach and receiveOrNull end without this",
        causeOfEnd());
  }

  // ---- under the guard, also for Select

  /** Guarded. Whether {@code element} was accepted; who has to be woken is in {@code granted}. */
  boolean put(T element) {
    return handOver(element) || (ring.size() < capacity && ring.add(element));
  }

  private boolean handOver(T element) {
    Place place;
    while ((place = receivers.first()) != null) {
      receivers.remove(place);
      place.item = element;
      if (place.waiter().claim(place)) {
        granted = place;
        return true;
      }
      place.item = null;
    }
    return false;
  }

  /** Guarded, after a {@link #put} that failed: whether it will not after {@link #grow}. */
  boolean canGrow() {
    return ring.size() < capacity;
  }

  /** Outside of the guard. */
  void grow() {
    @Nullable Object[] larger = ring.larger();
    enter();
    ring.moveTo(larger);
    leave();
  }

  /** Guarded. The oldest element; null: none. Who has to be woken is in {@code granted}. */
  @SuppressWarnings("unchecked") // only elements are put there
  @Nullable T take() {
    return (T) (senders.isEmpty() ? ring.take() : takeAndAdmit());
  }

  /** Takes the oldest, and lets the first sender in whose element fits then. */
  private @Nullable Object takeAndAdmit() {
    Object element = ring.take();
    Place sender = senders.grantFirst();
    if (sender != null) {
      granted = sender;
      Object sent = Objects.requireNonNull(sender.item);
      if (element == null) {
        element = sent;
      } else {
        ring.add(sent); // fits: there was one more
      }
    }
    return element;
  }

  /** Guarded. Whom the last operation granted; to be woken after the guard was left. */
  @Nullable Place takeGranted() {
    Place place = granted;
    if (place != null) {
      granted = null;
    }
    return place;
  }

  private void leaveAndWake() {
    Place place = takeGranted();
    leave();
    if (place != null) {
      place.waiter().wake();
    }
  }

  /** Guarded. Where receivers stand. */
  WaitQueue receivers() {
    return receivers;
  }

  /** Guarded. Where senders stand. */
  WaitQueue senders() {
    return senders;
  }

  // ---- looking in

  /** How many elements were accepted and not received yet: those in the buffer. */
  public int size() {
    World.point();
    enter();
    int size = ring.size();
    leave();
    return size;
  }

  /** How many stand in the queues. */
  int waiting() {
    enter();
    int waiting = receivers.size() + senders.size();
    leave();
    return waiting;
  }

  /** For messages. */
  @Override
  public String toString() {
    return "Channel "
        + number
        + (capacity == 0
            ? " (rendezvous"
            : capacity == Integer.MAX_VALUE
                ? " (unlimited, " + ring.size() + " elements"
                : " (" + ring.size() + " of " + capacity + " elements")
        + (closed ? ", closed)" : ")");
  }
}
