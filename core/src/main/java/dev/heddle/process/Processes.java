package dev.heddle.process;

import dev.heddle.internal.ProcessAccess;
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
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
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
  private final Post post;

  /** The number of the newest process. */
  private final AtomicLong numbers = new AtomicLong();

  private final AtomicBoolean noneTold = new AtomicBoolean();
  private volatile @Nullable Runnable onNone;
  private volatile boolean closing;

  Processes(Scheduler scheduler, String node, Map<Class<?>, CommandHandler<?>> handlers) {
    this.scheduler = scheduler;
    this.home = new Pid.Home(node, scheduler.name());
    this.post = new Post(this, scheduler);
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
      post.put(cell, new Cancel());
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
    post.send(target, message, null);
  }

  /**
   * As {@link #send(Pid, Object)}, with the sender's choice of what to do if the mailbox is full.
   */
  public void send(Pid target, Object message, WhenFull whenFull) {
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(whenFull, "whenFull");
    post.send(target, message, whenFull);
  }

  /** Has {@code listener} told of each dead letter, on the thread where it dies; to be quick. */
  public Registration onDeadLetter(Consumer<DeadLetter> listener) {
    return post.deadLetters().listen(Objects.requireNonNull(listener, "listener"));
  }

  /** Adds a way to processes elsewhere, to be asked after those there are. */
  public Registration addRelay(Relay relay) {
    return post.add(Objects.requireNonNull(relay, "relay"));
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
              .formatted(scheduler.name(), target, post.missing(target)));
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
      table.forEach(cell -> post.put(cell, new Cancel()));
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
        post.sent(),
        post.handled(),
        queued.get(),
        post.relayed(),
        scheduler.counted(WorkerCounters.HAND_OVERS),
        post.deadLetters().counts());
  }

  // ---- for the rest of this package

  Pid.Home home() {
    return home;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  /** What brings messages and events to processes. */
  Post post() {
    return post;
  }

  /** The process of this number, if it lives. */
  @Nullable ProcessCell find(long number) {
    return table.find(number);
  }

  /** Whether a process has, or has had, this number. */
  boolean isNumbered(long number) {
    return number <= numbers.get();
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
