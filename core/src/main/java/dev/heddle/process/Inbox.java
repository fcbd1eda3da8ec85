package dev.heddle.process;

import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.Memory;
import dev.heddle.scheduler.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link ProcessBody} receives from. Only for its own fiber.
 *
 * <p>A message is received as what was sent; other events ({@link Down}, {@link Exited}, {@link
 * Named}, {@link PortUnused}) as themselves. A receive that asks for something special leaves the
 * rest where it is, in order; to ask again costs only a look at what has come since, if it is asked
 * by the same class or the same predicate object (a lambda that captures nothing is one object). So
 * a predicate that has refused a message is not asked about it again, and must not change its mind.
 * What is left at the end becomes dead letters.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class Inbox {
  private static final long FOR_EVER = Long.MAX_VALUE;
  private static final BiConsumer<Request, ProcessCell> OWE = Request::takenBy;

  private final FiberCell cell;
  private final RefusedEvents refused = new RefusedEvents();
  private @Nullable Message last;
  private boolean trapping;
  private long tags = Long.MIN_VALUE;

  Inbox(FiberCell cell) {
    this.cell = cell;
  }

  /** What the process can do besides receiving. */
  public ProcessContext context() {
    return cell;
  }

  /** This process. */
  public Pid self() {
    return cell.self();
  }

  /**
   * Waits for the oldest of all.
   *
   * @throws ProcessCancelledException if the process shall come to an end
   */
  public Object receive() throws InterruptedException {
    return Objects.requireNonNull(receiveAny(FOR_EVER));
  }

  /** As {@link #receive()}, for {@code timeout} at most; null: nothing came. */
  public @Nullable Object receive(Duration timeout) throws InterruptedException {
    return receiveAny(TimeUnit.NANOSECONDS.convert(timeout));
  }

  private @Nullable Object receiveAny(long nanos) throws InterruptedException {
    Event event = next(this, each -> !(each instanceof Completion), nanos);
    return event == null ? null : content(event);
  }

  /** Waits for the oldest of this type, and leaves all else where it is. */
  public <T> T receive(Class<T> type) throws InterruptedException {
    return Objects.requireNonNull(receive(type, FOR_EVER));
  }

  /** As {@link #receive(Class)}, for {@code timeout} at most; null: none came. */
  public <T> @Nullable T receive(Class<T> type, Duration timeout) throws InterruptedException {
    return receive(type, TimeUnit.NANOSECONDS.convert(timeout));
  }

  private <T> @Nullable T receive(Class<T> type, long nanos) throws InterruptedException {
    Event event = next(type, each -> type.isInstance(content(each)), nanos);
    return event == null ? null : type.cast(content(event));
  }

  /** Waits for the oldest that {@code wanted} says yes to, and leaves all else where it is. */
  public Object receive(Predicate<Object> wanted) throws InterruptedException {
    return Objects.requireNonNull(receive(wanted, FOR_EVER));
  }

  /** As {@link #receive(Predicate)}, for {@code timeout} at most; null: none came. */
  public @Nullable Object receive(Predicate<Object> wanted, Duration timeout)
      throws InterruptedException {
    return receive(wanted, TimeUnit.NANOSECONDS.convert(timeout));
  }

  private @Nullable Object receive(Predicate<Object> wanted, long nanos)
      throws InterruptedException {
    Event event =
        next(wanted, each -> !(each instanceof Completion) && wanted.test(content(each)), nanos);
    return event == null ? null : content(event);
  }

  private static Object content(Event event) {
    return event instanceof Message message ? message.data() : event;
  }

  /**
   * Has {@code command} carried out, as a step's {@link StepOutput#yield} would, and waits for its
   * end. Messages that come meanwhile are left where they are. If the wait is ended by an interrupt
   * or a {@link Cancel}, the command is cancelled as at the end of a process, and its outcome a
   * dead letter.
   *
   * @return its result
   * @throws Exception why it failed
   */
  public @Nullable Object perform(Object command) throws Exception {
    cell.checkCaller();
    PendingCommand pending = cell.dispatch(tags++, Objects.requireNonNull(command, "command"));
    Event event;
    try {
      event = Objects.requireNonNull(next(pending, each -> each == pending, FOR_EVER));
    } catch (InterruptedException | ProcessCancelledException e) {
      cell.giveUp(pending);
      throw e;
    }
    Throwable error = event.error();
    if (error instanceof Error fatal) {
      throw fatal;
    }
    if (error instanceof Exception failure) {
      throw failure;
    }
    return event.data();
  }

  /**
   * The message that was received last: for its {@link Message#port()} and {@link
   * Message#expectsReply()}.
   *
   * @throws IllegalStateException if none was
   */
  public Message message() {
    Message received = last;
    if (received == null) {
      throw new IllegalStateException("the process " + self() + " has received no message yet");
    }
    return received;
  }

  /** {@linkplain Message#reply Replies} to the message that was received last. */
  public void reply(@Nullable Object answer) {
    message().reply(answer);
  }

  /** Whether a {@link Cancel} is received as an event, instead of thrown. */
  public void trapCancel(boolean traps) {
    trapping = traps;
  }

  private @Nullable Event next(Object selector, Predicate<Event> wanted, long nanos)
      throws InterruptedException {
    cell.checkCaller();
    Event found = refused.take(selector, wanted);
    long start = nanos == FOR_EVER ? 0 : Clock.nanos();
    while (found == null) {
      Event event = cell.nextEvent();
      if (event == null) {
        long left = nanos == FOR_EVER ? nanos : nanos - (Clock.nanos() - start);
        if (left <= 0 || !cell.awaitEvent(left)) {
          return null;
        }
      } else if (event instanceof Cancel && !trapping) {
        throw new ProcessCancelledException("the process " + self() + " shall come to an end");
      } else if (isWanted(event, selector, wanted)) {
        found = event;
      }
    }
    if (found instanceof Message message) {
      if (message instanceof Request request) {
        Memory.insist(OWE, request, cell);
      }
      last = message;
      cell.taken(1, Worker.current());
    } else {
      cell.settle(found);
    }
    return found;
  }

  /** What is not wanted is kept for another receive; so is what the test has thrown at. */
  private boolean isWanted(Event event, Object selector, Predicate<Event> wanted) {
    boolean isWanted = false;
    try {
      isWanted = wanted.test(event);
    } finally {
      if (!isWanted) {
        refuse(event, selector);
      }
    }
    return isWanted;
  }

  private void refuse(Event event, Object selector) {
    if (event instanceof Completion late) {
      cell.settle(late);
      cell.bury(late);
    } else {
      try {
        assert Memory.suffices("an event that is refused");
        refused.add(event, selector);
      } catch (OutOfMemoryError e) {
        cell.putBack(event);
        throw e;
      }
    }
  }

  /** The text of the message that was received last, for a report. */
  List<String> describeLast(Function<Object, String> describer) {
    Message received = last;
    return received == null ? List.of() : CrashReport.describe(List.of(received), describer);
  }

  RefusedEvents refused() {
    return refused;
  }

  @Override
  public String toString() {
    return "a message for " + self();
  }
}
