package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.task.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * One of each primitive, used by everybody in a round of {@link FiberStressTest}, and what must be
 * true of each at its end. All uses are such that each untimed wait ends by what others do in any
 * case, whoever of them is interrupted: what is taken is given back, and each channel has a
 * collector.
 */
final class Commons {
  private static final int PERMITS = 3;
  private static final int ITEMS = 2;
  private static final int TOKENS = 2;

  private final Heddle heddle;

  private final Mutex mutex = new Mutex();
  private final Mutex fair = Mutex.fair();
  private long underMutex; // guarded by mutex
  private long underFair; // guarded by fair
  private final AtomicLong timesMutex = new AtomicLong();
  private final AtomicLong timesFair = new AtomicLong();

  private final Mutex tokenMutex = new Mutex();
  private final Condition tokenBack = tokenMutex.newCondition();
  private int tokens = TOKENS; // guarded by tokenMutex

  private final Semaphore semaphore = new Semaphore(PERMITS);
  private final AtomicInteger permitsTaken = new AtomicInteger();

  private final ReadWriteMutex pages = new ReadWriteMutex();
  private long left; // guarded by pages
  private long right; // guarded by pages

  private final List<Signal> batons = List.of(Signal.automatic(true), Signal.automatic(true));
  private final List<AtomicInteger> batonHolders =
      List.of(new AtomicInteger(), new AtomicInteger());

  private final Pool<AtomicInteger> pool = Pool.bounded(ITEMS, AtomicInteger::new);
  private final TicketQueue tickets = new TicketQueue();
  private final AtomicInteger called = new AtomicInteger();

  private final List<Channel<Long>> channels =
      List.of(Channel.rendezvous(), Channel.buffered(1), Channel.buffered(8), Channel.unlimited());
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong sentSum = new AtomicLong();
  private final AtomicLong received = new AtomicLong();
  private final AtomicLong receivedSum = new AtomicLong();
  private final List<Fiber<?>> collectors = new ArrayList<>();

  /** What the users have started beside, and is not over. */
  final WaitGroup children = new WaitGroup();

  Commons(Heddle heddle) {
    this.heddle = heddle;
    for (Channel<Long> channel : channels) {
      collectors.add(
          heddle.fiber("collector of " + channel, () -> channel.forEach(this::received)));
    }
  }

  // ---- uses

  /** Uses one of them, chosen at random, in a random way. */
  void useOne(SplittableRandom random) throws InterruptedException {
    switch (random.nextInt(15)) {
      case 0 -> lockMutex(random);
      case 1 -> lockFair(random);
      case 2 -> takeToken(random);
      case 3 -> acquire(random);
      case 4 -> read(random);
      case 5 -> write(random);
      case 6 -> takeBaton(random);
      case 7 -> takeAnyBaton(random);
      case 8 -> borrow(random);
      case 9 -> takeTicket(random);
      case 10 -> send(random);
      case 11 -> receive(random);
      case 12 -> select(random);
      case 13 -> joinJob(random);
      default -> waitForChildren(random);
    }
  }

  private static Duration aMoment(SplittableRandom random) {
    return Duration.ofNanos(random.nextInt(1 << (8 + random.nextInt(12))));
  }

  /** What is done while something is held: nothing, mostly. */
  private static void linger(SplittableRandom random) throws InterruptedException {
    switch (random.nextInt(8)) {
      case 0 -> Fiber.sleep(aMoment(random));
      case 1, 2 -> Fiber.yield();
      default -> Thread.onSpinWait();
    }
  }

  private static boolean lock(Lock lock, SplittableRandom random) throws InterruptedException {
    switch (random.nextInt(4)) {
      case 0 -> lock.lockInterruptibly();
      case 1 -> {
        return lock.tryLock(aMoment(random).toNanos(), TimeUnit.NANOSECONDS);
      }
      case 2 -> {
        return lock.tryLock();
      }
      default -> lock.lock();
    }
    return true;
  }

  private void lockMutex(SplittableRandom random) throws InterruptedException {
    if (lock(mutex, random)) {
      try {
        timesMutex.getAndIncrement();
        long before = underMutex;
        underMutex = before + 1;
        linger(random);
        check(underMutex == before + 1, "two held the mutex");
      } finally {
        mutex.unlock();
      }
    }
  }

  private void lockFair(SplittableRandom random) throws InterruptedException {
    if (lock(fair, random)) {
      try {
        timesFair.getAndIncrement();
        long before = underFair;
        underFair = before + 1;
        linger(random);
        check(underFair == before + 1, "two held the fair mutex");
      } finally {
        fair.unlock();
      }
    }
  }

