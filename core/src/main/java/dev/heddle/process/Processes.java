package dev.heddle.process;

import dev.heddle.internal.ProcessAccess;
import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Parking;
import dev.heddle.scheduler.Residents;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Worker;
import dev.heddle.scheduler.WorkerCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The processes of a runtime: spawning them, sending to them, looking at them. From {@code
 * heddle.processes()}. All methods may be called from any thread.
 *
 * <p><b>Sending</b> never waits, unless a bounded mailbox is full and the choice is to wait. What
 * one sender sends to one process arrives in this order; across senders there is no order. A
 * message is given to a step once, or becomes a {@link DeadLetter}; {@link #counts} shows that
 * nothing is missing. What a sender did before is visible to the receiver.
 *
 * <p><b>Cost.</b> An idle process takes some 120 bytes besides its own object, a message 24.
 *
 * <p><b>The end.</b> When the runtime closes, each process gets a {@link Cancel}. Those that then
 * only wait for messages, while nothing is left that could send one, are closed; at the deadline
 * all others are, by force, and reported.
 */
@SuppressWarnings("exports") // of nullness annotations, which callers need not have
public final class Processes {
  static final Set<String> MAIN_ONLY = Set.of(Process.MAIN);

  private static final System.Logger LOG = System.getLogger("dev.heddle");

  static {
    ProcessAccess.set(new ProcessDoor());
  }

  private final Scheduler scheduler;
  private final Pid.Home home;
  private final Dispatcher dispatcher;
  private final ProcessTable table = new ProcessTable();
  private final DeadLetters deadLetters = new DeadLetters(this);
  private final List<Relay> relays = new CopyOnWriteArrayList<>();

  /** The number of the newest process. */
  private final AtomicLong numbers = new AtomicLong();

  // What happens on workers is counted there.
  private final LongAdder sentOutside = new LongAdder();
  private final LongAdder handledOutside = new LongAdder();
  private final LongAdder relayed = new LongAdder();

  private final AtomicBoolean noneTold = new AtomicBoolean();
  private volatile @Nullable Runnable onNone;
  private volatile boolean closing;

  Processes(Scheduler scheduler, String node, Map<Class<?>, CommandHandler<?>> handlers) {
    this.scheduler = scheduler;
    this.home = new Pid.Home(node, scheduler.name());
    this.dispatcher = new Dispatcher(handlers, new BuiltInCommands(this, scheduler));
    scheduler.settle(new End());
  }

  // ---- spawning

  /** Starts {@code process} with its method {@code main}. */
  public Pid spawn(Process process) {
    return spawn(process, ProcessOptions.DEFAULT);
  }

  /** Starts {@code process} with this method and input. */
  public Pid spawn(Process process, String method, @Nullable Object input) {
    return spawn(process, ProcessOptions.DEFAULT.withMethod(method).withInput(input));
  }

  /**
   * Starts {@code process}: calls its {@link Process#init} here and now, and lets it step on the
   * workers. From inside of the runtime it starts soon and near, from outside in turn.
   *
   * @param process an object that no other process has
   * @return its PID
   * @throws SpawnException if it does not have the method, or if its init throws
   * @throws RejectedExecutionException from outside, once the runtime closes
   */
  public Pid spawn(Process process, ProcessOptions options) {
    return spawn(process, options, null);
  }

  Pid spawn(Process process, ProcessOptions options, @Nullable Pid parent) {
    Objects.requireNonNull(process, "process");
    boolean inside = scheduler.isInside();
    if (closing && !inside) {
      throw new RejectedExecutionException(
          "the runtime '" + scheduler.name() + "' is closed and takes no more processes");
    }
    Set<String> methods = process.methods();
    if (!methods.contains(options.method())) {
      throw new SpawnException(
          "%s has no method '%s'; it has %s"
              .formatted(process.getClass().getName(), options.method(), new TreeSet<>(methods)));
    }
    long number = numbers.incrementAndGet();
    ProcessCell cell = new ProcessCell(this, number, process, parent);
    try {
      cell.init(options);
    } catch (Throwable e) {
      table.stillborn(number);
      cell.abort(e);
      tellIfNone();
      throw new SpawnException(
          "the init of %s has failed: %s".formatted(process.getClass().getName(), e), e);
    }
    table.add(cell);
    if (closing) {
      put(cell, new Cancel());
    }
    cell.started();
    start(cell, inside);
    return cell.self();
  }

  private void start(ProcessCell cell, boolean inside) {
    try {
      if (inside) {
        scheduler.spawn(cell);
      } else {
        scheduler.enqueue(cell);
      }
    } catch (RejectedExecutionException e) {
      if (cell.claimEntry()) {
        cell.end(new Exit.Killed(whyKilled()));
      }
      throw e;
    }
  }

  // ---- sending

  /**
   * Sends {@code message} to {@code target}. To one that does not live any more, or that there is
   * no way to, it becomes a dead letter. If the target's mailbox is full, its own choice counts.
   *
   * @throws MailboxFullException if the mailbox is full, and the choice is {@link WhenFull#FAIL};
   *     or to wait, and the caller is interrupted, or is the target itself
   */
  public void send(Pid target, Object message) {
    Objects.requireNonNull(message, "message");
    ProcessCell cell = target.cell;
    if (cell != null) {
      cell.processes().give(cell, new Message(message), null);
    } else {
      route(target, message, null);
    }
  }

  /**
   * As {@link #send(Pid, Object)}, with the sender's choice of what to do if the mailbox is full.
   */
  public void send(Pid target, Object message, WhenFull whenFull) {
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(whenFull, "whenFull");
    ProcessCell cell = target.cell;
    if (cell != null) {
      cell.processes().give(cell, new Message(message), whenFull);
    } else {
      route(target, message, whenFull);
    }
  }

  private void route(Pid target, Object message, @Nullable WhenFull whenFull) {
    if (target.home().equals(home)) {
      ProcessCell cell = table.find(target.number());
      if (cell != null) {
        give(cell, new Message(message), whenFull);
      } else {
        countSent();
        bury(target, message, missing(target));
      }
      return;
    }
    countSent();
    for (Relay relay : relays) {
      if (takes(relay, target, message)) {
        relayed.increment();
        return;
      }
    }
    bury(target, message, DeadLetter.Reason.NO_ROUTE);
  }

  private boolean takes(Relay relay, Pid target, Object message) {
    try {
      return relay.relay(target, message);
    } catch (Throwable e) {
      report(e);
      return false;
    }
  }

  private DeadLetter.Reason missing(Pid target) {
    return target.number() <= numbers.get()
        ? DeadLetter.Reason.PROCESS_ENDED
        : DeadLetter.Reason.NO_SUCH_PROCESS;
  }

  private void give(ProcessCell cell, Message message, @Nullable WhenFull choice) {
    StackRoom.toRelease(); // between the push and the wake-up nothing may fail
    if (closing && !scheduler.isInside()) {
      countSent();
      buryMessage(cell, message, DeadLetter.Reason.RUNTIME_CLOSED);
      return;
    }
    MailboxBound bound = cell.bound();
    if (bound != null && !takeRoom(bound, cell, message, choice)) {
      return;
    }
    countSent();
    if (!cell.push(message)) {
      buryMessage(cell, message, DeadLetter.Reason.PROCESS_ENDED);
    } else if (cell.wake()) {
      scheduler.resume(cell);
    }
  }

  /** Whether there is room for {@code message}; if not, it was dropped. */
  private boolean takeRoom(
      MailboxBound bound, ProcessCell cell, Message message, @Nullable WhenFull choice) {
    if (bound.tryTake()) {
      return true;
    }
    return switch (choice == null ? bound.whenFull() : choice) {
      case SUSPEND -> {
        StepRun run = StepRun.current(Worker.current());
        if (run != null && run.cell == cell) {
          throw bound.full(cell.self(), ", and it would wait for itself to make room");
        }
        bound.take(cell.self());
        yield true;
      }
      case FAIL -> throw bound.full(cell.self(), "");
      case DROP -> {
        countSent();
        buryMessage(cell, message, DeadLetter.Reason.MAILBOX_FULL);
        yield false;
      }
    };
  }

  /** For {@link Port#send}. */
  boolean sendThrough(Port port, ProcessCell cell, Object data) {
    StackRoom.toRelease();
    PortMessage message = new PortMessage(data, port);
    MailboxBound bound = cell.bound();
    if (bound != null && !takeRoom(bound, cell, message, null)) {
      return true; // it has become a dead letter, because the owner lives and wants it so
    }
    Worker here = Worker.current();
    count(here, 1);
    if (!cell.push(message)) {
      count(here, -1);
      return false;
    }
    if (cell.wake()) {
      scheduler.resume(cell);
    }
    StepRun run = StepRun.current(here);
    if (run != null) {
      run.handOverTo(cell);
    }
    return true;
  }

  /** Sends a message whose sender waits for a reply; if it cannot arrive, the sender is told. */
  void request(Pid target, Request request) {
    ProcessCell known = target.cell;
    ProcessCell cell =
        known == null && target.home().equals(home) ? table.find(target.number()) : known;
    if (cell != null) {
      cell.processes().give(cell, request, null);
      return;
    }
    countSent();
    boolean here = target.home().equals(home);
    bury(target, request.data(), here ? missing(target) : DeadLetter.Reason.NO_ROUTE);
    request.refuse(
        here ? hasEnded(target) : new CommandException("there is no way to ask " + target));
  }

  static CommandException hasEnded(Pid target) {
    return new CommandException("the process " + target + " has ended, so nobody can reply");
  }

  /** Puts an event that is no message into the mailbox; false if the process has ended. */
  boolean put(ProcessCell cell, Event event) {
    StackRoom.toRelease();
    if (!cell.push(event)) {
      return false;
    }
    if (cell.wake()) {
      scheduler.resume(cell);
    }
    return true;
  }

  private void countSent() {
    count(Worker.current(), 1);
  }

  private void count(@Nullable Worker here, int n) {
    if (here != null && here.scheduler() == scheduler) {
      here.count(WorkerCounters.SENT, n);
    } else {
      sentOutside.add(n);
    }
  }

  /** On a runner: {@code n} messages are given to a step. */
  void handled(int n) {
    Worker here = Worker.current();
    if (here != null && here.scheduler() == scheduler) {
      here.count(WorkerCounters.HANDLED, n);
    } else {
      handledOutside.add(n);
    }
  }

  private void buryMessage(ProcessCell cell, Message message, DeadLetter.Reason reason) {
    bury(cell.self(), message.data(), reason);
    if (message instanceof Request request) {
      request.refuse(new CommandException("%s was not reached: %s".formatted(cell.self(), reason)));
    }
  }

  void bury(Pid target, @Nullable Object content, DeadLetter.Reason reason) {
    deadLetters.add(new DeadLetter(target, content, reason));
  }

  /** Has {@code listener} told of each dead letter, on the thread where it dies; to be quick. */
  public Registration onDeadLetter(Consumer<DeadLetter> listener) {
    return deadLetters.listen(Objects.requireNonNull(listener, "listener"));
  }

  /** Adds a way to processes elsewhere, to be asked after those there are. */
  public Registration addRelay(Relay relay) {
    relays.add(Objects.requireNonNull(relay, "relay"));
    return () -> relays.remove(relay);
  }

  // ---- ending

  /**
   * Ends a process of this runtime: at once if it waits, after its step if it is in one. Its {@code
   * close} is called, on a worker.
   *
   * @return false if it has ended already, or there is none of this PID
   */
  public boolean kill(Pid target) {
    ProcessCell cell = find(target);
    if (cell == null || cell.state() == ProcessWord.COMPLETE) {
      return false;
    }
    if (cell.kill()) {
      scheduler.resume(cell);
    }
    return true;
  }

  /**
   * Waits until a process of this runtime has ended. Inside of a runtime only the caller's fiber
   * waits.
   *
   * @return how it ended
   * @throws IllegalArgumentException if there is no such process. Of one that has ended only the
   *     PID that its spawn returned still knows how
   * @throws IllegalStateException if it is the caller
   */
  public Exit awaitExit(Pid target) throws InterruptedException {
    return Objects.requireNonNull(awaitExit(target, Long.MAX_VALUE));
  }

  /**
   * As {@link #awaitExit(Pid)}, for {@code timeout} at most.
   *
   * @return null if it has not ended by then
   */
  public @Nullable Exit awaitExit(Pid target, Duration timeout) throws InterruptedException {
    return awaitExit(target, TimeUnit.NANOSECONDS.convert(timeout));
  }

  private @Nullable Exit awaitExit(Pid target, long nanos) throws InterruptedException {
    ProcessCell cell = find(target);
    if (cell == null) {
      throw new IllegalArgumentException(
          "the runtime '%s' has no process %s: %s"
              .formatted(scheduler.name(), target, missing(target)));
    }
    StepRun run = StepRun.current(Worker.current());
    if (run != null && run.cell == cell) {
      throw new IllegalStateException("the process " + target + " would wait for itself");
    }
    Thread me = Thread.currentThread();
    Consumer<Exit> waker = exit -> Parking.unpark(me);
    cell.onExit(waker);
    if (!scheduler.await(() -> cell.exit() != null, cell, nanos, true)) {
      cell.removeExitListener(waker);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return cell.exit();
  }

  /** {@code cell} has ended, and is about to tell. */
  void ended(ProcessCell cell, Exit exit) {
    table.remove(cell, exit);
    tellIfNone();
  }

  /** Has {@code action} called once, when the last process has ended. */
  void onNone(Runnable action) {
    onNone = action;
  }

  private void tellIfNone() {
    Runnable action = onNone;
    if (action != null && hasNone() && noneTold.compareAndSet(false, true)) {
      action.run();
    }
  }

  /**
   * Whether all processes that were ever numbered have ended. Those are read first: they only grow,
   * and are never more; so if they are as many as were numbered later, there was none in between.
   */
  private boolean hasNone() {
    long ended = table.endings().all();
    return ended == numbers.get();
  }

  String whyKilled() {
    return closing ? "the runtime was closed" : "killed";
  }

  boolean isClosing() {
    return closing;
  }

  /** What the processes have to do with the end of the runtime. */
  private final class End implements Residents {
    @Override
    public void cancel() {
      closing = true;
      table.forEach(cell -> put(cell, new Cancel()));
    }

    @Override
    public boolean isSettled() {
      AtomicBoolean waits = new AtomicBoolean();
      table.forEach(cell -> waits.compareAndSet(false, cell.commands() > 0));
      return !waits.get();
    }

    @Override
    public List<String> close() {
      List<String> forced = new ArrayList<>();
      table.forEach(
          cell -> {
            boolean busy = cell.commands() > 0 || cell.state() == ProcessWord.READY;
            String name = cell.toString();
            if (cell.seize()) {
              cell.end(new Exit.Killed(whyKilled()));
            } else {
              cell.kill(); // it is in a step, and ends with it
              busy = false;
            }
            if (busy) {
              forced.add(name);
            }
          });
      return forced;
    }

    @Override
    public List<String> unfinished() {
      List<String> names = new ArrayList<>();
      table.forEach(cell -> names.add(cell + " is still in its step"));
      return names;
    }
  }

  // ---- looking in

  /** The node that the PIDs of this runtime carry. */
  public String node() {
    return home.node();
  }

  /** The host that the PIDs of this runtime carry: the runtime's name. */
  public String host() {
    return home.host();
  }

  private @Nullable ProcessCell find(Pid target) {
    ProcessCell cell = target.cell;
    if (cell != null) {
      return cell.processes() == this ? cell : null;
    }
    return target.home().equals(home) ? table.find(target.number()) : null;
  }

  /** Whether there is a process of this PID in this runtime, and it has not ended. */
  public boolean isAlive(Pid target) {
    ProcessCell cell = find(target);
    return cell != null && cell.state() != ProcessWord.COMPLETE;
  }

  /** A process as it is now; null if it has ended, or there is none of this PID here. */
  public @Nullable ProcessInfo info(Pid target) {
    ProcessCell cell = find(target);
    return cell == null || cell.state() == ProcessWord.COMPLETE ? null : cell.info();
  }

  /** All processes, by number. For a million of them see {@link #forEach}. */
  public List<ProcessInfo> list() {
    List<ProcessInfo> all = new ArrayList<>();
    forEach(all::add);
    all.sort((one, other) -> one.pid().compareTo(other.pid()));
    return all;
  }

  /** Shows {@code visitor} each process, in no order; they go on meanwhile. */
  public void forEach(Consumer<ProcessInfo> visitor) {
    table.forEach(cell -> visitor.accept(cell.info()));
  }

  /** What has become of all processes and messages; visits every process. */
  public ProcessCounts counts() {
    AtomicLong queued = new AtomicLong();
    table.forEach(cell -> queued.addAndGet(cell.messages()));
    ProcessTable.Endings endings = table.endings();
    long numbered = numbers.get();
    return new ProcessCounts(
        numbered - endings.stillborn(),
        endings.completed(),
        endings.failed(),
        endings.killed(),
        numbered - endings.all(),
        scheduler.counted(WorkerCounters.SENT) + sentOutside.sum(),
        scheduler.counted(WorkerCounters.HANDLED) + handledOutside.sum(),
        queued.get(),
        relayed.sum(),
        scheduler.counted(WorkerCounters.HAND_OVERS),
        deadLetters.counts());
  }

  // ---- for the rest of this package

  Pid.Home home() {
    return home;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  Dispatcher dispatcher() {
    return dispatcher;
  }

  /** Tells the uncaught-exception handler. */
  void report(Throwable e) {
    try {
      scheduler.reportUncaught(e);
    } catch (Throwable fromHandler) {
      LOG.log(System.Logger.Level.ERROR, "could not report", fromHandler);
    }
  }

  @Override
  public String toString() {
    return "Processes of " + home.node() + "/" + home.host();
  }
}
