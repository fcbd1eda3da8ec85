package dev.heddle.fiber;

import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the first of several sends and receives. Exactly one of them happens.
 *
 * <pre>{@code
 * Select.on()
 *     .receive(orders, order -> handle(order))
 *     .send(ticks, now, () -> sent++)
 *     .receive(failures, failure -> report(failure), () -> failuresAreOver())
 *     .await();                    // or .within(timeout), .now(), .orElse(() -> nothingWasReady())
 * }</pre>
 *
 * <p>If several cases can happen at once, one is chosen at random. Otherwise the caller stands in
 * the queues of all its channels, behind those who came before. The same channel may stand in
 * several cases; a select never sends to itself.
 *
 * <p><b>Closed channels.</b> A case of a closed channel can happen: a receive after everything was
 * received runs its {@code onClosed}, or throws {@link ChannelClosedException} if it has none; a
 * send throws it.
 *
 * <p><b>Handlers</b> run on the caller's thread, when the send or receive has happened already: an
 * exception of theirs comes out of the waiting method, and takes nothing back.
 *
 * <p>A select may be used again and again, as in a loop: each time one case happens. It is for one
 * thread at a time.
 *
 * <p><b>Cost.</b> Each time it enters the guards of all its channels; if it waits, it allocates a
 * waiter and a place for each case.
 */
public final class Select {
  /*
   * Implementation. Cases are tried, and if none can happen places are queued, with the guards of
   * all channels held, so nothing comes between. The guards are entered in the order of the
   * channels' numbers; who does not get one soon leaves those it has, and tries again. Other selects
   * find this one's places in the queues, all with one waiter, whose claim decides which one case
   * happens; its own places are not there yet when it tries.
   */
  private final List<Case> cases = new ArrayList<>();
  private Channel<?>[] channels = {}; // each once, by number

  private Select() {}

  /** A select without cases. */
  public static Select on() {
    return new Select();
  }

  // ---- cases

  /** Adds a case: receives from {@code channel}, and gives the element to {@code onReceived}. */
  public <T> Select receive(Channel<T> channel, Consumer<? super T> onReceived) {
    return add(new Receiving<>(channel, Objects.requireNonNull(onReceived, "onReceived"), null));
  }

  /**
   * Adds a case: receives from {@code channel}, and gives the element to {@code onReceived}; at its
   * end runs {@code onClosed}, whether it was closed with a cause or without.
   */
  public <T> Select receive(Channel<T> channel, Consumer<? super T> onReceived, Runnable onClosed) {
    return add(
        new Receiving<>(
            channel,
            Objects.requireNonNull(onReceived, "onReceived"),
            Objects.requireNonNull(onClosed, "onClosed")));
  }

  /** Adds a case: sends {@code element} to {@code channel}, and runs {@code onSent}. */
  public <T> Select send(Channel<T> channel, T element, Runnable onSent) {
    return add(
        new Sending<>(
            channel,
            Objects.requireNonNull(
                element, "a channel takes no null; null means 'nothing received'"),
            Objects.requireNonNull(onSent, "onSent")));
  }

  private Select add(Case added) {
    cases.add(added);
    channels =
        cases.stream()
            .map(each -> each.channel)
            .distinct()
            .sorted(Comparator.comparingLong(channel -> channel.number))
            .toArray(Channel<?>[]::new);
    return this;
  }

  // ---- waiting

  /**
   * Waits until one case happens.
   *
   * @throws ChannelClosedException if the case is one of a closed channel
   * @throws IllegalStateException if there are no cases
   * @throws InterruptedException if the caller is interrupted while it waits; no case happened
   */
  public void await() throws InterruptedException {
    World.point();
    if (cases.isEmpty()) {
      throw new IllegalStateException("a select without cases waits for ever; add one");
    }
    Case happened = tryOne();
    if (happened == null) {
      happened = waitForOne(Long.MAX_VALUE);
    }
    Objects.requireNonNull(happened).finish();
  }

  /**
   * Waits until one case happens, at most for {@code timeout}.
   *
   * @return whether one happened; false: the time is up
   * @throws ChannelClosedException as {@link #await()}
   * @throws InterruptedException as {@link #await()}
   */
  public boolean within(Duration timeout) throws InterruptedException {
    World.point();
    long nanos = Times.nanos(timeout);
    Case happened = tryOne();
    if (happened == null && nanos > 0) {
      happened = waitForOne(nanos);
    }
    return finished(happened);
  }

  /**
   * Lets one case happen, if one can at once.
   *
   * @return whether one happened
   * @throws ChannelClosedException as {@link #await()}
   */
  public boolean now() {
    World.point();
    return finished(tryOne());
  }

  /** As {@link #now()}; if none can happen, runs {@code otherwise}. */
  public void orElse(Runnable otherwise) {
    if (!now()) {
      otherwise.run();
    }
  }

  private static boolean finished(@Nullable Case happened) {
    if (happened == null) {
      return false;
    }
    happened.finish();
    return true;
  }

  private @Nullable Case tryOne() {
    while (true) {
      enterAll();
      Case happened = tryGuarded();
      Case grows = happened == null ? growing() : null;
      leaveAllAndWake(happened);
      if (grows == null) {
        return happened;
      }
      grows.channel.grow();
    }
  }

