package dev.heddle.process;

import dev.heddle.internal.ProcessAccess;
import dev.heddle.loom.StackRoom;
import dev.heddle.metrics.Incident;
import dev.heddle.metrics.ProcessCensus;
import dev.heddle.metrics.ProcessDetail;
import dev.heddle.metrics.ProcessLine;
import dev.heddle.metrics.ProcessPage;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.InWords;
import dev.heddle.scheduler.Memory;
import dev.heddle.scheduler.Parking;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Timer;
import dev.heddle.scheduler.Worker;
import dev.heddle.scheduler.WorkerCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
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
  private static final BiConsumer<Processes, Runnable> TELL_IF_NONE = Processes::tellIfNone;

  private static final long A_WHILE = 1_000_000_000;

  /** How long a process that was killed gets to end its step. */
  private static final Duration KILL_GRACE = Duration.ofSeconds(1);

  static final Set<String> MAIN_ONLY = Set.of(Process.MAIN);

  static {
    ProcessAccess.set(new ProcessDoor());
  }

  private final Scheduler scheduler;
  private final Pid.Home home;
  private final Dispatcher dispatcher;
  private final ProcessTable table = new ProcessTable();
  private final Post post;

  private final Names names = new Names();
  private final Groups groups = new Groups();
  private final Function<Object, String> describer;
  private final List<Consumer<CrashReport>> crashListeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<MailboxLevel>> levelListeners = new CopyOnWriteArrayList<>();

  private final ProcessSurvey survey = new ProcessSurvey(this, table);

  private final LongAdder restarts = new LongAdder();
  private final AtomicBoolean noneTold = new AtomicBoolean();
  private volatile @Nullable Runnable onNone;
  private volatile boolean closing;

  Processes(
      Scheduler scheduler,
      String node,
      Map<Class<?>, CommandHandler<?>> handlers,
      Function<Object, String> describer) {
    this.describer = describer;
    this.scheduler = scheduler;
    this.home = new Pid.Home(node, scheduler.name());
    this.post = new Post(this, scheduler);
    this.dispatcher = new Dispatcher(handlers, new BuiltInCommands(this, scheduler));
    scheduler.settle(new ProcessResidents(this, table));
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
    checkOpen();
    checkMethod(process, process.methods(), options);
    StackRoom.toHold(); // what has a number has to begin or to be counted out
    return begin(new ProcessCell(this, process, parent), options);
  }

  /**
   * Starts a process that is a fiber: see {@link ProcessBody}.
   *
   * @throws RejectedExecutionException from outside, once the runtime closes
   */
  public Pid spawn(ProcessBody body) {
    return spawn(body, ProcessOptions.DEFAULT, null);
  }

  /**
   * As {@link #spawn(ProcessBody)}; there is no method but {@code main}, and no init for an input.
   */
  public Pid spawn(ProcessBody body, ProcessOptions options) {
    return spawn(body, options, null);
  }

  Pid spawn(ProcessBody body, ProcessOptions options, @Nullable Pid parent) {
    checkOpen();
    checkMethod(body, MAIN_ONLY, options);
    StackRoom.toHold();
    return begin(new FiberCell(this, body, parent), options);
  }

  /** Starts a process that does what {@code behaviour} says. */
  public Pid spawn(Behaviour behaviour) {
    return spawn(behaviour, ProcessOptions.DEFAULT);
  }

  /** As {@link #spawn(Behaviour)}; there is no method but {@code main}. */
  public Pid spawn(Behaviour behaviour, ProcessOptions options) {
    return spawn(behaviour.process(), options, null);
  }

  private void checkOpen() {
    if (closing && !scheduler.isInside()) {
      throw new RejectedExecutionException(
          "the runtime '" + scheduler.name() + "' is closed and takes no more processes");
    }
  }

  private static void checkMethod(Object process, Set<String> methods, ProcessOptions options) {
    if (!methods.contains(options.method())) {
      throw new SpawnException(
          "%s has no method '%s'; it has %s"
              .formatted(process.getClass().getName(), options.method(), new TreeSet<>(methods)));
    }
  }

  /** A number for a process that {@code here} spawns; null: from outside. */
  long number(@Nullable Worker here) {
    return table.number(here);
  }

  /** The process with this number never came to be. */
  void stillborn(long number) {
    table.stillborn(number);
    tellIfNone();
  }

  private Pid begin(ProcessCell cell, ProcessOptions options) {
    boolean inside = scheduler.isInside();
    try {
      cell.init(options);
    } catch (Throwable e) {
      String name = cell.className();
      table.stillborn(cell.self().number());
      cell.abort(e);
      tellIfNone();
      throw new SpawnException("the init of %s has failed: %s".formatted(name, e), e);
    }
    table.add(cell);
    cell.started();
    start(cell, options, inside);
    return cell.self();
  }

  private void start(ProcessCell cell, ProcessOptions options, boolean inside) {
    try {
      assert Memory.suffices("the beginning of a process");
      if (options.restarts() > 0) {
        restarted(cell);
      }
      if (closing && !isSupervised(cell)) {
        post.put(cell, new Cancel());
      }
      cell.begin(inside);
    } catch (RejectedExecutionException e) {
      if (cell.claimEntry()) {
        cell.end(ProcessTies.CLOSED);
      }
      throw e;
    } catch (OutOfMemoryError e) {
      if (cell.claimEntry()) {
        cell.end(ProcessCell.failed(e));
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
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(message, "message");
    post.send(target, message, null);
  }

  /**
   * As {@link #send(Pid, Object)}, with the sender's choice of what to do if the mailbox is full.
   */
  public void send(Pid target, Object message, WhenFull whenFull) {
    Objects.requireNonNull(target, "target");
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

  /**
   * Sends {@code message} so that it overtakes all messages that are not urgent. It finds room in a
   * mailbox that is full.
   */
  public void sendUrgent(Pid target, Object message) {
    post.sendUrgent(target, Objects.requireNonNull(message, "message"));
  }

  /**
   * Asks: sends {@code message} and waits for the {@linkplain Message#reply reply}. Inside of a
   * runtime only the caller's fiber waits. A process should rather yield a {@link Command#ask}, so
   * that it can do something else meanwhile.
   *
   * @return the reply
   * @throws CommandException if the target has ended, or ends with the message unread: at once
   * @throws TimeoutException if there is no reply in time; one that comes later is a dead letter
   */
  public @Nullable Object request(Pid target, Object message, Duration timeout)
      throws InterruptedException, TimeoutException {
    ProcessCell cell = find(target);
    if (cell != null && cell.isCaller()) {
      throw new IllegalStateException("the process " + target + " would wait for its own reply");
    }
    AskingThread asker = new AskingThread(this, target, timeout);
    post.request(target, new Request(Objects.requireNonNull(message, "message"), asker), timeout);
    return asker.await();
  }

  /**
   * Makes a port to a process of this runtime. It begins with one reference, for whoever it is
   * given * to first.
   *
   * @throws IllegalArgumentException if there is no such process
   * @throws IllegalStateException if it has ended
   */
  public Port openPort(Pid target) {
    ProcessCell cell = known(target);
    if (cell.state() == ProcessWord.COMPLETE) {
      throw new IllegalStateException("the process " + target + " has ended");
    }
    return new Port(cell);
  }

  // ---- names and topics

  /**
   * Gives a process of this runtime a name, until it ends. It may have several.
   *
   * @throws NameTakenException if another process has it; the exception says which
   * @throws IllegalArgumentException if there is no such process
   */
  public void register(String name, Pid target) {
    names.register(name, known(target));
  }

  /** Takes a name back; false if nobody has it. */
  public boolean unregister(String name) {
    return names.unregister(name);
  }

  /** Who has the name; null: nobody. */
  public @Nullable Pid whereIs(String name) {
    ProcessCell holder = names.find(name);
    return holder == null ? null : holder.self();
  }

  /**
   * Sends {@code message} to whoever has the name.
   *
   * @return false if nobody has: it was not sent
   */
  public boolean sendTo(String name, Object message) {
    Pid holder = whereIs(name);
    if (holder != null) {
      send(holder, message);
    }
    return holder != null;
  }

  /**
   * Waits until somebody has the name.
   *
   * @return who; null if nobody has after {@code timeout}
   */
  public @Nullable Pid awaitName(String name, Duration timeout) throws InterruptedException {
    Thread me = Thread.currentThread();
    AtomicReference<@Nullable Pid> found = new AtomicReference<>();
    Names.Watch watch =
        names.watch(
            name,
            holder -> {
              found.set(holder);
              Parking.unpark(me);
            });
    long nanos = TimeUnit.NANOSECONDS.convert(timeout);
    if (!scheduler.await(() -> found.get() != null, watch, nanos, true)) {
      watch.undo();
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return found.get();
  }

  /** All names, with who has them. */
  public Map<String, Pid> registered() {
    return names.all();
  }

  /**
   * Sends {@code message} to all members of {@code topic}; see {@link ProcessContext#join}. Who
   * joins or leaves meanwhile may get it or not. A member whose mailbox is full does not keep the
   * others from it: if it cannot be waited for, its message is a dead letter.
   *
   * @return to how many
   */
  public int publish(String topic, Object message) {
    Objects.requireNonNull(message, "message");
    int receivers = 0;
    for (ProcessCell member : groups.of(topic)) {
      try {
        post.send(member.self(), message, null);
      } catch (MailboxFullException e) {
        post.send(member.self(), message, WhenFull.DROP);
      }
      receivers++;
    }
    return receivers;
  }

  /** The members of {@code topic}. */
  public List<Pid> members(String topic) {
    List<Pid> all = new ArrayList<>();
    groups.of(topic).forEach(member -> all.add(member.self()));
    Collections.sort(all);
    return all;
  }

  // ---- being told

  /** Has {@code listener} told of each process that fails, on the thread where it does. */
  public Registration onCrash(Consumer<CrashReport> listener) {
    crashListeners.add(Objects.requireNonNull(listener, "listener"));
    return () -> crashListeners.remove(listener);
  }

  /** Has {@code listener} told when a mailbox crosses one of its watermarks. */
  public Registration onMailboxLevel(Consumer<MailboxLevel> listener) {
    levelListeners.add(Objects.requireNonNull(listener, "listener"));
    return () -> levelListeners.remove(listener);
  }

  /** A process has failed. */
  void report(CrashReport crash) {
    scheduler
        .incidents()
        .add(
            Incident.Kind.CRASH,
            crash.process().name() + " " + crash.process().pid(),
            crash.where() + ": " + InWords.of(crash.error()));
    tell(crashListeners, crash);
    scheduler.reportCrash(
        crash.process().pid().toString(),
        crash.process().name(),
        crash.where(),
        crash.error(),
        new ProcessCrash(crash));
  }

  /** A mailbox has crossed a watermark. */
  void crossed(MailboxLevel level) {
    tell(levelListeners, level);
  }

  private <T> void tell(List<Consumer<T>> listeners, T what) {
    for (Consumer<T> listener : listeners) {
      try {
        listener.accept(what);
      } catch (Throwable e) {
        report(e);
      }
    }
  }

  // ---- ending

  /**
   * Ends a process of this runtime: at once if it waits, after its step if it is in one. Its {@code
   * close} is called, on a worker.
   *
   * @return false if it has ended already, or there is none of this PID
   */
  public boolean kill(Pid target) {
    return kill(target, "killed");
  }

  /**
   * As {@link #kill(Pid)}, for a reason that those who watch it are told: its exit is an {@link
   * Exit.Killed} with it. If it was to be ended before, the first reason counts.
   *
   * @return false if it has ended already, or there is none of this PID
   */
  public boolean kill(Pid target, String reason) {
    Objects.requireNonNull(reason, "reason");
    ProcessCell cell = find(target);
    if (cell == null || cell.state() == ProcessWord.COMPLETE) {
      return false;
    }
    cell.kill(new Exit.Killed(reason));
    return true;
  }

  /**
   * Asks a process of this runtime to come to an end, by a {@link Cancel}.
   *
   * @return false if it has ended already, or there is none of this PID
   */
  public boolean cancel(Pid target) {
    ProcessCell cell = find(target);
    return cell != null && post.put(cell, new Cancel());
  }

  /**
   * Asks a process to come to an end, by a {@link Cancel}, and kills it if it has not after {@code
   * timeout}. Inside of a runtime only the caller's fiber waits.
   *
   * @return how it ended; null if it is in a step that does not return, even for a while after the
   *     kill
   * @throws IllegalArgumentException if there is no such process
   */
  public @Nullable Exit stop(Pid target, Duration timeout) throws InterruptedException {
    ProcessCell cell = known(target);
    post.put(cell, new Cancel());
    Exit exit = awaitExit(target, timeout);
    if (exit == null) {
      cell.kill(new Exit.Killed("it has not stopped within " + timeout));
      exit = awaitExit(target, KILL_GRACE);
    }
    return exit;
  }

  /**
   * Swaps the implementation of a process, in its turn: after what is in its mailbox now.
   *
   * @return false if it has ended
   */
  public boolean upgrade(Pid target, Upgrade upgrade) {
    ProcessCell cell = find(target);
    if (cell instanceof FiberCell) {
      throw new UnsupportedOperationException(
          target
              + " is a fiber, whose body cannot be replaced; only state machines can be upgraded");
    }
    return cell != null && post.put(cell, new Upgraded(Objects.requireNonNull(upgrade, "upgrade")));
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
    ProcessCell cell = known(target);
    if (cell.isCaller() && cell.exit() == null) {
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

  private ProcessCell known(Pid target) {
    ProcessCell cell = find(target);
    if (cell == null) {
      throw new IllegalArgumentException(
          "the runtime '%s' has no process %s: %s"
              .formatted(scheduler.name(), target, post.missing(target)));
    }
    return cell;
  }

  /** {@code cell} has ended, and is about to tell. */
  void ended(ProcessCell cell, Exit exit) {
    table.remove(cell, exit);
    if (survey.diaries().has(cell)) {
      survey.diaries().close(cell);
    }
    tellIfNone();
  }

  /** Has {@code action} called once, when the last process has ended. */
  void onNone(Runnable action) {
    onNone = action;
    tellIfNone();
  }

  private void tellIfNone() {
    Runnable action = onNone;
    if (action != null) {
      Memory.insist(TELL_IF_NONE, this, action);
    }
  }

  private void tellIfNone(Runnable action) {
    assert Memory.suffices("a look for the last process");
    if (hasNone() && noneTold.compareAndSet(false, true)) {
      try {
        assert Memory.suffices("what is done after the last process");
        action.run();
      } catch (OutOfMemoryError e) { // of threads, perhaps: then to try again at once is no use
        noneTold.set(false);
        scheduler.reportUncaught(e);
        scheduler.schedule(new SecondLook(), Clock.nanos() + A_WHILE);
      }
    }
  }

  /** Whether the last process has ended, which could not be told. */
  private final class SecondLook extends Timer {
    @Override
    protected void fire() {
      tellIfNone();
    }
  }

  /**
   * Whether all processes that were ever numbered have ended. Those that have are read first. Both
   * only grow, and those that have ended are never more; so if they are as many as all parts of the
   * table together have numbered later, each at a moment of its own, there was none when the first
   * part was asked. While some live it is enough to find one: it asks again at its end.
   */
  private boolean hasNone() {
    if (table.hasAny()) {
      return false;
    }
    long ended = table.endings().all();
    return ended > 0 && ended == table.numbered();
  }

  boolean isClosing() {
    return closing;
  }

  /** The runtime closes: no more from outside. */
  void beginClosing() {
    closing = true;
  }

  /** Whether another process sees to its end. */
  boolean isSupervised(ProcessCell cell) {
    Pid parent = cell.parent();
    return parent != null && cell.isSupervised() && isAlive(parent);
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

  @Nullable ProcessCell find(Pid target) {
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
    return counts(queued.get());
  }

  /**
   * What has become of all processes and messages.
   *
   * @param queued messages in mailboxes; -1: as many as were sent and are nowhere else
   */
  ProcessCounts counts(long queued) {
    ProcessTable.Endings endings = table.endings();
    long handled = post.handled(); // read before what was sent: so no message is handled too early
    long relayed = post.relayed();
    Map<DeadLetter.Reason, Long> dead = post.deadLetters().counts();
    long sent = post.sent();
    long numbered = table.numbered();
    long missing =
        sent
            - handled
            - relayed
            - dead.entrySet().stream()
                .filter(each -> each.getKey().isOfMessage())
                .mapToLong(Map.Entry::getValue)
                .sum();
    return new ProcessCounts(
        numbered - endings.stillborn(),
        endings.completed(),
        endings.failed(),
        endings.killed(),
        numbered - endings.all(),
        sent,
        handled,
        queued < 0 ? Math.max(0, missing) : queued,
        relayed,
        scheduler.counted(WorkerCounters.HAND_OVERS),
        dead);
  }

  /**
   * All processes in numbers, and the most interesting of them. It looks at some 20,000 of them, so
   * it takes a few milliseconds however many there are; of more it looks at others each time, and
   * estimates how many are in which state.
   */
  public ProcessCensus census() {
    return survey.census();
  }

  /**
   * Searches. It visits every process, so with a million of them it takes some hundred
   * milliseconds; to show those again that it found, {@link #lookAgain} is cheap.
   */
  public ProcessPage find(ProcessQuery query) {
    return survey.find(query);
  }

  /** Those of {@code pids} that live, as they are now, in this order. */
  public List<ProcessLine> lookAgain(List<Pid> pids) {
    return survey.lookAgain(pids);
  }

  /**
   * Looks at one process closely; null if it has ended, or there is none of this PID here. From the
   * first look on a few lines are kept of what it is given and does, for the 32 processes that were
   * looked at last. It visits every process, to find those that it has spawned.
   */
  public @Nullable ProcessDetail lookAt(Pid target) {
    return survey.lookAt(target);
  }

  ProcessSurvey survey() {
    return survey;
  }

  /** How often supervisors have restarted a child. */
  long restarts() {
    return restarts.sum();
  }

  /** A supervisor has started {@code child} again. */
  private void restarted(ProcessCell child) {
    restarts.increment();
    scheduler
        .incidents()
        .add(
            Incident.Kind.RESTART,
            child.name(),
            "is started again, as " + child.self() + ", by its supervisor " + child.parent());
  }

  // ---- for the rest of this package

  Pid.Home home() {
    return home;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  Names names() {
    return names;
  }

  Groups groups() {
    return groups;
  }

  /** Makes the text of a message for a report. */
  Function<Object, String> describer() {
    return describer;
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
    return table.isNumbered(number);
  }

  Dispatcher dispatcher() {
    return dispatcher;
  }

  /** Tells the uncaught-exception handler. */
  void report(Throwable e) {
    scheduler.reportUncaught(e);
  }

  @Override
  public String toString() {
    return "Processes of " + home.node() + "/" + home.host();
  }
}
