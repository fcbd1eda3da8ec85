package dev.heddle.process;

import dev.heddle.metrics.ProcessLine;
import dev.heddle.metrics.Rule;
import dev.heddle.process.StepOutput.Status;
import dev.heddle.scheduler.ClassName;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.InWords;
import dev.heddle.scheduler.InjectedCrash;
import dev.heddle.scheduler.Memory;
import dev.heddle.scheduler.Work;
import dev.heddle.scheduler.Worker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A process as the runtime has it: its word, its mailbox, its ties, and its life from {@code init}
 * to {@code close}.
 *
 * <p>Whoever has claimed it (see {@link ProcessWord}) has all fields to itself but those below.
 * What few processes need is in {@link ProcessExtras}, because there may be millions.
 *
 * <table>
 * <caption>Fields that others read</caption>
 * <tr><th>field</th><th>written by</th><th>read by</th></tr>
 * <tr><td>{@code steps}</td><td>claimer, opaque</td><td>anybody, opaque</td></tr>
 * <tr><td>{@code extras}</td><td>claimer, release</td><td>anybody, acquire</td></tr>
 * <tr><td>{@code process}</td><td>spawner; claimer, at the end</td><td>anybody, for its class</td></tr>
 * <tr><td>{@code nextInTable}</td><td colspan="2">guarded by the {@link ProcessTable}</td></tr>
 * </table>
 */
sealed class ProcessCell extends ProcessTies implements ProcessContext permits FiberCell {
  /** How many events a process is given before others get their turn. */
  private static final int EVENTS_IN_ROW = 256;

  /** How many steps a process makes before others get their turn. */
  private static final int STEPS_IN_ROW = 16;

  private static final BiConsumer<Request, Pid> REFUSE = ProcessCell::refuse;

  private static final VarHandle STEPS;
  private static final VarHandle EXTRAS;

