package dev.heddle.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A process written as handlers by message type. It never changes; a process {@linkplain
 * BehaviourContext#become becomes} another one instead.
 *
 * <pre>{@code
 * final class Account {
 *   private long balance;
 *
 *   Behaviour open() {
 *     return Behaviour.builder()
 *         .on(Deposit.class, (self, deposit) -> balance += deposit.amount())
 *         .on(Balance.class, (self, question) -> self.reply(balance))
 *         .on(Freeze.class, (self, freeze) -> self.become(frozen()))
 *         .on(Close.class, (self, close) -> self.stop(balance))
 *         .build();
 *   }
 * }
 *
 * Pid account = heddle.processes().spawn(new Account().open());
 * }</pre>
 *
 * <p>If all messages are of one sealed type, a single handler with a {@code switch} lets the
 * compiler check that none is forgotten: {@code Behaviour.receive(AccountMessage.class, (self,
 * message) -> { switch (message) { case Deposit deposit -> ... } })}.
 *
 * <p><b>Messages</b> are handled one after the other, as what was sent; the first handler whose
 * type fits is taken. What no handler fits goes to {@link Builder#unhandled}; without one it
 * becomes a {@linkplain DeadLetter.Reason#UNHANDLED dead letter}, and if its sender waits for a
 * reply, that is told at once.
 *
 * <p><b>Other events</b> ({@link Down}, {@link Exited}, {@link Named}, {@link PortUnused}, {@link
 * Upgraded}, {@link Cancel}) are handled in the same way, by a handler for just their class. A
 * {@link Cancel} without one stops the process, and an {@link Upgraded} without one is passed over;
 * others are treated as messages are.
 *
 * <p><b>Failing.</b> What a handler throws is a crash of the process. Messages that it had got
 * together with the one at fault become dead letters.
 *
 * <p><b>Cost.</b> Finding the handler costs a comparison if the message is of the class of the one
 * before, else a look into a hash table; nothing is allocated.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class Behaviour {
  /** How many messages a process can stash, unless its behaviour says otherwise. */
  public static final int STASH_BOUND = 1_000;

  /**
   * Handles one kind of messages or events.
   *
   * @param <T> their type
   */
  @FunctionalInterface
  public interface Handler<T> {
    /**
     * Called on a worker, never twice at a time.
     *
     * @param self what the process can do; valid in this call only
     * @throws Exception to crash
     */
    void handle(BehaviourContext self, T message) throws Exception;
  }

  /** Something to do at a certain moment of a process's life. */
  @FunctionalInterface
  public interface Hook {
    /**
     * Called on a worker.
     *
     * @throws Exception to crash
     */
    void run(BehaviourContext self) throws Exception;
  }

  /** Makes the behaviour that a process begins with. */
  @FunctionalInterface
  public interface Setup {
    /**
     * Called once for each process, on a worker, before its first message.
     *
     * @throws Exception to crash
     */
    Behaviour begin(BehaviourContext self) throws Exception;
  }

  private record Case(Class<?> type, Handler<Object> handler) {
    boolean fits(Class<?> other) {
      return type.isAssignableFrom(other)
          && Event.class.isAssignableFrom(other) == Event.class.isAssignableFrom(type);
    }
  }

  /** Stands in {@code found} for a class that nothing handles. */
  private static final Handler<Object> NOTHING = (self, message) -> {};

  private final List<Case> cases;
  private final ConcurrentHashMap<Class<?>, Handler<Object>> found = new ConcurrentHashMap<>();
  private final String name;
  final @Nullable Setup setup;
  final @Nullable Handler<Object> unhandled;
  final @Nullable Hook onStart;
  final @Nullable Hook onStop;
  final @Nullable Hook whenIdle;

  /** In nanoseconds; 0: never. */
  final long idleAfter;

  final int stashBound;

  private Behaviour(Builder builder, @Nullable Setup setup) {
    this.cases = List.copyOf(builder.cases);
    this.name = builder.name;
    this.setup = setup;
    this.unhandled = builder.unhandled;
    this.onStart = builder.onStart;
    this.onStop = builder.onStop;
    this.whenIdle = builder.whenIdle;
    this.idleAfter = builder.idleAfter;
    this.stashBound = builder.stashBound;
  }

  /** Begins a behaviour of several handlers. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * A behaviour of one handler, for all messages of {@code type}. If that is a sealed type, a
   * {@code switch} over the message has to be complete.
   */
  public static <M> Behaviour receive(Class<M> type, Handler<? super M> handler) {
    return builder().on(type, handler).build();
  }

  /**
   * A behaviour that is made when the process begins, so that each process can have a state of its
   * own.
   */
  public static Behaviour setup(Setup setup) {
    return new Behaviour(builder(), Objects.requireNonNull(setup, "setup"));
  }

  /** A new process of this behaviour, for whatever wants a {@link Process}. */
  public Process process() {
    return new BehaviourProcess(this);
  }

  /** The handler for {@code type}; null: none. */
  @Nullable Handler<Object> handlerOf(Class<?> type) {
    Handler<Object> handler = found.get(type);
    if (handler == null) {
      handler = search(type);
      found.put(type, handler);
    }
    return handler == NOTHING ? null : handler;
  }

  private Handler<Object> search(Class<?> type) {
    for (Case each : cases) {
      if (each.fits(type)) {
        return each.handler;
      }
    }
    return NOTHING;
  }

  @Override
  public String toString() {
    return "Behaviour[" + name + "]";
  }

  /** Makes a {@link Behaviour}. */
  public static final class Builder {
    private final List<Case> cases = new ArrayList<>();
    private String name = "";
    private @Nullable Handler<Object> unhandled;
    private @Nullable Hook onStart;
    private @Nullable Hook onStop;
    private @Nullable Hook whenIdle;
    private long idleAfter;
    private int stashBound = STASH_BOUND;

    private Builder() {}

    /**
     * Handles messages of {@code type}, or events if it is an {@link Event}. A handler for {@code
     * Object} gets all messages, but no events.
     *
     * @throws IllegalArgumentException if an earlier handler would get all of them
     */
    @SuppressWarnings("unchecked") // it is called with instances of the type only
    public <T> Builder on(Class<T> type, Handler<? super T> handler) {
      Objects.requireNonNull(handler, "handler");
      for (Case earlier : cases) {
        if (earlier.fits(type)) {
          throw new IllegalArgumentException(
              "the handler for %s would never be called: the one for %s comes first"
                  .formatted(type.getName(), earlier.type.getName()));
        }
      }
      if (Message.class.isAssignableFrom(type) || Completion.class.isAssignableFrom(type)) {
        throw new IllegalArgumentException(
            "messages are handled by the class of what was sent, and completions by who performs"
                + " the command; so nothing would call a handler for "
                + type.getName());
      }
      cases.add(new Case(type, (Handler<Object>) handler));
      return this;
    }

    /**
     * Is given what no other handler fits, messages and events; but no {@link Cancel}, which stops
     * the process then, and no {@link Upgraded}.
     */
    public Builder unhandled(Handler<Object> handler) {
      unhandled = Objects.requireNonNull(handler, "handler");
      return this;
    }

    /** Is called when a process takes this behaviour on: at its start, or when it becomes it. */
    public Builder onStart(Hook hook) {
      onStart = Objects.requireNonNull(hook, "hook");
      return this;
    }

    /**
     * Is called when a process that has this behaviour ends, in whatever way. It cannot do anything
     * about that: of the context only what {@link BehaviourContext#context} gives is usable.
     */
    public Builder onStop(Hook hook) {
      onStop = Objects.requireNonNull(hook, "hook");
      return this;
    }

    /**
     * Has {@code hook} called once when nothing has come for {@code time}; and again when nothing
     * has come for so long after the next that did.
     *
     * @throws IllegalArgumentException if {@code time} is not above zero
     */
    public Builder whenIdle(Duration time, Hook hook) {
      if (!time.isPositive()) {
        throw new IllegalArgumentException("idle time: " + time + ", must be above zero");
      }
      idleAfter = ProcessTies.timerNanos(time);
      whenIdle = Objects.requireNonNull(hook, "hook");
      return this;
    }

    /**
     * How many messages a process can {@linkplain BehaviourContext#stash stash}; {@value
     * Behaviour#STASH_BOUND} by default.
     *
     * @throws IllegalArgumentException if {@code bound} is below 1
     */
    public Builder stashBound(int bound) {
      if (bound < 1) {
        throw new IllegalArgumentException("stash bound: " + bound + ", must be at least 1");
      }
      stashBound = bound;
      return this;
    }

    /** A name for reports. */
    public Builder name(String given) {
      name = Objects.requireNonNull(given, "name");
      return this;
    }

    /** The behaviour. */
    public Behaviour build() {
      return new Behaviour(this, null);
    }
  }
}
