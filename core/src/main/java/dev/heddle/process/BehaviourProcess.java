package dev.heddle.process;

import dev.heddle.process.Behaviour.Handler;
import dev.heddle.process.Behaviour.Hook;
import dev.heddle.scheduler.Clock;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A process that does what its {@link Behaviour} says. All of it belongs to the one who has claimed
 * the process.
 *
 * <p>The handler of the class that came last is kept ({@code lastType}), which is all there is to
 * find for a process that is sent one kind of messages. What is handled now is known by its index:
 * to write references into what lives as long as this costs the collector's barrier, so that is
 * done only when they change, and not for each message.
 */
final class BehaviourProcess implements Process, BehaviourContext {
  private Behaviour behaviour;

  /** What shall follow {@code behaviour} after this handler; null: nothing. */
  private @Nullable Behaviour next;

  private @Nullable Class<?> lastType;
  private @Nullable Handler<Object> lastHandler;

  private @Nullable ProcessCell cell;

  /** Of the last step; those of the step that runs if {@code stepping}. */
  private @Nullable StepOutput out;

  private @Nullable Events events;
  private boolean stepping;

  /** Which of the events is handled now; -1: none. */
  private int at = -1;

  /** What was unstashed and is handled now; null: nothing, {@code at} says. */
  private @Nullable Message replayed;

  private boolean begun;
  private boolean stopped;

  private final ArrayDeque<Message> stash = new ArrayDeque<>(0);

  /** What was stashed, and shall be handled before whatever comes. */
  private final ArrayDeque<Message> again = new ArrayDeque<>(0);

  private final Map<Long, Handler<? super Completion>> performing = new HashMap<>(0);
  private long tags;

  private @Nullable IdleTimer timer;
  private boolean ticking;

  /** Whether the idle hook was called since something came. */
  private boolean idle;

  private long lastActive;

  BehaviourProcess(Behaviour behaviour) {
    this.behaviour = behaviour;
  }

  // ---- as a process

  @Override
  public void step(Events given, StepOutput output) throws Exception {
    if (out != output) {
      out = output;
    }
    if (events != given) {
      events = given;
    }
    stepping = true;
    int handled = 0;
    try {
      if (!begun) {
        begin((ProcessCell) output.context());
      }
      int n = given.size();
      boolean onlyTicks = n > 0;
      while (handled < n && !stopped) {
        at = handled;
        Event event = given.get(handled++);
        onlyTicks &= event instanceof IdleTick;
        handle(event);
      }
      if (behaviour.idleAfter > 0 && !onlyTicks && !stopped) {
        active();
      }
    } finally {
      at = -1;
      stepping = false;
      for (int i = handled; i < given.size(); i++) {
        buryUnhandled(given.get(i));
      }
    }
  }

  private void begin(ProcessCell given) throws Exception {
    begun = true;
    cell = given;
    takeOn(behaviour);
    proceed();
  }

  private void run(@Nullable Hook hook) throws Exception {
    if (hook != null) {
      hook.run(this);
    }
  }

  private void handle(Event event) throws Exception {
    give(event);
    at = -1;
    if (next != null || !again.isEmpty()) {
      proceed();
    }
  }

  /** Takes on what the process has become, and handles again what was unstashed. */
  private void proceed() throws Exception {
    while (!stopped) {
      Behaviour following = next;
      if (following != null) {
        next = null;
        takeOn(following);
      } else if (!again.isEmpty()) {
        Message message = again.removeFirst();
        replayed = message;
        try {
          give(message);
        } finally {
          replayed = null;
        }
      } else {
        return;
      }
    }
  }

  private void takeOn(Behaviour following) throws Exception {
    behaviour = following;
    while (behaviour.setup != null) {
      behaviour = Objects.requireNonNull(behaviour.setup.begin(this), "the behaviour of a setup");
    }
    lastType = null;
    lastHandler = null;
    if (behaviour.idleAfter > 0) {
      idle = false;
      lastActive = Clock.nanos();
      tickAfter(behaviour.idleAfter); // instead of what the one before has waited for
    }
    run(behaviour.onStart);
  }

  private void give(Event event) throws Exception {
    if (event instanceof Message message) {
      call(message.data(), event);
    } else if (event instanceof Completion completion) {
      complete(completion);
    } else if (event instanceof IdleTick) {
      ticked();
    } else {
      call(event, event);
    }
  }

  private void call(Object content, Event event) throws Exception {
    Class<?> type = content.getClass();
    Handler<Object> handler;
    if (type == lastType) {
      handler = lastHandler;
    } else {
      handler = behaviour.handlerOf(type);
      lastType = type;
      lastHandler = handler;
    }
    if (handler != null) {
      handler.handle(this, content);
    } else {
      unhandled(content, event);
    }
  }