  private void takeToken(SplittableRandom random) throws InterruptedException {
    if (!tokenTaken(random)) {
      return;
    }
    try {
      linger(random);
    } finally {
      tokenMutex.lock();
      try {
        tokens++;
        if (random.nextInt(4) == 0) {
          tokenBack.signalAll();
        } else {
          tokenBack.signal();
        }
      } finally {
        tokenMutex.unlock();
      }
    }
  }

  @SuppressWarnings("WaitNotInLoop") // these forms loop themselves
  private boolean tokenTaken(SplittableRandom random) throws InterruptedException {
    tokenMutex.lock();
    try {
      boolean got =
          switch (random.nextInt(3)) {
            case 0 -> tokenBack.await(aMoment(random), () -> tokens > 0);
            case 1 -> {
              while (tokens == 0) {
                tokenBack.awaitUninterruptibly();
              }
              yield true;
            }
            default -> {
              tokenBack.await(() -> tokens > 0);
              yield true;
            }
          };
      if (got) {
        check(tokens > 0, "a wait for a token ended without one");
        tokens--;
      }
      return got;
    } finally {
      tokenMutex.unlock();
    }
  }

  private void acquire(SplittableRandom random) throws InterruptedException {
    int wanted = 1 + random.nextInt(PERMITS);
    switch (random.nextInt(3)) {
      case 0 -> {
        if (!semaphore.tryAcquire(wanted, aMoment(random))) {
          return;
        }
      }
      case 1 -> {
        if (!semaphore.tryAcquire(wanted)) {
          return;
        }
      }
      default -> semaphore.acquire(wanted);
    }
    try {
      check(permitsTaken.addAndGet(wanted) <= PERMITS, "more permits than there are");
      linger(random);
    } finally {
      permitsTaken.addAndGet(-wanted);
      semaphore.release(wanted);
    }
  }

  private void read(SplittableRandom random) throws InterruptedException {
    if (lock(pages.readLock(), random)) {
      try {
        long before = left;
        linger(random);
        check(left == before && right == before, "somebody wrote beside a reader");
      } finally {
        pages.readLock().unlock();
      }
    }
  }

  private void write(SplittableRandom random) throws InterruptedException {
    if (lock(pages.writeLock(), random)) {
      long before = left;
      left = before + 1;
      try {
        linger(random);
        check(right == before && left == before + 1, "two wrote");
      } finally {
        right = before + 1;
        pages.writeLock().unlock();
      }
    }
  }

  private void takeBaton(SplittableRandom random) throws InterruptedException {
    int which = random.nextInt(batons.size());
    if (random.nextBoolean()) {
      batons.get(which).await();
    } else if (!batons.get(which).await(aMoment(random))) {
      return;
    }
    passBaton(which, random);
  }

  private void takeAnyBaton(SplittableRandom random) throws InterruptedException {
    int which =
        random.nextBoolean() ? Signal.awaitAny(batons) : Signal.awaitAny(batons, aMoment(random));
    if (which >= 0) {
      passBaton(which, random);
    }
  }

  private void passBaton(int which, SplittableRandom random) throws InterruptedException {
    try {
      check(batonHolders.get(which).incrementAndGet() == 1, "one signal let two go on");
      linger(random);
    } finally {
      batonHolders.get(which).decrementAndGet();
      batons.get(which).signal();
    }
  }

  private void borrow(SplittableRandom random) throws InterruptedException {
    try (Pool.Loan<AtomicInteger> loan =
        random.nextBoolean() ? pool.borrow() : pool.borrow(aMoment(random))) {
      if (loan != null) {
        check(loan.get().incrementAndGet() == 1, "an item was lent twice");
        try {
          linger(random);
        } finally {
          loan.get().decrementAndGet();
        }
      }
    }
  }

  private void takeTicket(SplittableRandom random) throws InterruptedException {
    try (TicketQueue.Ticket ticket = tickets.take()) {
      linger(random);
      if (random.nextBoolean()) {
        ticket.await();
      } else if (!ticket.await(aMoment(random))) {
        return;
      }
      check(called.incrementAndGet() == 1, "two tickets were called");
      try {
        linger(random);
      } finally {
        called.decrementAndGet();
      }
    }
  }

  private Channel<Long> oneChannel(SplittableRandom random) {
    return channels.get(random.nextInt(channels.size()));
  }

  private void send(SplittableRandom random) throws InterruptedException {
    Channel<Long> channel = oneChannel(random);
    long number = numbers.incrementAndGet();
    boolean accepted =
        switch (random.nextInt(3)) {
          case 0 -> channel.send(number, aMoment(random));
          case 1 -> channel.trySend(number);
          default -> {
            channel.send(number);
            yield true;
          }
        };
    if (accepted) {
      sent(number);
    }
  }

