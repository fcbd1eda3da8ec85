package dev.heddle.process;

import dev.heddle.Heddle;
import dev.heddle.process.Letters.Letter;
import dev.heddle.verify.Effort;
import dev.heddle.verify.ThreadDump;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Processes that send to, ask, spawn and kill each other at random, and threads outside that do so
 * too, until a number of letters is written.
 *
 * <p>Who waits for room in a mailbox inside of a step does so only for members with a lower number
 * than its own; else they could wait for each other.
 */
final class ProcessCrowd {
  private static final int PLACES = 32;
  private static final int AFTERWARDS = 100;

  /** A process that can be sent to. */
  record Address(Pid pid, int number) {}

  /** A port of one. */
  private record Door(Port port, int number) {}

  final Letters letters;
  private final Heddle heddle;
  private final Processes processes;
  private final Queue<CrowdMember> members = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> failures;
  private final AtomicInteger numbers = new AtomicInteger();
  private final AtomicLong progress = new AtomicLong();
  private final AtomicReferenceArray<@Nullable Address> addresses =
      new AtomicReferenceArray<>(PLACES);
  private final AtomicReferenceArray<@Nullable Door> doors = new AtomicReferenceArray<>(PLACES);

  /**
   * @param most how many letters are written
   * @param failures what has gone wrong; others may add to it
   */
  ProcessCrowd(Heddle heddle, int most, Queue<Throwable> failures) {
    this.heddle = heddle;
    this.failures = failures;
    this.processes = heddle.processes();
    this.letters = new Letters(most);
    processes.onDeadLetter(letters::bury);
  }

  // ---- what members and outsiders do

  /** Every fourth mailbox drops what is too much, one refuses it, one lets the sender wait. */
  static ProcessOptions optionsOf(int number) {
    return switch (number % 8) {
      case 1, 2 -> ProcessOptions.DEFAULT.withMailbox(3, WhenFull.DROP);
      case 3 -> ProcessOptions.DEFAULT.withMailbox(2, WhenFull.FAIL);
      case 4, 5 -> ProcessOptions.DEFAULT.withMailbox(2, WhenFull.SUSPEND);
      default -> ProcessOptions.DEFAULT;
    };
  }

  /** Whether a message to the member of this number may have to wait, or be refused. */
  static boolean mayWait(int number) {
    ProcessOptions options = optionsOf(number);
    return options.mailboxBound() > 0 && options.whenFull() != WhenFull.DROP;
  }

  CrowdMember newMember(SplittableRandom random) {
    CrowdMember member = new CrowdMember(this, numbers.incrementAndGet(), random);
    members.add(member);
    return member;
  }

  void spawn(BiFunction<Process, ProcessOptions, Pid> spawn, SplittableRandom random) {
    int number = numbers.incrementAndGet();
    CrowdMember member = new CrowdMember(this, number, random);
    members.add(member);
    try {
      Pid pid = spawn.apply(member, optionsOf(number));
      addresses.set(random.nextInt(PLACES), new Address(pid, number));
    } catch (SpawnException e) {
      if (!(e.getCause() instanceof CrowdMember.Crash)) {
        fail(e);
      }
    } catch (RejectedExecutionException e) {
      if (!heddle.isClosed()) {
        fail(e);
      }
    }
  }

  /** As {@link #spawn}, a member that is a fiber. */
  void spawnFiber(BiFunction<ProcessBody, ProcessOptions, Pid> spawn, SplittableRandom random) {
    int number = numbers.incrementAndGet();
    try {
      Pid pid = spawn.apply(new CrowdFiber(this, number, random), optionsOf(number));
      addresses.set(number % PLACES, new Address(pid, number));
    } catch (RejectedExecutionException e) {
      if (!heddle.isClosed()) {
        fail(e);
      }
    }
  }

  /** Lets a process hear of the end of another one, or end with it. */
  void tie(ProcessContext process, SplittableRandom random) {
    Address other = address(random);
    if (other == null || other.pid.equals(process.self())) {
      return;
    }
    switch (random.nextInt(8)) {
      case 0 -> process.link(other.pid);
      case 1 -> process.unlink(other.pid);
      case 2 -> process.trapExits(random.nextBoolean());
      default -> process.monitor(other.pid);
    }
  }

  /** Sends a letter that overtakes others, so by a sender of its own. */
  void sendUrgently(SplittableRandom random) {
    Address target = address(random);
    Letter letter = target == null ? null : letters.new Sender().write();
    if (target != null && letter != null) {
      processes.sendUrgent(target.pid, letter);
    }
  }

  void publish(Pid pid, int number) {
    addresses.set(number % PLACES, new Address(pid, number));
  }

  /** Shows a port with two references to all, and closes those of the one that was there. */
  void publish(Port port, int number) {
    Door before = doors.getAndSet(number % PLACES, new Door(port.retain(), number));
    if (before != null) {
      before.port.close();
      before.port.close();
    }
  }

