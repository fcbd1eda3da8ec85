package dev.heddle.fiber;

import dev.heddle.internal.TaskAccess;
import dev.heddle.scheduler.Scheduler;
import dev.heddle.scheduler.Worker;
import dev.heddle.task.Body;
import dev.heddle.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Puts work that runs at once into an order: tickets are taken in order, and each is called when
 * all before it are done.
 *
 * <pre>{@code
 * TicketQueue queue = new TicketQueue();
 * for (Frame frame : frames) {
 *   Ticket ticket = queue.take();
 *   heddle.spawn(() -> {
 *     try (ticket) {
 *       Image image = render(frame); // in parallel
 *       ticket.await();              // the frames before it are written
 *       write(image);
 *     }                              // done: the next is called
 *   });
 * }
 * }</pre>
 *
 * <p><b>A ticket that is never done holds up all behind it</b>, even when nobody has it any more:
 * the queue cannot know that. So take a ticket together with what makes sure that it is done, as
 * the try above. Who waits shows in its dump which ticket it waits for.
 *
 * <p><b>Memory.</b> What was done before {@link Ticket#done} is visible to whoever comes behind,
 * when it is called. <b>Cost:</b> one object a ticket, one more a wait.
 */
public final class TicketQueue extends Guard {
  /*
   * Implementation. The tickets that are not over yet are a list, from `head` by `next`; all of it,
   * and every field of the tickets that changes, is guarded by the Guard that this is. The head is
   * always called. A ticket that is done before its turn stays in the list until then, so
   * that its waiters and callbacks see the order too.
   *
   * done() moves the head on over all that are done, and collects into one chain each of waiters
   * and callbacks what has to be woken and started; that happens after the guard was left.
   */
  private @Nullable Ticket head;
  private @Nullable Ticket last;
  private long taken;

  /** An empty queue. */
  public TicketQueue() {}

  /** Takes the next ticket. */
  public Ticket take() {
    Ticket ticket = new Ticket(this);
    enter();
    append(ticket);
    leave();
    return ticket;
  }

  /**
   * Takes {@code count} tickets that follow each other without others between them.
   *
   * @throws IllegalArgumentException if {@code count} is negative
   */
  public List<Ticket> take(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("cannot take " + count + " tickets; 0 or more");
    }
    List<Ticket> tickets = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      tickets.add(new Ticket(this));
    }
    enter();
    for (int i = 0; i < count; i++) {
      append(tickets.get(i));
    }
    leave();
    return tickets;
  }

  /** Guarded. */
  private void append(Ticket ticket) {
    ticket.number = ++taken;
    if (last == null) {
      head = ticket;
      ticket.called = true;
    } else {
      last.next = ticket;
    }
    last = ticket;
  }

  /** How many tickets are not over: not done, or done before their turn has come. */
  public int size() {
    int size = 0;
    enter();
    for (Ticket each = head; each != null; each = each.next) {
      size++;
    }
    leave();
    return size;
  }

  /** For messages. */
  @Override
  public String toString() {
    Ticket called = head;
    return "TicketQueue (" + (called == null ? "empty" : "called: ticket " + called.number) + ")";
  }

  /**
   * A place in the order of a {@link TicketQueue}. It is <i>called</i> when all tickets before it
   * are done. Any thread may use it.
   */
  public static final class Ticket implements AutoCloseable {
    private final TicketQueue queue;
    private final WaitQueue waiters = new WaitQueue();
    private @Nullable Call calls; // the newest first
    private @Nullable Ticket next;
    private boolean called;
    private boolean done;
    private long number;

    Ticket(TicketQueue queue) {
      this.queue = queue;
    }

    /**
     * Waits until all tickets before this one are done.
     *
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public void await() throws InterruptedException {
      await(Long.MAX_VALUE);
    }

    /**
     * Waits until all tickets before this one are done, at most for {@code timeout}.
     *
     * @return whether they are; false: the time is up
     * @throws InterruptedException if the caller is interrupted while it waits
     */
    public boolean await(Duration timeout) throws InterruptedException {
      return await(Times.nanos(timeout));
    }

    private boolean await(long nanos) throws InterruptedException {
      if (isCalled()) {
        return true;
      }
      if (nanos <= 0) {
        return false;
      }
      Waiter waiter = new Waiter();
      queue.enter();
      if (called) {
        queue.leave();
        return true;
      }
      waiters.add(waiter);
      queue.leave();
      boolean granted;
      try {
        granted = waiter.await(this, nanos, true);
      } catch (Throwable e) {
        if (waiter.giveUp() || waiter.granted() == null) {
          queue.enter();
          waiters.remove(waiter);
          queue.leave();
          throw e;
        }
        granted = true;
      }
      if (!granted) {
        queue.enter();
        waiters.remove(waiter);
        queue.leave();
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
      return granted;
    }

    /** Whether all tickets before this one are done. */
    public boolean isCalled() {
      queue.enter();
      boolean found = called;
      queue.leave();
      return found;
    }

    /** Whether {@link #done} was called. */
    public boolean isDone() {
      queue.enter();
      boolean found = done;
      queue.leave();
      return found;
    }

    /**
     * This ticket is done: when all before it are too, the next one is called. May come before its
     * own turn; is then remembered. Calling it again does nothing.
     */
    public void done() {
      Place woken = null;
      Call started = null;
      queue.enter();
      boolean wasDone = done;
      done = true;
      if (!wasDone && called) {
        Ticket head = this;
        while (head != null && head.done) {
          Ticket after = head.next;
          head.next = null;
          head = after;
          if (head != null) {
            head.called = true;
            woken = head.grantAll(woken);
            started = head.takeCalls(started);
          }
        }
        queue.head = head;
        if (head == null) {
          queue.last = null;
        }
      }
      queue.leave();
      wakeAll(woken);
      startAll(started);
    }

    /** As {@link #done}, for a try. */
    @Override
    public void close() {
      done();
    }

    /** Guarded. Takes everybody out who waits; returns {@code chain} with them before it. */
    private @Nullable Place grantAll(@Nullable Place chain) {
      Place place;
      while ((place = waiters.grantFirst()) != null) {
        place.next = chain;
        chain = place;
      }
      return chain;
    }

    /** Guarded. Takes the callbacks out; returns {@code chain} with them before it. */
    private @Nullable Call takeCalls(@Nullable Call chain) {
      Call each = calls;
      calls = null;
      while (each != null) {
        Call after = each.next;
        each.next = chain;
        chain = each;
        each = after;
      }
      return chain;
    }

    private static void wakeAll(@Nullable Place chain) {
      while (chain != null) {
        Place after = chain.next;
        chain.next = null;
        chain.waiter().wake();
        chain = after;
      }
    }

    private static void startAll(@Nullable Call chain) {
      for (Call each = chain; each != null; each = each.next) {
        each.start();
      }
    }

    /**
     * Lets {@code body} run as a task of the caller's runtime when this ticket is called; if it is
     * already, at once. It does not make the ticket done. What it throws goes to the runtime's
     * uncaught-exception handler, and so does the runtime's refusal if it is closed by then.
     *
     * @throws IllegalStateException outside of any runtime; see {@link #onCall(Executor, Runnable)}
     */
    public void onCall(Body body) {
      Worker worker = Worker.current();
      if (worker == null) {
        throw new IllegalStateException(
            "onCall outside of any runtime: say where it is to run, with onCall(executor, body)");
      }
      add(new TaskCall(Task.of(body), worker.scheduler()));
    }

    /**
     * Gives {@code body} to {@code executor} when this ticket is called; if it is already, at once.
     * It does not make the ticket done. If the executor refuses it then, the uncaught-exception
     * handler of the thread that was done with the ticket before is told.
     */
    public void onCall(Executor executor, Runnable body) {
      add(
          new ExecutorCall(
              Objects.requireNonNull(executor, "executor"), Objects.requireNonNull(body, "body")));
    }

    private void add(Call call) {
      queue.enter();
      boolean now = called;
      if (!now) {
        call.next = calls;
        calls = call;
      }
      queue.leave();
      if (now) {
        call.start();
      }
    }

    /** For messages. */
    @Override
    public String toString() {
      Ticket head = queue.head;
      return "Ticket "
          + number
          + (called
              ? done ? " (done)" : " (called)"
              : " (waits for " + (head == null ? "nothing" : "ticket " + head.number) + ")");
    }
  }

  /** What is to start when a ticket is called. */
  private abstract static sealed class Call {
    @Nullable Call next; // guarded while in the ticket's list; then of who starts it

    /** Does not throw. */
    abstract void start();
  }

  private static final class TaskCall extends Call {
    private final Task task;
    private final Scheduler scheduler;

    TaskCall(Task task, Scheduler scheduler) {
      this.task = task;
      this.scheduler = scheduler;
    }

    @Override
    void start() {
      try {
        TaskAccess.get().start(task, scheduler, true, true);
      } catch (Throwable e) {
        scheduler.reportUncaught(e);
      }
    }
  }

  private static final class ExecutorCall extends Call {
    private final Executor executor;
    private final Runnable body;

    ExecutorCall(Executor executor, Runnable body) {
      this.executor = executor;
      this.body = body;
    }

    @Override
    void start() {
      try {
        executor.execute(body);
      } catch (Throwable e) {
        Thread caller = Thread.currentThread();
        caller.getUncaughtExceptionHandler().uncaughtException(caller, e);
      }
    }
  }
}