  static {
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      STEPS = here.findVarHandle(ProcessCell.class, "steps", long.class);
      EXTRAS = here.findVarHandle(ProcessCell.class, "extras", ProcessExtras.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Processes processes;
  private final Pid pid;
  private final @Nullable Pid parent;
  private final long born;
  private volatile @Nullable Process process;
  private @Nullable ProcessExtras extras;
  private long steps;

  /** Whether it steps without events too: at its start, and when it has said so. */
  private boolean again = true;

  /**
   * Whose stack the process's own code is on: the low bits of the thread's number, or 0. Written by
   * that thread, and compared by each with its own.
   */
  private int stepper;

  @Nullable ProcessCell nextInTable;

  @SuppressWarnings("this-escape") // into the PID, which is not given away before this is complete
  ProcessCell(Processes processes, Process process, @Nullable Pid parent) {
    Worker here = Worker.current();
    this.born = Clock.recently(here);
    this.processes = processes;
    this.process = process;
    this.parent = parent;
    long number = processes.number(here);
    try {
      assert Memory.suffices("a PID");
      this.pid = new Pid(processes.home(), number, this);
    } catch (OutOfMemoryError e) {
      processes.stillborn(number);
      throw e;
    }
  }

  // ---- as the process sees it

  @Override
  public Pid self() {
    return pid;
  }

  @Override
  public @Nullable Pid parent() {
    return parent;
  }

  @Override
  public Processes processes() {
    return processes;
  }

  @Override
  public Pid spawn(Process child, ProcessOptions options) {
    return processes.spawn(child, options, pid);
  }

  @Override
  public Pid spawn(ProcessBody child, ProcessOptions options) {
    return processes.spawn(child, options, pid);
  }

  @Override
  public Port openPort() {
    return processes.openPort(pid);
  }

  @Override
  ProcessCell cell() {
    return this;
  }

  @Override
  void resume() {
    processes.scheduler().resume(this);
  }

  /**
   * W2: something was put into the mailbox, by an item of {@code here}, which goes on with this
   * next if it has nothing else that is ready.
   */
  void wakeFrom(@Nullable Worker here) {
    if (here != null && isUnready() && here.isNextFree(processes.scheduler())) {
      if (wakeNext()) {
        here.goNextTo(this);
      }
    } else if (wake()) {
      resume();
    }
  }

  // ---- coming into being

  /** The spawner: prepares it; what this throws, {@code init} has thrown. */
  void init(ProcessOptions options) throws Exception {
    if (!options.name().isEmpty()) {
      ownExtras().name = options.name();
    }
    if (options.mailboxBound() > 0) {
      ownExtras().bound = new MailboxBound(options.mailboxBound(), options.whenFull());
    }
    if (options.highWatermark() > 0) {
      ownExtras().watermarks = new Watermarks(options.highWatermark(), options.lowWatermark());
    }
    if (options.supervised()) {
      ownExtras().supervised = true;
      ownExtras().restarts = options.restarts();
    }
    stepper = (int) Thread.currentThread().threadId();
    Objects.requireNonNull(process).init(this, options.method(), options.input());
    stepper = 0;
  }

  /** The spawner: lets it take its first step. */
  void begin(boolean inside) {
    if (inside) {
      processes.scheduler().spawnProcess(this);
    } else {
      processes.scheduler().enqueue(this);
    }
  }

  private ProcessExtras ownExtras() {
    ProcessExtras own = extras;
    if (own == null) {
      own = new ProcessExtras();
      EXTRAS.setRelease(this, own);
    }
    return own;
  }

  private @Nullable ProcessExtras seenExtras() {
    return (ProcessExtras) EXTRAS.getAcquire(this);
  }

  /** Anybody: what bounds the mailbox; null: nothing. */
  @Nullable MailboxBound bound() {
    ProcessExtras seen = seenExtras();
    return seen == null ? null : seen.bound;
  }

  /** Anybody: whether its parent sees to its end. */
  boolean isSupervised() {
    ProcessExtras seen = seenExtras();
    return seen != null && seen.supervised;
  }

  /** Anybody: a message was put in. */
  void levelRises() {
    ProcessExtras seen = seenExtras();
    if (seen != null && seen.watermarks != null) {
      seen.watermarks.rise(this);
    }
  }

  /** Anybody: whether the caller is in the process's own code. */
  boolean isCaller() {
    return stepper == (int) Thread.currentThread().threadId();
  }

  // ---- running

  /**
   * On a runner that has claimed this: steps, until it waits, ends, or others have their turn; and
   * then those of the process that it handed over to, or that is next anyway, and so on. One that
   * is not gone on to stands in a queue, as any other that was woken, or in the worker's slot.
   */
  @Override
  protected @Nullable Work carryOut() {
    StepRun run = begin();
    try {
      ProcessCell now = this;
      while (now != null) {
        now = now.goOn(run);
      }
    } finally {
      run.end();
    }
    return null;
  }

  private StepRun begin() {
    try {
      assert Moment.passes("a run begins");
      return StepRun.begin(this);
    } catch (Throwable e) { // no memory, say: this is claimed, and must not stay so
      if (requeue()) {
        resume();
      }
      throw e;
    }
  }

  /** Makes the steps; returns whom the worker, if it may, goes straight on to, claimed. */
  private @Nullable ProcessCell goOn(StepRun run) {
    ProcessCell target = makeSteps(run);
    Worker here = Worker.current(); // not the one from before, perhaps
    if (here == null) {
      return null;
    }
    here.endsStep();
    if (target != null) {
      if (!target.isHandedOver(here)) {
        return null;
      }
      run.handsOver(target);
      return target;
    }
    if (here.goOnToNext() instanceof ProcessCell next) {
      run.goesOnWith(next, Rule.READY);
      return next;
    }
    return null;
  }

  /** Whether {@code here}, the caller's, which was told to go on with this, may, and has it. */
  boolean isHandedOver(Worker here) {
    if (!here.mayGoOn() || !claimWithoutEntry()) {
      return false;
    }
    here.wentOn(this);
    return true;
  }

  /**
   * @return to whom the worker shall go next; when this returns, the process is somebody else's
   */
  private @Nullable ProcessCell makeSteps(StepRun run) {
    int eventsLeft = EVENTS_IN_ROW;
    int stepsLeft = STEPS_IN_ROW;
    Status status = Status.UNSAID;
    while (true) {
      if (isKilled()) {
        end(whyKilled());
        return run.takeTarget();
      }
      Event first = steps == 0 ? null : takeChain(); // the first step is a start
      if (first != null || again) {
        Events events = eventsOf(first);
        Worker here = Worker.current(); // not the one from before, perhaps
        if (here != null) {
          here.beginsStep(events.size());
        }
        eventsLeft -= events.size();
        status = ProcessStepEvent.isOn() ? stepTold(run, events) : step(run, events);
        if (status == Status.COMPLETE || status == Status.FAILED) {
          return endAfter(run, status);
        }
        if (run.out.size() > 0 && !dispatch(run.out)) {
          return endAfter(run, Status.FAILED);
        }
        run.out.end();
        stepper = 0; // before it can be somebody else's
        again = status == Status.AGAIN;
        stepsLeft--;
      }
      ProcessCell target = run.takeTarget();
      if (!again && !hasEvents() && leave(waitsAs(status))) {
        return target;
      }
      if (target != null) {
        if (requeue()) {
          processes.scheduler().resumeElsewhere(this);
        }
        return target;
      }
      if (eventsLeft <= 0 || stepsLeft <= 0) {
        if (requeue()) {
          resume();
        }
        return null;
      }
      if (state() == YIELDING) {
        running();
      }
    }
  }

  /** Which state it waits in, if its last step has said this. */
  private int waitsAs(Status status) {
    return status == Status.BLOCKED || (status == Status.UNSAID && isWaitingForCommands())
        ? BLOCKED
        : IDLE;
  }

  /**
   * The next events for a step, from the chain that begins with {@code first}, if there is one. If
   * there is no memory for that, they stay where they were, and the process steps another time.
   */
  private Events eventsOf(@Nullable Event first) {
    Events events;
    try {
      assert Memory.suffices("the events of a step");
      events = new Events();
    } catch (Throwable e) {
      stepLater(first);
      throw e;
    }
    if (first != null) {
      take(first, events);
    }
    return events;
  }

  private void stepLater(@Nullable Event first) {
    keepRest(first, 0);
    if (requeue()) {
      resume();
    }
  }

  private void take(Event first, Events into) {
    int size = 0;
    int messages = 0;
    Event last = first;
    Event next = first;
    try {
      while (next != null && size < Events.MOST && !(next instanceof Upgraded && size > 0)) {
        if (next instanceof Message) {
          messages++;
          if (next instanceof Request request) {
            request.takenBy(this); // and another time, if one of those after it fails
          }
        }
        size++;
        last = next;
        next = next.next;
      }
    } catch (Throwable e) {
      stepLater(first);
      throw e;
    }
    if (next != null) {
      last.next = null;
    }
    keepRest(next, messages);
    into.fill(first, size);
    if (messages < size) {
      settleAll(first);
    }
    if (messages > 0) {
      taken(messages, Worker.current());
    }
  }

  private void settleAll(Event first) {
    for (Event event = first; event != null; event = event.next) {
      if (!(event instanceof Message)) {
        settle(event);
      }
    }
  }

  /** Claimer, on {@code here}: {@code n} messages are given to the process. */
  final void taken(int n, @Nullable Worker here) {
    processes.post().handled(n, here);
    ProcessExtras own = extras;
    if (own != null) {
      if (own.bound != null) {
        own.bound.release(n);
      }
      if (own.watermarks != null) {
        own.watermarks.look(this);
      }
    }
  }

  /** Claimer: {@code event}, which is no message, is given to the process. */
  final void settle(Event event) {
    ProcessExtras own = extras;
    if (own != null && event instanceof PendingCommand command) {
      own.pending.remove(command);
    }
  }

  /** Claimer: {@code command} is not waited for any more. */
  final void giveUp(PendingCommand command) {
    ProcessExtras own = extras;
    if (own != null && command.cancel()) { // else its completion comes, and is settled then
      own.pending.remove(command);
    }
  }

  private boolean isWaitingForCommands() {
    ProcessExtras own = extras;
    return own != null && own.pending.size() > 0;
  }

  private Status stepTold(StepRun run, Events events) {
    ProcessStepEvent event = ProcessStepEvent.begin(this, steps + 1, events.size(), run.rule());
    Status status = step(run, events);
    if (event != null) {
      event.ended(status);
    }
    return status;
  }

  private Status step(StepRun run, Events events) {
    StepOutput out = run.out;
    STEPS.setOpaque(this, steps + 1);
    Diaries diaries = processes.survey().diaries();
    if (diaries.has(this)) {
      diaries.given(this, steps, events);
    }
    out.begin(run.thread());
    stepper = (int) run.thread();
    try {
      if (processes.scheduler().injects("CRASHING_STEP")) {
        throw new InjectedCrash("the simulation lets this step crash");
      }
      if (!events.isEmpty() && events.get(0) instanceof Upgraded upgraded) {
        upgrade(upgraded.upgrade());
      }
      Objects.requireNonNull(process).step(events, out);
      if (out.status() == Status.BLOCKED && out.size() == 0 && !isWaitingForCommands()) {
        out.fail(
            new IllegalStateException(
                "blocked() without a command under way, so nothing would end the wait; idle() waits"
                    + " for messages"));
      }
    } catch (Throwable e) {
      out.crashed(e);
    }
    Status status = out.status();
    if (diaries.has(this)) {
      diaries.stepped(this, steps, status);
    }
    if (status == Status.FAILED) {
      run.rememberMessages(events);
    }
    events.clear();
    out.returned();
    return status;
  }

  private void upgrade(Upgrade upgrade) throws Exception {
    Process current = Objects.requireNonNull(process);
    assert Moment.passes("an upgrade begins");
    Process next = Objects.requireNonNull(upgrade.apply(current, this), "the next implementation");
    assert Moment.passes("the next implementation is made");
    process = next;
    assert Moment.passes("the next implementation is there");
    if (current instanceof BehaviourProcess behaviour) {
      behaviour.replacedBy(next);
    }
  }

  /** Gives the commands of a step to their handlers; false: there is no memory for one of them. */
  private boolean dispatch(StepOutput out) {
    yielding();
    for (int i = 0; i < out.size(); i++) {
      try {
        dispatch(out.tag(i), out.command(i));
      } catch (OutOfMemoryError e) {
        out.forget(i);
        out.crashed(e);
        return false;
      }
    }
    return true;
  }

  /** Claimer: gives {@code command} to its handler. */
  final PendingCommand dispatch(long tag, Object command) {
    assert Memory.suffices("a command under way");
    PendingCommand pending = new PendingCommand(this, tag, command);
    ownExtras().pending.add(pending);
    assert Moment.passes("a command is pending");
    processes.dispatcher().dispatch(pending);
    return pending;
  }

  // ---- ending

  private @Nullable ProcessCell endAfter(StepRun run, Status status) {
    StepOutput out = run.out;
    Throwable error = out.error;
    Exit exit = status == Status.FAILED && error != null ? failed(error) : completed(out.result);
    for (int i = 0; i < out.size(); i++) {
      processes.post().bury(pid, out.command(i), DeadLetter.Reason.COMMAND_DROPPED);
    }
    out.end();
    if (exit instanceof Exit.Failed failed) {
      reportCrash("step", steps, failed.error(), run.takeMessages());
    }
    end(exit);
    return run.takeTarget();
  }

  static Exit failed(Throwable error) {
    return exit(error, null);
  }

  static Exit completed(@Nullable Object result) {
    return exit(null, result);
  }

  /** As soon as there is memory for it. */
  private static Exit exit(@Nullable Throwable error, @Nullable Object result) {
    while (true) {
      try {
        assert Memory.suffices("an exit");
        return error == null ? new Exit.Completed(result) : new Exit.Failed(error);
      } catch (OutOfMemoryError _) {
        Thread.onSpinWait();
      }
    }
  }

  /**
   * Claimer: has told of its failure what there is to tell; without memory for that, the bare
   * error.
   *
   * @param step which one; 0: in none
   */
  final void reportCrash(String where, long step, Throwable error, List<String> lastMessages) {
    try {
      assert Memory.suffices("the report of a crash");
      ProcessExtras own = extras;
      processes.report(
          new CrashReport(
              info(),
              step == 0 ? where : where + " " + step,
              error,
              lastMessages,
              InWords.of(process),
              links(),
              own == null ? 0 : own.restarts));
    } catch (OutOfMemoryError _) {
      processes.report(error);
    }
  }

  /** The claimer ends it, whatever happened before. */
  void end(Exit exit) {
    release();
    stepper = 0;
    processes.ended(this, exit);
    assert Moment.passes("it is in the table no more", this);
    tellEnd(exit);
  }

  /** The spawner, whose {@code init} has failed: it never came to be. */
  void abort(Throwable why) {
    release();
    stepper = 0;
    tellEnd(new Exit.Failed(why));
  }

  /** Lets go of all it has, and makes it unreachable. */
  private void release() {
    assert Moment.passes("the end begins", this);
    ProcessExtras own = extras;
    if (own != null) {
      own.pending.cancelAll();
    }
    assert Moment.passes("its commands are cancelled", this);
    close();
    assert Moment.passes("it is closed", this);
    for (Event left = unread(); left != null; left = left.next) {
      buryUnread(left);
    }
    if (own != null && own.bound != null) {
      own.bound.open();
    }
    assert Moment.passes("its mailbox is closed", this);
    dissolveBonds();
    assert Moment.passes("its bonds are dissolved", this);
    finish();
    assert Moment.passes("it is complete", this);
    dissolveBonds(); // those that were made meanwhile; see keep
  }

  /** Calls the user's {@code close}, once. */
  private void close() {
    try {
      Objects.requireNonNull(process).close();
    } catch (Throwable e) {
      reportCrash("close()", 0, e, List.of());
    }
    process = null;
  }

  /** Claimer, at the end: what the process was never given, linked; closes the mailbox. */
  @Nullable Event unread() {
    return closeMailbox();
  }

  private void buryUnread(Event event) {
    if (event instanceof Message message) {
      processes.post().bury(pid, message.data(), DeadLetter.Reason.PROCESS_ENDED);
      if (message instanceof Request request) {
        Memory.insist(REFUSE, request, pid);
      }
    } else if (event instanceof Completion completion) {
      bury(completion);
    }
  }

  private static void refuse(Request request, Pid ended) {
    assert Memory.suffices("a refusal");
    request.refuse(Post.hasEnded(ended));
  }

  /** Claimer: nobody waits for {@code completion} any more. */
  final void bury(Completion completion) {
    Throwable error = completion.error();
    processes
        .post()
        .bury(pid, error == null ? completion.data() : error, DeadLetter.Reason.LATE_COMPLETION);
  }

  /** The runtime has ended before this could run again. */
  @Override
  protected void abandon(RuntimeException reason) {
    if (claimEntry()) {
      end(whyKilled());
    }
  }

  /**
   * The runtime closes: ends it, unless it is in a step, with which it ends then.
   *
   * @return whether it was ended here and now
   */
  boolean endByForce() {
    boolean seized = seize();
    if (seized) {
      end(whyKilled());
    }
    return seized;
  }

  // ---- looking in

  /** Anybody: how many commands are under way. */
  int commands() {
    ProcessExtras seen = seenExtras();
    return seen == null ? 0 : seen.pending.size();
  }

  ProcessInfo info() {
    ProcessExtras seen = seenExtras();
    return new ProcessInfo(
        pid,
        name(),
        ProcessState.values()[state()],
        messages(),
        stepsMade(),
        commands(),
        seen == null ? null : seen.pending.newest(),
        parent,
        Duration.ofNanos(age()));
  }

  /** Its name, or else that of its class. */
  String name() {
    ProcessExtras seen = seenExtras();
    Process mine = process;
    if (seen != null && !seen.name.isEmpty()) {
      return seen.name;
    }
    return mine == null ? "ended" : typeName();
  }

  /** As a line of a table. */
  ProcessLine line(long busyNanos) {
    return new ProcessLine(
        pid.toString(),
        name(),
        ProcessState.values()[state()].name(),
        messages(),
        stepsMade(),
        commands(),
        newestCommand(),
        parent == null ? "" : parent.toString(),
        isSupervised(),
        restarts(),
        age() / 1_000_000,
        busyNanos);
  }

  /** Anybody: when it was spawned, by {@link Clock#recently}. */
  long born() {
    return born;
  }

  private long age() {
    return Clock.nanos() - born;
  }

  /** Anybody: how often it was started again. */
  int restarts() {
    ProcessExtras seen = seenExtras();
    return seen == null ? 0 : seen.restarts;
  }

  /** Anybody: how many steps it has made. */
  long stepsMade() {
    return (long) STEPS.getOpaque(this);
  }

  /** Anybody: the command that was yielded last, as text; empty if there is none under way. */
  String newestCommand() {
    ProcessExtras seen = seenExtras();
    Object newest = seen == null ? null : seen.pending.newest();
    return newest == null ? "" : InWords.of(newest);
  }

  /** Anybody: the thread that its code is on, running or blocked; null: none, or just gone. */
  @Nullable Thread thread() {
    int low = stepper;
    return low == 0 ? null : processes.scheduler().busyRunner(low);
  }

  @Override
  protected long processNumber() {
    return pid.number();
  }

  @Override
  final void isLong(int messages) {
    processes.survey().longMailboxes().note(this, messages);
  }

  /** Its class, for errors. */
  String className() {
    return Objects.requireNonNull(process).getClass().getName();
  }

  /** What it is called if it was given no name. */
  String typeName() {
    Process mine = process;
    return mine == null ? "ended" : ClassName.of(mine.getClass());
  }

  @Override
  protected String recordedKind() {
    return "process";
  }

  @Override
  protected String recordedName() {
    return name();
  }

  @Override
  protected long recordedNumber() {
    return processNumber();
  }

  /** Of the PID, so that sets of processes have the same order in every run of a simulation. */
  @Override
  public int hashCode() {
    return pid.hashCode();
  }

  /** Identity. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public String toString() {
    return "process " + pid + " (" + name() + ")";
  }
}