  private @Nullable Case waitForOne(long nanos) throws InterruptedException {
    Waiter waiter = new Waiter();
    Place[] places = new Place[cases.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = cases.get(i).newPlace(waiter);
    }
    while (true) {
      enterAll();
      Case happened = tryGuarded();
      Case grows = happened == null ? growing() : null;
      if (happened == null && grows == null) {
        break;
      }
      leaveAllAndWake(happened);
      if (grows == null) {
        return happened;
      }
      grows.channel.grow();
    }
    for (int i = 0; i < places.length; i++) {
      cases.get(i).queue().add(places[i]);
    }
    leaveAll(channels.length);
    try {
      waiter.await(this, nanos, true);
    } catch (Throwable e) {
      if (waiter.giveUp() || waiter.granted() == null) {
        enterAll();
        removeGuarded(places);
        leaveAll(channels.length);
        throw e;
      }
    }
    enterAll();
    removeGuarded(places);
    leaveAll(channels.length);
    return outcome(waiter.granted(), places);
  }

  private @Nullable Case outcome(@Nullable Place granted, Place[] places)
      throws InterruptedException {
    if (granted == null) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      return null;
    }
    int index = 0;
    while (places[index] != granted) {
      index++;
    }
    Case happened = cases.get(index);
    happened.granted(granted.item);
    return happened;
  }

  // ---- all guards

  /** Yields between two tries only, when it holds none of them: see {@link Guard#tryEnter}. */
  private void enterAll() {
    while (!triedAll()) {
      Guard.yieldOnce();
    }
  }

  private boolean triedAll() {
    for (int i = 0; i < channels.length; i++) {
      if (i == 0) {
        channels[i].enter();
      } else if (!channels[i].tryEnter()) {
        leaveAll(i);
        return false;
      }
    }
    return true;
  }

  private void leaveAll(int entered) {
    for (int i = entered - 1; i >= 0; i--) {
      channels[i].leave();
    }
  }

  private void leaveAllAndWake(@Nullable Case happened) {
    Place granted = happened == null ? null : happened.channel.takeGranted();
    leaveAll(channels.length);
    if (granted != null) {
      granted.waiter().wake();
    }
  }

  /** Guarded. The case that happened; null: none can. */
  private @Nullable Case tryGuarded() {
    int size = cases.size();
    int index = size > 1 ? Clock.chance(size) : 0;
    for (int i = 0; i < size; i++) {
      Case each = cases.get(index);
      if (each.attempt()) {
        return each;
      }
      index = index + 1 == size ? 0 : index + 1;
    }
    return null;
  }

  /** Guarded, when no case can happen: one that can after its channel has grown. */
  private @Nullable Case growing() {
    for (Case each : cases) {
      if (each instanceof Sending<?> && each.channel.canGrow()) {
        return each;
      }
    }
    return null;
  }

  private void removeGuarded(Place[] places) {
    for (int i = 0; i < places.length; i++) {
      cases.get(i).queue().remove(places[i]);
    }
  }

  // ---- the two kinds of cases

  private abstract static sealed class Case {
    final Channel<?> channel;
    boolean sawEnd;

    Case(Channel<?> channel) {
      this.channel = Objects.requireNonNull(channel, "channel");
    }

    /** Guarded. Lets it happen, if it can. */
    abstract boolean attempt();

    /** Guarded. Where it waits. */
    abstract WaitQueue queue();

    abstract Place newPlace(Waiter waiter);

    /** It has happened while waiting; {@code item} is what stands in its place. */
    abstract void granted(@Nullable Object item);

    /** Outside of all guards, after it happened: calls the user's handler. */
    abstract void finish();
  }

  private static final class Receiving<T> extends Case {
    private final Channel<T> from;
    private final Consumer<? super T> onReceived;
    private final @Nullable Runnable onClosed;
    private @Nullable T received;

    Receiving(Channel<T> from, Consumer<? super T> onReceived, @Nullable Runnable onClosed) {
      super(from);
      this.from = from;
      this.onReceived = onReceived;
      this.onClosed = onClosed;
    }

    @Override
    boolean attempt() {
      received = from.take();
      sawEnd = received == null && from.isClosed();
      return received != null || sawEnd;
    }

    @Override
    WaitQueue queue() {
      return from.receivers();
    }

    @Override
    Place newPlace(Waiter waiter) {
      return new Place(waiter);
    }

    @Override
    @SuppressWarnings("unchecked") // only elements are put there
    void granted(@Nullable Object item) {
      sawEnd = item == Channel.CLOSED;
      received = sawEnd ? null : (T) item;
    }

    @Override
    void finish() {
      T element = received;
      received = null;
      if (element != null) {
        onReceived.accept(element);
      } else if (onClosed != null) {
        onClosed.run();
      } else {
        throw from.nothingLeft();
      }
    }

    @Override
    public String toString() {
      return "receive from " + from;
    }
  }

  private static final class Sending<T> extends Case {
    private final Channel<T> to;
    private final T element;
    private final Runnable onSent;

    Sending(Channel<T> to, T element, Runnable onSent) {
      super(to);
      this.to = to;
      this.element = element;
      this.onSent = onSent;
    }

    @Override
    boolean attempt() {
      sawEnd = to.isClosed();
      return sawEnd || to.put(element);
    }

    @Override
    WaitQueue queue() {
      return to.senders();
    }

    @Override
    Place newPlace(Waiter waiter) {
      Place place = new Place(waiter);
      place.item = element;
      return place;
    }

    @Override
    void granted(@Nullable Object item) {
      sawEnd = item == Channel.CLOSED;
    }

    @Override
    void finish() {
      if (sawEnd) {
        throw to.tooLateToSend();
      }
      onSent.run();
    }

    @Override
    public String toString() {
      return "send to " + to;
    }
  }

  /** For messages. */
  @Override
  public String toString() {
    return cases.stream().map(Case::toString).collect(Collectors.joining(", or ", "Select: ", ""));
  }
}
