package dev.heddle.process;

import dev.heddle.loom.StackRoom;
import dev.heddle.scheduler.Memory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What ties a process to others, and how it has ended, which they are told.
 *
 * <table>
 * <caption>Fields</caption>
 * <tr><th>field</th><th>written by</th><th>read by</th></tr>
 * <tr><td>{@code end}</td><td>anybody, CAS: a chain of listeners; claimer, once: the {@link Exit}</td>
 * <td>anybody, volatile</td></tr>
 * <tr><td>{@code bonds}</td><td>anybody, CAS, once, when there is one to keep; or the claimer, at the
 * end</td><td>anybody, volatile</td></tr>
 * </table>
 *
 * <p>The end is told in this order: names, topics and timers go; then the exit is known; then
 * monitors and links are told; then the listeners. So whoever knows of the end finds the names
 * free, and a tie that is made meanwhile is told by who makes it (see {@link Bonds}).
 */
abstract class ProcessTies extends ProcessMailbox {
  static final Exit CLOSED = new Exit.Killed("the runtime was closed");

  private static final BiConsumer<Monitor, Exit> TELL = Monitor::tell;

  private static final BiConsumer<ProcessCell, ProcessCell> SIGNAL = ProcessTies::signal;

  private static final VarHandle END;
  private static final VarHandle BONDS;

