package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.fiber.TicketQueue.Ticket;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachFiberRuntime;
import dev.heddle.testing.Setup;
import dev.heddle.testing.StackEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TicketQueueTest extends ConcurrentTestCase {

  @OnEachFiberRuntime
  void ticketsAreCalledInOrderWhoeverComesFirst(Setup setup) {
    Random random = random();
    Heddle heddle = start(setup);
    TicketQueue queue = new TicketQueue();
    List<Integer> order = new ArrayList<>(); // written in turn
    List<Ticket> tickets = queue.take(100);
    List<Integer> starts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      starts.add(i);
    }
    Collections.shuffle(starts, random);
    Crew crew = new Crew(heddle, this::fail);
    for (int number : starts) {
      crew.start(
          random.nextInt(),
          () -> {
            try (Ticket ticket = tickets.get(number)) {
              ticket.await();
              order.add(number);
            }
          });
    }
    crew.join();
    assertThat(order).hasSize(100).isSorted();
    assertThat(queue.size()).isZero();
  }

  @OnEachFiberRuntime
  void doneBeforeItsTurnIsRemembered(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    TicketQueue queue = new TicketQueue();
    Ticket first = queue.take();
    Ticket second = queue.take();
    Ticket third = queue.take();
    Fiber<?> waiter = heddle.fiber(() -> third.await());
    second.done();
    second.done();
    assertThat(second.isDone()).isTrue();
    assertThat(second.isCalled()).isFalse();
    assertThat(third.await(Delays.SHORT)).isFalse();
    assertThat(third.await(Duration.ZERO)).isFalse();
    first.done();
    waiter.join();
    assertThat(second.await(Duration.ZERO)).isTrue();
    third.done();
    assertThat(queue.size()).isZero();
    assertThat(queue.take().isCalled()).isTrue();
  }

  @OnEachFiberRuntime
  void callbacksRunAsTasksWhenTheTicketIsCalled(Setup setup) {
    Heddle heddle = start(setup);
    TicketQueue queue = new TicketQueue();
    List<Ticket> tickets = queue.take(20);
    List<Integer> order = new ArrayList<>(); // written in turn
    AtomicInteger ran = new AtomicInteger();
    heddle.invoke(
        () -> {
          for (int i = 19; i >= 0; i--) {
            int number = i;
            tickets
                .get(i)
                .onCall(
                    () -> {
                      assertThat(Heddle.currentWorker()).isNotNegative();
                      order.add(number);
                      ran.incrementAndGet();
                      tickets.get(number).done();
                    });
          }
        });
    await("all ran", () -> ran.get() == 20);
    await("all are done", () -> queue.size() == 0);
    assertThat(order).isSorted();
  }

  @Test
  void aCallbackFromOutsideNeedsAnExecutor() {
    TicketQueue queue = new TicketQueue();
    Ticket first = queue.take();
    Ticket second = queue.take();
    assertThatThrownBy(() -> second.onCall(() -> {}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("onCall(executor, body)");
    List<String> ran = new ArrayList<>();
    first.onCall(Runnable::run, () -> ran.add("at once"));
    second.onCall(Runnable::run, () -> ran.add("second"));
    second.onCall(Runnable::run, () -> ran.add("again"));
    assertThat(ran).containsExactly("at once");
    first.done();
    assertThat(ran).containsExactly("at once", "second", "again");
    assertThatThrownBy(() -> queue.take(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @OnEachFiberRuntime
  void anInterruptEndsAWaitAndTheTicketStays(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    TicketQueue queue = new TicketQueue();
    Ticket first = queue.take();
    Ticket second = queue.take();
    Fiber<Boolean> fiber =
        heddle.fiber(
            () -> {
              try {
                second.await();
                return false;
              } catch (InterruptedException e) {
                return true;
              }
            });
    fiber.interrupt();
    assertThat(fiber.join()).isTrue();
    assertThat(second.isCalled()).isFalse();
    assertThat(second.toString()).isEqualTo("Ticket 2 (waits for ticket 1)");
    first.done();
    second.await();
    assertThat(second.toString()).isEqualTo("Ticket 2 (called)");
    assertThat(queue.toString()).isEqualTo("TicketQueue (called: ticket 2)");
  }

  @Test
  void anOverflowOfTheStackLeavesTheOrderWhole() throws Exception {
    TicketQueue queue = new TicketQueue();
    Channel<Ticket> taken = Channel.unlimited();
    AtomicInteger called = new AtomicInteger();
    Thread follower =
        virtualThread(
            "follower",
            () ->
                taken.forEach(
                    ticket -> {
                      try (ticket) {
                        ticket.await();
                        called.incrementAndGet();
                      } catch (InterruptedException e) {
                        throw new AssertionError(e);
                      }
                    }));
    Ticket[] last = {queue.take()};
    Thread leader =
        StackEnd.smallThread(
            "leader",
            () -> {
              for (int i = 0; i < 10_000; i++) {
                Ticket mine = last[0];
                taken.trySend(queue.take());
                last[0] = queue.take();
                StackEnd.reach(i, mine::done);
                mine.done();
              }
            });
    leader.start();
    await(leader);
    taken.close();
    await(follower);
    assertThat(called.get()).isEqualTo(10_000);
    assertThat(queue.size()).isEqualTo(1);
  }
}
