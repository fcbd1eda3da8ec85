package dev.heddle.process;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A process, the queue that its entries stand in, as their number, up to two who send, and all who
 * may want to run or end it. Each message is numbered; at the end, with what is left in the queue
 * run, each was handled, or found when the process ended, or refused: once, and each sender's in
 * order.
 */
final class ProcessRace {
  private static final int SENDERS = 2;
  private static final int MOST = 4;

  private final RacedProcess process;
  private final AtomicInteger entries = new AtomicInteger();
  private final AtomicInteger owners = new AtomicInteger();
  private volatile boolean ownedTwice;

  /** Whether it stands in the slot of the worker that {@link #sendNext} plays, perhaps no more. */
  private volatile boolean next;

  /** Each written by one sender. */
  private final int[] sent = new int[SENDERS];

  private final int[] refused = new int[SENDERS];

  /** Written by who has the process. */
  private final int[] handled = new int[SENDERS];

  private int ended;
  private boolean disordered;

  private boolean mustEnd;

  private ProcessRace(RacedProcess process) {
    this.process = process;
  }

  static ProcessRace real() {
    return new ProcessRace(new RealProcess());
  }

  static ProcessRace faulty(FaultyProcess.Fault fault) {
    return new ProcessRace(new FaultyProcess(fault));
  }

  // ---- before the race

  /** It is ready, and its entry stands in the queue. */
  ProcessRace ready() {
    process.started();
    addEntry();
    return this;
  }

  /** It runs; its entry was taken. */
  ProcessRace running() {
    process.started();
    process.claimEntry();
    return this;
  }

  /** It runs after a hand-over; its entry was left in the queue. */
  ProcessRace runningWithEntry() {
    ready();
    process.claimWithoutEntry();
    return this;
  }

  /** It waits. */
  ProcessRace idle() {
    running();
    process.leave(ProcessWord.IDLE);
    return this;
  }

  /** It waits; an entry was left in the queue. */
  ProcessRace idleWithEntry() {
    runningWithEntry();
    process.leave(ProcessWord.IDLE);
    return this;
  }

  /** It was woken, and stands in the slot of who woke it. */
  ProcessRace inSlot() {
    idle();
    sendNext(0);
    return this;
  }

  // ---- the actors

  private void addEntry() {
    entries.incrementAndGet();
  }

  /** Sender {@code who} sends {@code count} messages. */
  void send(int who, int count) {
    for (int i = 0; i < count; i++) {
      Message message = new Message(who * MOST + sent[who]++);
      if (!process.send(message, this::addEntry)) {
        refused[who]++;
      }
    }
  }

  /** An item of a worker whose slot is free sends one message, as sender {@code who}. */
  void sendNext(int who) {
    Message message = new Message(who * MOST + sent[who]++);
    if (!process.sendNext(message, () -> next = true)) {
      refused[who]++;
    }
  }

  /** That worker, or a thief, looks into the slot. */
  void takeNext() {
    if (next) {
      handOver();
    }
  }

  /** That worker goes, and leaves its slot empty. */
  void giveNextAway() {
    if (next) {
      next = false;
      if (process.becomeEntry()) {
        addEntry();
      }
    }
  }

  /** A worker takes the entry, if there is one, and runs the process if that was its claim. */
  void takeEntry() {
    int now = entries.get();
    if (now > 0 && entries.compareAndSet(now, now - 1) && process.claimEntry()) {
      run(ProcessWord.IDLE);
    }
  }

  /** A worker that was sent here by a hand-over. */
  void handOver() {
    if (process.claimWithoutEntry()) {
      run(ProcessWord.IDLE);
    }
  }

  /** The process's own fiber, whose wait has been long enough. */
  void timeOut() {
    if (process.claimIdle()) {
      run(ProcessWord.IDLE);
    }
  }

  /** The worker that has the process: handles what there is, and leaves when there is no more. */
  void run(int waitFor) {
    enter();
    while (true) {
      if (process.isKilled()) {
        end();
        owners.decrementAndGet();
        return;
      }
      handleAll();
      if (waitFor == ProcessWord.BLOCKED) {
        process.yielding();
      }
      owners.decrementAndGet();
      if (!process.hasEvents() && process.leave(waitFor)) {
        return;
      }
      enter();
    }
  }

  /** The worker that has the process: handles what there is, and lets others go first. */
  void runAndRequeue() {
    enter();
    handleAll();
    owners.decrementAndGet();
    if (process.requeue()) {
      addEntry();
    }
  }

  /** The worker that has the process: handles one message, if there is one, and ends it. */
  void runAndEnd() {
    mustEnd = true;
    enter();
    Event event = process.poll();
    if (event != null) {
      account(event);
    }
    end();
    owners.decrementAndGet();
  }

  void kill() {
    mustEnd = true;
    if (process.kill()) {
      addEntry();
    }
  }

  /** As the end of the runtime does. */
  void seize() {
    mustEnd = true;
    if (process.seize()) {
      enter();
      end();
      owners.decrementAndGet();
    }
  }

  private void enter() {
    if (owners.getAndIncrement() != 0) {
      ownedTwice = true;
    }
  }

  private void handleAll() {
    Event event;
    while ((event = process.poll()) != null) {
      account(event);
    }
  }

  private void account(Event event) {
    if (event instanceof Message message) {
      int number = (int) message.data();
      int who = number / MOST;
      disordered |= number % MOST != handled[who];
      handled[who]++;
    }
  }

  private void end() {
    ended++;
    for (Event left = process.closeMailbox(); left != null; left = left.next) {
      account(left);
    }
    process.finish();
  }

  // ---- afterwards

  /**
   * First how many messages were lost; then 1 if there was not one entry for a process that is
   * ready and in no slot, or more than one; 10 if two had the process; 100 if messages came twice
   * or in disorder; 1,000 if it did not end as it should, or twice; 10,000 if the mailbox does not
   * know how many messages there are.
   */
  void verdict(II_Result r) {
    boolean ready = process.state() == ProcessWord.READY;
    r.r2 += entries.get() > 1 || (ready && entries.get() != 1 && !next) ? 1 : 0;
    r.r2 += process.messages() != outstanding() ? 10_000 : 0;
    while (entries.get() > 0) {
      takeEntry();
    }
    takeNext();
    r.r1 = outstanding();
    r.r2 += ownedTwice ? 10 : 0;
    r.r2 += disordered ? 100 : 0;
    r.r2 += ended != (mustEnd ? 1 : 0) ? 1_000 : 0;
  }

  private int outstanding() {
    int sum = 0;
    for (int who = 0; who < SENDERS; who++) {
      sum += sent[who] - refused[who] - handled[who];
    }
    return sum;
  }
}