  private void receive(SplittableRandom random) throws InterruptedException {
    Channel<Long> channel = oneChannel(random);
    Long number = random.nextBoolean() ? channel.tryReceive() : channel.receive(aMoment(random));
    if (number != null) {
      received(number);
    }
  }

  private void select(SplittableRandom random) throws InterruptedException {
    Select select = Select.on();
    boolean sends = random.nextBoolean();
    for (int i = random.nextInt(3); i >= 0; i--) {
      select.receive(oneChannel(random), this::received);
    }
    if (sends) {
      long number = numbers.incrementAndGet();
      select.send(oneChannel(random), number, () -> sent(number));
    }
    if (sends && random.nextBoolean()) {
      select.await();
    } else {
      select.within(aMoment(random));
    }
  }

  private void sent(long number) {
    sent.getAndIncrement();
    sentSum.getAndAdd(number);
  }

  private void received(long number) {
    received.getAndIncrement();
    receivedSum.getAndAdd(number);
  }

  /** In a runtime without workers, a thread outside plays one meanwhile. */
  private void joinJob(SplittableRandom random) throws InterruptedException {
    SplittableRandom own = random.split();
    long number = numbers.incrementAndGet();
    children.add(1);
    Job<Long> job =
        heddle.submit(
            () -> {
              try {
                linger(own);
              } finally {
                children.done();
              }
              return number;
            });
    if (random.nextBoolean()) {
      check(job.join() == number, "a wrong result");
      return;
    }
    try {
      check(job.get(aMoment(random).toNanos(), TimeUnit.NANOSECONDS) == number, "a wrong result");
    } catch (TimeoutException e) {
      return; // is waited for at the end
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  private void waitForChildren(SplittableRandom random) throws InterruptedException {
    int count = 1 + random.nextInt(3);
    WaitGroup group = new WaitGroup(count);
    Barrier barrier = new Barrier(count + 1);
    boolean meets = random.nextBoolean();
    for (int i = 0; i < count; i++) {
      SplittableRandom own = random.split();
      children.add(1);
      if (meets || random.nextBoolean()) {
        heddle.fiber(() -> child(group, meets ? barrier : null, own));
      } else {
        heddle.enqueue(() -> child(group, null, own));
      }
    }
    if (meets) {
      meet(barrier);
    }
    if (random.nextBoolean()) {
      group.await();
    } else {
      group.await(aMoment(random));
    }
  }

  private void child(WaitGroup group, @Nullable Barrier barrier, SplittableRandom random)
      throws InterruptedException {
    try {
      linger(random);
      if (barrier != null) {
        meet(barrier);
      }
    } finally {
      group.done();
      children.done();
    }
  }

  private static void meet(Barrier barrier) throws InterruptedException {
    try {
      barrier.await();
    } catch (BrokenBarrierException e) {
      check(barrier.isBroken(), "a barrier that is not broken said so");
    }
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  // ---- the end

  /** When nobody uses them any more, by a thread or fiber that may wait. */
  void close() throws InterruptedException {
    children.await();
    channels.forEach(Channel::close);
    collectors.forEach(Fiber::join);
  }

  /** Whatever was taken is back, whatever was sent was received, and nobody stands in a queue. */
  void checkConserved() {
    assertThat(underMutex).as("times in the mutex").isEqualTo(timesMutex.get());
    assertThat(underFair).as("times in the fair mutex").isEqualTo(timesFair.get());
    assertThat(tokens).as("tokens").isEqualTo(TOKENS);
    assertThat(semaphore.available()).as("permits").isEqualTo(PERMITS);
    assertThat(left).as("pages").isEqualTo(right);
    assertThat(batons).as("batons").allMatch(Signal::isSignalled);
    assertThat(pool.lent()).as("lent").isZero();
    assertThat(tickets.size()).as("tickets").isZero();
    assertThat(received.get()).as("elements received").isEqualTo(sent.get());
    assertThat(receivedSum.get()).as("sum of what was received").isEqualTo(sentSum.get());
    assertThat(
            List.of(
                mutex.waiting(),
                fair.waiting(),
                tokenMutex.waiting(),
                tokenBack.waiting(),
                semaphore.waiting(),
                pages.waiting(),
                batons.get(0).waiting(),
                batons.get(1).waiting(),
                pool.waiting(),
                children.waiting()))
        .as("places in queues")
        .containsOnly(0);
    assertThat(channels).as("channels").allMatch(each -> each.waiting() == 0 && each.size() == 0);
  }
}