  static {
    try {
      MethodHandles.Lookup here = MethodHandles.lookup();
      END = here.findVarHandle(ProcessTies.class, "end", Object.class);
      BONDS = here.findVarHandle(ProcessTies.class, "bonds", Bonds.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Who wants to know of the end. */
  private record ExitListener(Consumer<Exit> told, @Nullable ExitListener before) {}

  private volatile @Nullable Object end;
  private volatile @Nullable Bonds bonds;

  /** This, as all of it. */
  abstract ProcessCell cell();

  /** Anybody: puts it into a queue; {@link #wake} or its like has said that the caller has to. */
  abstract void resume();

  public void link(Pid other) {
    ProcessCell cell = cell().processes().find(other);
    if (cell == cell()) {
      return;
    }
    if (cell == null) {
      linkedHasEnded(other, new Exit.Unknown());
    } else if (bonds().addLink(cell)) {
      assert Moment.passes("a link has its own end");
      boolean linked = cell.bonds().addLink(cell());
      assert Moment.passes("a link has both ends, or was refused");
      if (!linked) {
        bonds().removeLink(cell);
        linkedHasEnded(other, Objects.requireNonNull(cell.exit()));
      } else if (bonds().isClosed() && cell.bonds().removeLink(cell())) {
        cell.linkedHasEnded(cell().self(), Objects.requireNonNull(exit()));
      }
    }
  }

  public void unlink(Pid other) {
    ProcessCell cell = cell().processes().find(other);
    if (cell != null) {
      bonds().removeLink(cell);
      assert Moment.passes("a link has lost its own end");
      cell.bonds().removeLink(cell());
    }
  }

  public void trapExits(boolean traps) {
    bonds().trap(traps);
  }

  public Monitor monitor(Pid target) {
    Monitor monitor = new Monitor(cell(), target, cell().processes().find(target));
    monitor.begin();
    return monitor;
  }

  public SendTimer sendAfter(Duration delay, Pid target, Object message) {
    OneSend timer =
        new OneSend(
            cell(),
            Objects.requireNonNull(target, "target"),
            Objects.requireNonNull(message, "message"));
    timer.begin(timerNanos(delay));
    return timer;
  }

  public SendTimer sendEvery(Duration period, Pid target, Object message) {
    long nanos = timerNanos(period);
    if (nanos == 0) {
      throw new IllegalArgumentException("period: " + period + ", must be above zero");
    }
    RepeatedSend timer =
        new RepeatedSend(
            cell(),
            Objects.requireNonNull(target, "target"),
            Objects.requireNonNull(message, "message"),
            nanos);
    timer.begin();
    return timer;
  }

  /**
   * How long a timer waits: what is past comes at once, and what is too far ahead to count late.
   */
  static long timerNanos(Duration time) {
    return Math.clamp(TimeUnit.NANOSECONDS.convert(time), 0, Long.MAX_VALUE / 4);
  }

  public void watchName(String name) {
    cell().processes().names().watch(name, cell());
  }

  public void join(String topic) {
    cell().processes().groups().join(topic, cell());
  }

  public void leave(String topic) {
    cell().processes().groups().leave(topic, cell());
  }

  /** Anybody: what ties it to others. */
  Bonds bonds() {
    Bonds now = bonds;
    if (now == null) {
      Bonds made = new Bonds();
      now = (Bonds) BONDS.compareAndExchange(this, (Bonds) null, made);
      now = now == null ? made : now;
    }
    return now;
  }

  /** Anybody: {@code other}, which this is linked to, has ended. */
  void linkedHasEnded(Pid other, Exit exit) {
    assert Memory.suffices("the signal of a link");
    if (bonds().isTrapping()) {
      cell().processes().post().put(cell(), new Exited(other, exit));
    } else if (exit.isCrash()) {
      kill(new Exit.Taken(other, exit));
    }
  }

  /** Anybody: it shall end before its next step, as {@code exit} says; the first one counts. */
  void kill(Exit exit) {
    StackRoom.toHold(); // who makes it ready has to queue it
    bonds().endBecauseOf(exit);
    assert Moment.passes("why it is killed is known");
    if (kill()) {
      resume();
    }
  }

  final Exit whyKilled() {
    Bonds now = bonds;
    Exit cause = now == null ? null : now.cause();
    return cause == null ? CLOSED : cause;
  }

  /** Anybody: keeps {@code bond} until the end; false if that has come, and nothing is kept. */
  final boolean keep(Bond bond) {
    return bondsForOneMore().add(bond);
  }

  /** As {@link #keep(Bond)}. */
  final boolean keep(OneSend timer) {
    return bondsForOneMore().add(timer);
  }

  /**
   * Who makes the bonds looks for the end afterwards; who ends (see {@code release}) is seen to
   * have ended, and then looks for bonds. So at least one of them sees the other, and nothing is
   * kept by one whose end is known.
   */
  private Bonds bondsForOneMore() {
    Bonds now = bonds();
    assert Moment.passes("there are bonds to keep one in");
    if (state() == COMPLETE) {
      now.dissolve();
    }
    assert Moment.passes("a bond is about to be kept");
    return now;
  }

  /** Claimer, at the end, before it is known: names and timers go. */
  final void dissolveBonds() {
    Bonds now = bonds;
    if (now != null) {
      now.dissolve();
    }
  }

  /** Claimer, at the end: makes it known. */
  final void tellEnd(Exit exit) {
    Object listeners = END.getAndSet(this, exit);
    assert Moment.passes("the exit is known", cell());
    signal(exit);
    assert Moment.passes("ties are told", cell());
    tell(listeners, exit);
    assert Moment.passes("all is over", cell());
  }

  /** Whom it is linked to. */
  final List<Pid> links() {
    Bonds now = bonds;
    return now == null ? List.of() : now.links();
  }

  /** Lets go of the other ends of its ties. */
  private void signal(Exit exit) {
    Bonds now = (Bonds) BONDS.compareAndExchange(this, (Bonds) null, Bonds.OF_ENDED);
    if (now == null) {
      return;
    }
    assert Moment.passes("no more bonds can be made", cell());
    now.close();
    assert Moment.passes("ties are closed", cell());
    now.undoAll(); // came between
    Monitor monitor;
    while ((monitor = now.takeWatching()) != null) {
      monitor.forget();
    }
    assert Moment.passes("it watches nobody", cell());
    while ((monitor = now.takeWatcher()) != null) {
      Memory.insist(TELL, monitor, exit);
    }
    assert Moment.passes("its watchers are told", cell());
    ProcessCell linked;
    while ((linked = now.takeLink()) != null) {
      if (linked.bonds().removeLink(cell())) {
        Memory.insist(SIGNAL, linked, cell());
      }
    }
  }

  private static void signal(ProcessCell linked, ProcessCell ended) {
    linked.linkedHasEnded(ended.self(), Objects.requireNonNull(ended.exit()));
  }

  private void tell(@Nullable Object listeners, Exit exit) {
    ExitListener listener = listeners instanceof ExitListener chain ? chain : null;
    while (listener != null) {
      try {
        listener.told().accept(exit);
      } catch (Throwable e) {
        cell().processes().report(e);
      }
      listener = listener.before();
    }
  }

  /** Anybody: has {@code told} called at the end, on the thread that ends it; at once if it has. */
  void onExit(Consumer<Exit> told) {
    while (true) {
      Object now = end;
      if (now instanceof Exit exit) {
        told.accept(exit);
        return;
      }
      if (END.compareAndSet(this, now, new ExitListener(told, (ExitListener) now))) {
        return;
      }
    }
  }

  /** Anybody: takes {@code told} back. */
  void removeExitListener(Consumer<Exit> told) {
    while (end instanceof ExitListener now && !END.compareAndSet(this, now, without(now, told))) {}
  }

  private static @Nullable ExitListener without(ExitListener chain, Consumer<Exit> told) {
    ExitListener kept = null;
    for (ExitListener each = chain; each != null; each = each.before()) {
      if (each.told() != told) {
        kept = new ExitListener(each.told(), kept);
      }
    }
    return kept;
  }

  /** Anybody: how it has ended; null if it has not. */
  @Nullable Exit exit() {
    return end instanceof Exit exit ? exit : null;
  }
}