  private void unhandled(Object content, Event event) throws Exception {
    Handler<Object> handler = behaviour.unhandled;
    if (event instanceof Cancel) {
      stop();
    } else if (event instanceof Upgraded) {
      return; // for who wants to know
    } else if (handler != null) {
      handler.handle(this, content);
    } else {
      buryUnhandled(event);
    }
  }

  private void complete(Completion completion) throws Exception {
    Handler<? super Completion> then = performing.remove(completion.tag());
    if (then == null) { // of the implementation before an upgrade
      buryUnhandled(completion);
    } else {
      then.handle(this, completion);
    }
  }

  private void buryUnhandled(Event event) {
    bury(event, DeadLetter.Reason.UNHANDLED);
    if (event instanceof Request request) {
      request.decline(
          new CommandException(
              "the process %s does not handle a %s"
                  .formatted(self(), request.data().getClass().getName())));
    }
  }

  private void bury(Event event, DeadLetter.Reason reason) {
    if (!(event instanceof IdleTick)) {
      Object content = event instanceof Message message ? message.data() : event;
      ProcessCell mine = mine();
      mine.processes().post().bury(mine.self(), content, reason);
    }
  }

  @Override
  public void close() {
    try {
      if (begun && behaviour.onStop != null) {
        behaviour.onStop.run(this);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("onStop has failed", e);
    } finally {
      again.forEach(each -> bury(each, DeadLetter.Reason.STASHED));
      stash.forEach(each -> bury(each, DeadLetter.Reason.STASHED));
    }
  }

  // ---- idling

  /**
   * The process goes on as {@code next}: another behaviour has what is stashed too; else it becomes
   * dead letters.
   */
  void replacedBy(Process next) {
    if (next == this) {
      return;
    }
    if (next instanceof BehaviourProcess other) {
      other.again.addAll(again);
      other.stash.addAll(stash);
    } else {
      again.forEach(each -> bury(each, DeadLetter.Reason.STASHED));
      stash.forEach(each -> bury(each, DeadLetter.Reason.STASHED));
    }
    again.clear();
    stash.clear();
  }

  /** Something has come. */
  private void active() {
    idle = false;
    lastActive = Clock.nanos();
    if (!ticking) {
      tickAfter(behaviour.idleAfter);
    }
  }

  private void tickAfter(long nanos) {
    IdleTimer own = timer;
    if (own == null) {
      own = new IdleTimer(mine());
      timer = own;
      if (!mine().keep(own)) {
        return;
      }
    }
    ticking = true;
    own.schedule(nanos);
  }

  private void ticked() throws Exception {
    ticking = false;
    long time = behaviour.idleAfter;
    if (time > 0 && !idle) {
      long left = time - (Clock.nanos() - lastActive);
      if (left > 0) {
        tickAfter(left);
      } else {
        idle = true;
        run(behaviour.whenIdle);
      }
    }
  }

  // ---- as a handler sees it

  private ProcessCell mine() {
    ProcessCell given = cell;
    if (given == null) {
      throw new IllegalStateException("the process has not begun");
    }
    return given;
  }

  /** Refuses callers from elsewhere. */
  private StepOutput output() {
    StepOutput given = out;
    if (!stepping || given == null) {
      throw new IllegalStateException(
          "what a handler was given can be used only while that runs; from elsewhere send the"
              + " process a message");
    }
    given.check();
    return given;
  }

  @Override
  public Pid self() {
    return mine().self();
  }

  @Override
  public ProcessContext context() {
    return mine();
  }

  @Override
  public void send(Pid target, Object message) {
    mine().send(target, message);
  }

  @Override
  public Message message() {
    output();
    Events given = events;
    Event current = replayed != null || at < 0 || given == null ? replayed : given.get(at);
    if (current instanceof Message message) {
      return message;
    }
    throw new IllegalStateException(
        "what is handled now is no message, but "
            + (current == null ? "a start or a stop" : current));
  }

  @Override
  public void become(Behaviour following) {
    output();
    next = Objects.requireNonNull(following, "next");
  }

  @Override
  public void stop(@Nullable Object result) {
    output().complete(result);
    stopped = true;
  }

  @Override
  public void stash() {
    Message message = message();
    if (stash.size() >= behaviour.stashBound) {
      throw new StashFullException(
          "the process %s has stashed %d messages, which is its bound; the message was not stashed"
              .formatted(self(), stash.size()));
    }
    stash.add(message);
  }

  @Override
  public void unstashAll() {
    output();
    Message last;
    while ((last = stash.pollLast()) != null) {
      again.addFirst(last);
    }
  }

  @Override
  public int stashed() {
    return stash.size();
  }

  @Override
  public void perform(Object command, Handler<? super Completion> then) {
    StepOutput given = output();
    Objects.requireNonNull(then, "then");
    long tag = tags++;
    given.yield(tag, command);
    performing.put(tag, then);
  }

  @Override
  public String toString() {
    return stash.isEmpty() ? behaviour.toString() : behaviour + ", " + stash.size() + " stashed";
  }
}
