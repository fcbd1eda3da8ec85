package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.fiber.Pool.Loan;
import dev.heddle.fiber.Pool.Policy;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachFiberRuntime;
import dev.heddle.testing.Setup;
import dev.heddle.testing.StackEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PoolTest extends ConcurrentTestCase {

  @OnEachFiberRuntime
  void neverLendsMoreThanItHas(Setup setup) throws Exception {
    Random random = random();
    Heddle heddle = start(setup);
    AtomicInteger made = new AtomicInteger();
    Pool<AtomicBoolean> pool =
        Pool.bounded(
            3,
            () -> {
              made.incrementAndGet();
              return new AtomicBoolean();
            });
    Crew crew = new Crew(heddle, this::fail);
    AtomicInteger borrowed = new AtomicInteger();
    for (int i = 0; i < 12; i++) {
      long seed = random.nextLong();
      crew.start(i, () -> borrowOften(pool, borrowed, new Random(seed)));
    }
    for (int i = 0; i < 100; i++) {
      crew.interruptOne(random);
      Fiber.sleep(Duration.ofNanos(10_000));
    }
    crew.join();
    assertThat(borrowed.get()).isPositive();
    assertThat(made.get()).isBetween(1, 3);
    assertThat(pool.lent()).isZero();
    assertThat(pool.size()).isEqualTo(made.get());
    assertThat(pool.waiting()).isZero();
  }

  private static void borrowOften(Pool<AtomicBoolean> pool, AtomicInteger borrowed, Random random) {
    for (int i = 0; i < 50; i++) {
      try (Loan<AtomicBoolean> loan =
          random.nextBoolean() ? pool.borrow() : pool.borrow(Duration.ofNanos(20_000))) {
        if (loan != null) {
          borrowed.incrementAndGet();
          assertThat(loan.get().getAndSet(true)).as("lent twice").isFalse();
          Fiber.yield();
          loan.get().set(false);
        }
      } catch (InterruptedException e) {
        // nothing was lent
      }
    }
  }

  @OnEachFiberRuntime
  void borrowersWaitInTheOrderOfTheirComing(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Pool<Object> pool = Pool.bounded(1, Object::new);
    Loan<Object> held = pool.borrow();
    assertThat(pool.tryBorrow()).isNull();
    assertThat(pool.borrow(Delays.SHORT)).isNull();
    List<Integer> order = new ArrayList<>(); // written by who has the item
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int number = i;
      fibers.add(
          heddle.fiber(
              () -> {
                try (Loan<Object> loan = pool.borrow()) {
                  order.add(loan.get() == null ? -1 : number);
                }
              }));
      await("borrower " + i, () -> pool.waiting() == number + 1);
    }
    held.close();
    fibers.forEach(Fiber::join);
    assertThat(order).containsExactly(0, 1, 2, 3, 4);
    assertThat(pool.lent()).isZero();
  }

  @Test
  void anUnboundedPoolMakesAnotherWhenNoneIsFree() throws Exception {
    AtomicInteger made = new AtomicInteger();
    Pool<Integer> pool = Pool.unbounded(made::incrementAndGet);
    Loan<Integer> one = pool.borrow();
    Loan<Integer> two = pool.borrow();
    assertThat(pool.size()).isEqualTo(2);
    assertThat(pool.lent()).isEqualTo(2);
    two.close();
    one.close();
    try (Loan<Integer> again = pool.borrow()) {
      assertThat(again.get()).as("the last that came back").isEqualTo(1);
    }
    assertThat(made.get()).isEqualTo(2);
    assertThat(pool.toString()).isEqualTo("Pool (0 lent)");
  }

  @Test
  void aClosedLoanIsOfNoUse() throws Exception {
    Pool<String> pool = Pool.bounded(1, () -> "item");
    Loan<String> loan = pool.borrow();
    assertThat(loan.toString()).isEqualTo("Loan of item");
    loan.close();
    loan.close();
    assertThat(pool.lent()).isZero();
    assertThat(loan.toString()).isEqualTo("Loan (closed)");
    assertThatThrownBy(loan::get)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("borrow again");
    Loan<String> next = pool.borrow();
    loan.close();
    assertThat(pool.lent()).as("only its own item is given back").isEqualTo(1);
    next.close();
    assertThatThrownBy(() -> Pool.bounded(0, () -> "x"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void thePolicySaysWhatBecomesOfAnItem() throws Exception {
    AtomicInteger made = new AtomicInteger();
    List<Integer> returned = new ArrayList<>();
    Pool<Integer> kept =
        Pool.bounded(1, made::incrementAndGet, Policy.<Integer>keep(returned::add));
    Pool<Integer> renewed =
        Pool.bounded(1, made::incrementAndGet, Policy.<Integer>renew(returned::add));
    for (int i = 0; i < 2; i++) {
      try (Loan<Integer> loan = kept.borrow()) {
        assertThat(loan.get()).isEqualTo(1);
      }
    }
    for (int i = 2; i < 4; i++) {
      try (Loan<Integer> loan = renewed.borrow()) {
        assertThat(loan.get()).isEqualTo(i);
      }
    }
    assertThat(returned).containsExactly(1, 1, 2, 3);
    assertThat(kept.size()).isEqualTo(1);
    assertThat(renewed.size()).isZero();
  }

  @OnEachFiberRuntime
  void aFactoryThatThrowsLeavesTheSlotFree(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    AtomicInteger attempts = new AtomicInteger();
    Pool<Integer> pool =
        Pool.bounded(
            1,
            () -> {
              if (attempts.incrementAndGet() % 2 == 1) {
                throw new IllegalStateException("out of yarn");
              }
              return attempts.get();
            },
            Policy.renew());
    assertThatThrownBy(pool::borrow).hasMessage("out of yarn");
    assertThat(pool.lent() + pool.size()).isZero();
    Loan<Integer> loan = pool.borrow();
    Fiber<Boolean> fails = heddle.fiber(() -> fails(pool));
    await("it waits", () -> pool.waiting() == 1);
    Fiber<Boolean> works = heddle.fiber(() -> fails(pool));
    await("both wait", () -> pool.waiting() == 2);
    loan.close();
    assertThat(fails.join()).isTrue();
    assertThat(works.join()).isFalse();
    assertThat(pool.lent() + pool.size() + pool.waiting()).isZero();
  }

  private static boolean fails(Pool<Integer> pool) throws InterruptedException {
    try (Loan<Integer> loan = pool.borrow()) {
      return loan.get() < 0;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void aFactoryThatMakesNullIsRefused() {
    Pool<Object> pool = Pool.bounded(1, () -> null);
    assertThatThrownBy(pool::borrow)
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("made null");
    assertThat(pool.lent()).isZero();
  }

  @Test
  void anItemWhoseResetThrowsIsForgotten() throws Exception {
    AtomicInteger made = new AtomicInteger();
    Pool<Integer> pool =
        Pool.bounded(
            1,
            made::incrementAndGet,
            Policy.<Integer>keep(
                item -> {
                  throw new IllegalStateException("cannot clean " + item);
                }));
    Loan<Integer> loan = pool.borrow();
    assertThatThrownBy(loan::close).hasMessage("cannot clean 1");
    assertThat(pool.lent() + pool.size()).isZero();
    assertThat(Objects.requireNonNull(pool.tryBorrow()).get()).isEqualTo(2);
  }

  @Test
  void anOverflowOfTheStackLeavesThePoolWhole() throws Exception {
    Pool<Object> pool = Pool.bounded(1, Object::new);
    AtomicBoolean over = new AtomicBoolean();
    Thread rival =
        virtualThread(
            "rival",
            () -> {
              while (!over.get()) {
                pool.borrow().close();
                Fiber.sleep(Duration.ofNanos(50_000)); // not in the way of every single round
              }
            });
    @SuppressWarnings({"unchecked", "rawtypes"})
    Loan<Object>[] lent = new Loan[1];
    Thread small =
        StackEnd.smallThread(
            "small",
            () -> {
              for (int i = 0; i < 4_000; i++) {
                StackEnd.reach(i, () -> borrowOne(pool, lent));
                if (lent[0] != null) {
                  lent[0].close(); // where there is stack enough
                }
              }
            });
    small.start();
    await(small);
    over.set(true);
    await(rival);
    assertThat(pool.lent()).isZero();
    assertThat(pool.waiting()).isZero();
    pool.borrow().close();
  }

  private static void borrowOne(Pool<Object> pool, Loan<Object>[] lent) {
    Loan<Object> before = lent[0];
    if (before != null) {
      before.close();
    }
    try {
      lent[0] = pool.borrow();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
