package dev.heddle.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.testing.ConcurrentTestCase;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TimerWheelTest extends ConcurrentTestCase {
  private static final long TICK = 1 << 14;
  private static final long START = -5_000_000_000L; // nanoTime may be anything

  private final List<Integer> fired = new ArrayList<>();

  private Timer timer(int number) {
    return new Timer() {
      @Override
      protected void fire() {
        fired.add(number);
      }
    };
  }

  @Test
  void firesWhenDueAndNotBefore() {
    TimerWheel wheel = new TimerWheel(START);
    wheel.add(timer(1), START + 10_000_000);
    assertThat(wheel.fireDue(START + 9_999_999)).isZero();
    assertThat(wheel.fireDue(START + 10_000_000 + TICK)).isEqualTo(1);
    assertThat(fired).containsExactly(1);
    assertThat(wheel.size()).isZero();
    assertThat(wheel.nanosUntilDue(START)).isEqualTo(TimerWheel.NEVER);
  }

  @Test
  void whatIsDueAlreadyFiresAtTheNextLook() {
    TimerWheel wheel = new TimerWheel(START);
    assertThat(wheel.fireDue(START + 1_000_000_000)).isZero();
    wheel.add(timer(1), START + 5);
    wheel.add(timer(2), START - 5);
    assertThat(wheel.fireDue(START + 1_000_000_000)).isEqualTo(2);
  }

  @Test
  void firesInTheOrderOfComingWithinATick() {
    TimerWheel wheel = new TimerWheel(START);
    for (int i = 0; i < 5; i++) {
      wheel.add(timer(i), START + 2 * TICK);
    }
    wheel.fireDue(START + 3 * TICK);
    assertThat(fired).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void oneThatWasCancelledDoesNotFire() {
    TimerWheel wheel = new TimerWheel(START);
    List<Timer> timers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      timers.add(timer(i));
      wheel.add(timers.get(i), START + 2 * TICK);
    }
    assertThat(timers.get(0).takeBack()).isTrue(); // first, middle and last of a slot
    assertThat(timers.get(3).takeBack()).isTrue();
    assertThat(timers.get(5).takeBack()).isTrue();
    assertThat(timers.get(5).takeBack()).isFalse();
    wheel.fireDue(START + 3 * TICK);
    assertThat(fired).containsExactly(1, 2, 4);
    assertThat(timers.get(1).takeBack()).isFalse();
  }

  @Test
  void reachesAsFarAsTheClock() {
    TimerWheel wheel = new TimerWheel(START);
    wheel.add(timer(1), START + Long.MAX_VALUE / 2);
    assertThat(wheel.nanosUntilDue(START)).isGreaterThanOrEqualTo(Long.MAX_VALUE / 2);
    assertThat(wheel.fireDue(START + Long.MAX_VALUE / 2 - TICK)).isZero();
    assertThat(wheel.fireDue(START + Long.MAX_VALUE / 2 + TICK)).isEqualTo(1);
  }

  /** And not when a slot begins whose timers could be spread: who sleeps is not woken for that. */
  @Test
  void sleepsUntilTheFirstIsDue() {
    TimerWheel wheel = new TimerWheel(START);
    long first = START + 10_000_000;
    long second = START + 10_000_000_000L;
    wheel.add(timer(1), START + TICK);
    wheel.add(timer(2), second);
    wheel.add(timer(3), first);
    assertThat(wheel.fireDue(START + TICK)).isEqualTo(1);
    assertThat(wheel.nanosUntilDue(START + TICK)).isEqualTo(tickAfter(first) - START - TICK);
    assertThat(wheel.fireDue(tickAfter(first))).isEqualTo(1);
    assertThat(wheel.nanosUntilDue(tickAfter(first)))
        .isEqualTo(tickAfter(second) - tickAfter(first));
  }

  @Test
  void canBeEmptiedAndUsedAgain() {
    TimerWheel wheel = new TimerWheel(START);
    wheel.add(timer(1), START + 1_000_000_000_000L);
    wheel.add(timer(2), START + TICK);
    assertThat(wheel.fireAll()).isEqualTo(2);
    wheel.add(timer(3), START + 10 * TICK);
    assertThat(wheel.fireDue(START + 9 * TICK)).isZero();
    assertThat(wheel.fireDue(START + 11 * TICK)).isEqualTo(1);
  }

  private record Due(int number, long deadline) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return Long.compare(deadline, other.deadline);
    }
  }

  /** Against a heap: after each step exactly those have fired that were due, none early or late. */
  @Test
  void doesWhatAHeapDoes() {
    Random random = random();
    TimerWheel wheel = new TimerWheel(START);
    List<Timer> timers = new ArrayList<>();
    PriorityQueue<Due> model = new PriorityQueue<>();
    long now = START;
    for (int step = 0; step < 20_000; step++) {
      switch (random.nextInt(4)) {
        case 0, 1 -> {
          long deadline = now + (random.nextLong() >>> (16 + random.nextInt(47)));
          Timer timer = timer(timers.size());
          model.add(new Due(timers.size(), deadline));
          timers.add(timer);
          wheel.add(timer, deadline);
        }
        case 2 -> {
          if (!timers.isEmpty()) {
            int chosen = random.nextInt(timers.size());
            boolean pending = model.removeIf(due -> due.number() == chosen);
            assertThat(timers.get(chosen).takeBack()).isEqualTo(pending);
          }
        }
        default -> {
          now += random.nextLong() >>> (24 + random.nextInt(39));
          fired.clear();
          wheel.fireDue(now);
          List<Integer> expected = new ArrayList<>();
          Due due;
          while ((due = model.peek()) != null && tickAfter(due.deadline()) <= now) {
            expected.add(model.remove().number());
          }
          assertThat(fired).containsExactlyInAnyOrderElementsOf(expected);
          assertThat(wheel.size()).isEqualTo(model.size());
          Due next = model.peek();
          if (next != null) {
            assertThat(wheel.nanosUntilDue(now))
                .isLessThanOrEqualTo(tickAfter(next.deadline()) - now);
          }
        }
      }
    }
  }

  /**
   * Who looks may have asked for the time long before it has the lock. What is in the past for the
   * wheel already fires with the next look that is not, nothing is early, and who sleeps until the
   * next is due does not sleep past it.
   */
  @Test
  void anOldLookTurnsNothingBack() {
    Random random = random();
    TimerWheel wheel = new TimerWheel(START);
    PriorityQueue<Due> model = new PriorityQueue<>();
    long latest = START; // of all looks
    for (int step = 0; step < 20_000; step++) {
      long look =
          random.nextBoolean()
              ? latest - random.nextLong(200 * TICK)
              : latest + random.nextLong(40 * TICK);
      if (random.nextInt(3) != 0) {
        long deadline = look + random.nextLong(150 * TICK);
        model.add(new Due(step, deadline));
        wheel.add(timer(step), deadline);
        continue;
      }
      fired.clear();
      wheel.fireDue(look);
      assertThat(model.stream().filter(due -> tickAfter(due.deadline()) <= look))
          .as("what was due at the look, and perhaps could not fire because it was old")
          .extracting(Due::number)
          .containsAll(fired);
      model.removeIf(due -> fired.contains(due.number()));
      latest = Math.max(latest, look);
      Due next = model.peek();
      if (next != null) {
        long due = Math.max(tickAfter(next.deadline()), latest);
        assertThat(wheel.nanosUntilDue(latest)).isLessThanOrEqualTo(due - latest);
        assertThat(look < latest || tickAfter(next.deadline()) > look)
            .as("a look that is not old fires all that is due")
            .isTrue();
      }
    }
  }

  private static long tickAfter(long deadline) {
    return START + Math.max(0, (deadline - START + TICK - 1) / TICK * TICK);
  }

  /** Adds, cancels and fires on several threads: each timer fires or was cancelled, never both. */
  @Test
  void eachTimerFiresOrIsCancelled() throws Exception {
    TimerWheel wheel = new TimerWheel(System.nanoTime());
    int each = 20_000;
    AtomicInteger ends = new AtomicInteger();
    AtomicInteger twice = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 3; t++) {
      long seed = random().nextLong() + t;
      threads.add(
          thread(
              "adder-" + t,
              () -> {
                Random random = new Random(seed);
                for (int i = 0; i < each; i++) {
                  AtomicInteger end = new AtomicInteger();
                  Timer timer =
                      new Timer() {
                        @Override
                        protected void fire() {
                          ends.incrementAndGet();
                          twice.addAndGet(end.getAndIncrement());
                        }
                      };
                  wheel.add(timer, System.nanoTime() + random.nextInt(3_000_000));
                  if (random.nextBoolean() && timer.takeBack()) {
                    ends.incrementAndGet();
                    twice.addAndGet(end.getAndIncrement());
                  }
                }
              }));
    }
    await(
        "all have ended",
        () -> {
          wheel.fireDue(System.nanoTime());
          return ends.get() == 3 * each;
        });
    threads.forEach(ConcurrentTestCase::await);
    assertThat(twice.get()).isZero();
    assertThat(wheel.size()).isZero();
  }
}
