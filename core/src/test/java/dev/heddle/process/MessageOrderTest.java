package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.Gate;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Messages arrive once, in each sender's order, and none is left lying. */
class MessageOrderTest extends ProcessTestCase {
  private record Numbered(String sender, int number) {}

  /** Checks each sender's order; ends when {@code expected} have come. */
  private static Process checker(int expected) {
    Map<String, Integer> next = new HashMap<>();
    AtomicInteger got = new AtomicInteger();
    return (events, out) -> {
      for (Event event : events) {
        if (event.data() instanceof Numbered message) {
          assertThat(message.number()).isEqualTo(next.getOrDefault(message.sender(), 0));
          next.put(message.sender(), message.number() + 1);
          if (got.incrementAndGet() == expected) {
            out.complete();
          }
        }
      }
    };
  }

  @OnEachRuntime
  void whatOneSenderSendsArrivesInItsOrder(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    int each = 2_000;
    Pid receiver = heddle.processes().spawn(checker(5 * each));
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 2; t++) {
      String name = "thread" + t;
      threads.add(thread(name, () -> sendAll(heddle, receiver, name, each)));
    }
    threads.add(virtualThread("virtual", () -> sendAll(heddle, receiver, "virtual", each)));
    var fiber = heddle.fiber(() -> sendAll(heddle, receiver, "fiber", each));
    Pid process =
        heddle
            .processes()
            .spawn(
                new Probe(
                    (self, events, out) -> {
                      int n = self.steps.get() - 1;
                      if (n == each) {
                        out.complete();
                      } else {
                        self.context().send(receiver, new Numbered("process", n));
                        out.again();
                      }
                    }));
    ended(heddle, process);
    threads.forEach(thread -> await(thread));
    fiber.join();
    assertThat(ended(heddle, receiver)).isEqualTo(new Exit.Completed(null));
  }

  private static void sendAll(Heddle heddle, Pid receiver, String name, int count) {
    for (int i = 0; i < count; i++) {
      heddle.processes().send(receiver, new Numbered(name, i));
    }
  }

  /** By port, by PID and by a parsed PID are ways into the same mailbox. */
  @OnEachRuntime
  void theWayDoesNotChangeTheOrder(Setup setup) {
    Heddle heddle = start(setup);
    AtomicReference<@Nullable Port> opened = new AtomicReference<>();
    Process checker = checker(3_000);
    Pid receiver =
        heddle
            .processes()
            .spawn(
                new Process() {
                  @Override
                  public void init(ProcessContext context, String method, @Nullable Object input) {
                    opened.set(context.openPort());
                  }

                  @Override
                  public void step(Events events, StepOutput out) throws Exception {
                    checker.step(events, out);
                  }
                });
    Port port = opened.get();
    assertThat(port).isNotNull();
    Pid parsed = Pid.parse(receiver.toString());
    Pid sender =
        heddle
            .processes()
            .spawn(
                new Probe(
                    (self, events, out) -> {
                      int n = (self.steps.get() - 1) * 3;
                      port.send(new Numbered("sender", n));
                      self.context().send(receiver, new Numbered("sender", n + 1));
                      self.context().send(parsed, new Numbered("sender", n + 2));
                      if (n + 3 == 3_000) {
                        out.complete();
                      } else {
                        out.again();
                      }
                    }));
    ended(heddle, sender);
    assertThat(ended(heddle, receiver)).isEqualTo(new Exit.Completed(null));
  }

  /**
   * Case 12: a message sent while the receiver goes to sleep is never left lying. The sender waits
   * for each to be seen, so that the receiver goes to sleep after each.
   */
  @OnEachRuntime
  void case12AMessageThatMeetsItsReceiverGoingToSleepIsNotLeftLying(Setup setup) {
    Heddle heddle = start(setup);
    Random random = random();
    AtomicInteger seen = new AtomicInteger();
    Pid receiver = heddle.processes().spawn((events, out) -> seen.addAndGet(events.size()));
    for (int i = 1; i <= 1_000; i++) {
      int expected = i;
      heddle.processes().send(receiver, i);
      await("it is seen", () -> seenSoon(seen, expected));
      for (int spins = random.nextInt(200); spins > 0; spins--) {
        spin();
      }
    }
    assertThat(seen).hasValue(1_000);
  }

  /** Without parking, so that the next message comes while the receiver still goes to sleep. */
  private static boolean seenSoon(AtomicInteger seen, int expected) {
    for (int yields = 0; yields < 100 && seen.get() < expected; yields++) {
      Thread.yield();
    }
    return seen.get() >= expected;
  }

  /** Case 12, between processes: a ball that each passes on, and goes to sleep. */
  @OnEachRuntime
  void case12BallsInARingAreNeverDropped(Setup setup) {
    Heddle heddle = start(setup);
    int hops = 5_000;
    int size = 10;
    AtomicInteger arrived = new AtomicInteger();
    List<Pid> ring = new ArrayList<>();
    Gate complete = new Gate();
    for (int i = 0; i < size; i++) {
      int next = (i + 1) % size;
      ring.add(
          heddle
              .processes()
              .spawn(
                  (events, out) -> {
                    complete.await();
                    for (Event event : events) {
                      if (event.data() instanceof Integer left) {
                        if (left == 0) {
                          arrived.incrementAndGet();
                        } else {
                          heddle.processes().send(ring.get(next), left - 1);
                        }
                      }
                    }
                  }));
    }
    complete.open();
    for (int ball = 0; ball < 3; ball++) {
      heddle.processes().send(ring.get(ball * 3), hops);
    }
    await("all balls have come to rest", () -> arrived.get() == 3);
    assertThat(heddle.processes().counts().sent()).isEqualTo(3L * (hops + 1));
  }

  @OnEachRuntime(workers = {1, 8})
  void theEventsOfAStepAreReadByIndexOrOneByOne(Setup setup) {
    Heddle heddle = start(setup);
    Gate gate = new Gate();
    AtomicReference<@Nullable Events> kept = new AtomicReference<>();
    Pid pid =
        heddle
            .processes()
            .spawn(
                (events, out) -> {
                  gate.await();
                  if (events.isEmpty()) {
                    return;
                  }
                  kept.set(events);
                  assertThat(events.size()).isEqualTo(2);
                  assertThat(events.get(1).data()).isEqualTo("second");
                  assertThat(events.get(1).tag()).isZero();
                  assertThat(events.get(1).error()).isNull();
                  assertThatThrownBy(() -> events.get(2))
                      .isInstanceOf(IndexOutOfBoundsException.class)
                      .hasMessageContainingAll("2", "of 2");
                  assertThatThrownBy(() -> events.get(-1))
                      .isInstanceOf(IndexOutOfBoundsException.class);
                  var each = events.iterator();
                  assertThat(each.next()).hasToString("Message[first]");
                  each.next();
                  assertThat(each.hasNext()).isFalse();
                  assertThatThrownBy(each::next).isInstanceOf(NoSuchElementException.class);
                  out.complete();
                });
    heddle.processes().send(pid, "first");
    heddle.processes().send(pid, "second");
    gate.open();
    assertThat(ended(heddle, pid)).isInstanceOf(Exit.Completed.class);
    Events after = kept.get();
    assertThat(after).isNotNull();
    assertThat(after.isEmpty()).as("only valid during the step").isTrue();
  }
}