  @Nullable Address address(SplittableRandom random) {
    return addresses.get(random.nextInt(PLACES));
  }

  /**
   * Sends a letter to somebody.
   *
   * @param below waits for room only in the mailboxes of members with lower numbers
   */
  void send(Letters.Sender sender, SplittableRandom random, int below) {
    Address target = address(random);
    Letter letter = target == null ? null : sender.write();
    if (target == null || letter == null) {
      return;
    }
    Pid pid = random.nextInt(8) == 0 ? Pid.parse(target.pid.toString()) : target.pid;
    try {
      if (target.number < below && random.nextBoolean()) {
        processes.send(pid, letter);
      } else {
        processes.send(pid, letter, random.nextBoolean() ? WhenFull.DROP : WhenFull.FAIL);
      }
    } catch (MailboxFullException e) {
      letters.unsent(letter);
    }
  }

  /** As {@link #send}, through a port. */
  void sendThroughPort(Letters.Sender sender, SplittableRandom random, int below) {
    Door door = doors.get(random.nextInt(PLACES));
    if (door == null || (door.number >= below && mayWait(door.number))) {
      return;
    }
    Letter letter = sender.write();
    if (letter == null) {
      return;
    }
    boolean sent = false;
    try {
      sent = door.port.send(letter);
    } catch (MailboxFullException | IllegalStateException e) {
      progress(); // full, or all references are closed
    }
    if (!sent) {
      letters.unsent(letter);
    }
  }

  void kill(SplittableRandom random) {
    Address target = address(random);
    if (target != null) {
      processes.kill(target.pid);
    }
  }

  // ---- the outsiders

  /** What a thread outside does, until all letters are written, or the runtime is long closed. */
  void disturb(SplittableRandom random) {
    Letters.Sender sender = letters.new Sender();
    int afterwards = 0;
    try {
      while (!letters.areAllWritten() && failures.isEmpty() && afterwards < AFTERWARDS) {
        afterwards += heddle.isClosed() ? 1 : 0;
        switch (random.nextInt(16)) {
          case 0, 1 -> spawn(processes::spawn, random.split());
          case 2 -> killAndAwait(random);
          case 3 -> look();
          case 8 -> sendUrgently(random);
          case 9 -> spawnFiber(processes::spawn, random.split());
          case 4, 5, 6, 7 -> sendThroughPort(sender, random, Integer.MAX_VALUE);
          default -> send(sender, random, Integer.MAX_VALUE);
        }
        if (random.nextInt(32) == 0) {
          Thread.yield();
        }
      }
    } catch (Throwable e) {
      fail(e);
    }
  }

  private void killAndAwait(SplittableRandom random) throws InterruptedException {
    Address target = address(random);
    if (target != null
        && processes.kill(target.pid)
        && random.nextBoolean()
        && processes.awaitExit(target.pid, Effort.STUCK) == null) {
      fail(new AssertionError("does not die: " + processes.info(target.pid)));
    }
  }

  private void look() {
    for (ProcessInfo info : processes.list()) {
      if (info.mailbox() < 0 || info.commands() < 0) {
        fail(new AssertionError(info.toString()));
      }
    }
  }

  // ---- how it goes

  void progress() {
    progress.incrementAndGet();
  }

  long progressSoFar() {
    return progress.get() + letters.written();
  }

  void fail(Throwable e) {
    failures.add(e);
  }

  /** Whether the runtime's uncaught-exception handler has to expect {@code e}. */
  static boolean isOnPurpose(Throwable e) {
    return e instanceof ProcessCrash crash && crash.getCause() instanceof CrowdMember.Crash;
  }

  @Nullable Throwable failure() {
    return failures.peek();
  }

  /** Whether nobody has anything to do. */
  boolean isAtRest() {
    return processes.list().stream()
        .allMatch(
            info ->
                info.mailbox() == 0
                    && info.commands() == 0
                    && (info.state() == ProcessState.IDLE || info.state() == ProcessState.BLOCKED));
  }

  /** After the end: what is not as it should be; empty if all is. */
  String complaint() {
    ProcessCounts counts = processes.counts();
    if (counts.alive() != 0 || counts.queued() != 0 || !counts.balance()) {
      return counts + "\n" + processes.list();
    }
    for (CrowdMember member : members) {
      if (member.closes.get() != member.inits.get()) {
        return "a member was closed %d times, and begun %d times"
            .formatted(member.closes.get(), member.inits.get());
      }
    }
    return letters.unaccounted();
  }

  String report() {
    return "%s%n%s%n%s%n%s"
        .formatted(processes.counts(), processes.list(), heddle.dump(), ThreadDump.take());
  }

  int size() {
    return members.size();
  }
}
