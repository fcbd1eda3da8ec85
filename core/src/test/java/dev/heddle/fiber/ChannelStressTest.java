package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.OnEachFiberRuntime;
import dev.heddle.testing.Setup;
import dev.heddle.testing.StackEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Nothing is lost and nothing comes twice, whatever meets whatever. */
class ChannelStressTest extends ConcurrentTestCase {
  private static final int SENDERS = 6;
  private static final int EACH = 300;
  private static final Duration MOMENT = Duration.ofNanos(20_000);

  /** What became of each element: 1 accepted, 0 not; and how often it was received. */
  private final AtomicIntegerArray accepted = new AtomicIntegerArray(SENDERS * EACH);

  private final AtomicIntegerArray received = new AtomicIntegerArray(SENDERS * EACH);
  private final AtomicInteger sendersLeft = new AtomicInteger(SENDERS);

  @OnEachFiberRuntime
  void elementsAreConserved(Setup setup) throws Exception {
    Random random = random();
    Heddle heddle = start(setup);
    List<Channel<Integer>> channels =
        List.of(Channel.rendezvous(), Channel.buffered(1), Channel.buffered(5));
    Crew crew = new Crew(heddle, this::fail);
    for (int s = 0; s < SENDERS; s++) {
      int from = s * EACH;
      long seed = random.nextLong();
      crew.start(s, () -> sendAll(from, channels, new Random(seed)));
      crew.start(s + 1, () -> receiveAll(channels, new Random(~seed)));
    }
    while (sendersLeft.get() > 0) {
      crew.interruptOne(random);
      Fiber.sleep(MOMENT);
    }
    channels.forEach(Channel::close);
    crew.join();
    for (int i = 0; i < accepted.length(); i++) {
      assertThat(received.get(i)).as("element %d", i).isEqualTo(accepted.get(i));
    }
    channels.forEach(
        channel -> {
          assertThat(channel.waiting()).isZero();
          assertThat(channel.size()).isZero();
        });
  }

  private void sendAll(int from, List<Channel<Integer>> channels, Random random) {
    try {
      for (int element = from; element < from + EACH; element++) {
        if (sent(element, channels, random)) {
          accepted.set(element, 1);
        }
      }
    } finally {
      sendersLeft.decrementAndGet();
    }
  }

  private static boolean sent(int element, List<Channel<Integer>> channels, Random random) {
    Channel<Integer> channel = channels.get(random.nextInt(channels.size()));
    Channel<Integer> other = channels.get(random.nextInt(channels.size()));
    boolean[] sent = {false};
    try {
      switch (random.nextInt(5)) {
        case 0 -> sent[0] = channel.trySend(element);
        case 1 -> sent[0] = channel.send(element, MOMENT);
        case 2 -> {
          channel.send(element);
          sent[0] = true;
        }
        case 3 ->
            Select.on()
                .send(channel, element, () -> sent[0] = true)
                .send(other, element, () -> sent[0] = true)
                .within(MOMENT);
        default ->
            Select.on()
                .send(channel, element, () -> sent[0] = true)
                .send(other, element, () -> sent[0] = true)
                .await();
      }
    } catch (InterruptedException e) {
      assertThat(sent[0]).isFalse();
    }
    return sent[0];
  }

  private void receiveAll(List<Channel<Integer>> channels, Random random) {
    List<Channel<Integer>> open = new ArrayList<>(channels);
    while (!open.isEmpty()) {
      Channel<Integer> channel = open.get(random.nextInt(open.size()));
      Channel<Integer> other = open.get(random.nextInt(open.size()));
      try {
        switch (random.nextInt(4)) {
          case 0 -> count(channel.tryReceive());
          case 1 -> count(channel.receive(MOMENT));
          case 2 ->
              Select.on().receive(channel, this::count).receive(other, this::count).within(MOMENT);
          default -> {
            Select every = Select.on();
            open.forEach(each -> every.receive(each, this::count));
            every.await();
          }
        }
      } catch (InterruptedException e) {
        // nothing was received
      } catch (ChannelClosedException e) {
        open.removeIf(each -> each.isClosed() && each.size() == 0);
      }
    }
  }

  private void count(@Nullable Integer element) {
    if (element != null) {
      received.incrementAndGet(element);
    }
  }

  /** All send and receive at once, by one select each, so that selects meet selects both ways. */
  @OnEachFiberRuntime
  void selectsThatSendAndReceiveAtOnceAreConserved(Setup setup) {
    Random random = random();
    Heddle heddle = start(setup);
    List<Channel<Integer>> channels =
        List.of(Channel.rendezvous(), Channel.rendezvous(), Channel.buffered(1));
    Crew crew = new Crew(heddle, this::fail);
    for (int s = 0; s < SENDERS; s++) {
      int from = s * EACH;
      long seed = random.nextLong();
      crew.start(s, () -> trade(from, channels, new Random(seed)));
    }
    crew.join();
    int left = 0;
    for (Channel<Integer> channel : channels) {
      assertThat(channel.waiting()).isZero();
      Integer element;
      while ((element = channel.tryReceive()) != null) {
        received.incrementAndGet(element);
        left++;
      }
    }
    assertThat(left).isLessThanOrEqualTo(1);
    for (int i = 0; i < accepted.length(); i++) {
      assertThat(received.get(i)).as("element %d", i).isEqualTo(accepted.get(i));
    }
  }

  private void trade(int from, List<Channel<Integer>> channels, Random random)
      throws InterruptedException {
    for (int i = from; i < from + EACH; i++) {
      int element = i;
      Select select = Select.on();
      for (int c = 0; c < 3; c++) {
        Channel<Integer> channel = channels.get(random.nextInt(channels.size()));
        if (random.nextBoolean()) {
          select.send(channel, element, () -> accepted.incrementAndGet(element));
        } else {
          select.receive(channel, this::count);
        }
      }
      select.within(random.nextInt(4) == 0 ? Duration.ZERO : MOMENT);
    }
  }

  // ---- races at the hand-over

  @OnEachFiberRuntime
  void anInterruptOrATimeoutThatMeetsTheHandOverLosesNothing(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Channel<Integer> channel = Channel.rendezvous();
    for (int round = 0; round < 400; round++) {
      boolean interrupts = round % 2 == 0;
      Fiber<@Nullable Integer> receiver =
          heddle.fiber(
              () -> {
                try {
                  return interrupts ? channel.receive() : channel.receive(MOMENT);
                } catch (InterruptedException e) {
                  return null;
                }
              });
      Fiber<Boolean> sender = heddle.fiber(() -> channel.trySend(1));
      if (interrupts) {
        receiver.interrupt();
      }
      assertThat(receiver.join() != null).isEqualTo(sender.join());
      assertThat(channel.waiting()).isZero();
    }
  }

  // ---- at the end of the stack

  @Test
  void anOverflowOfTheStackLosesNothing() throws Exception {
    Channel<Integer> channel = Channel.buffered(1);
    AtomicInteger taken = new AtomicInteger();
    Thread taker =
        virtualThread("taker", () -> channel.forEach(element -> taken.incrementAndGet()));
    int[] sent = {0};
    Thread sender =
        StackEnd.smallThread(
            "sender",
            () -> {
              for (int i = 0; i < 10_000; i++) {
                StackEnd.reach(i, () -> sendOne(channel, sent));
              }
            });
    sender.start();
    await(sender);
    channel.close();
    await(taker);
    assertThat(sent[0]).isPositive();
    assertThat(taken.get()).isEqualTo(sent[0]);
    assertThat(channel.waiting()).isZero();
  }

  private static void sendOne(Channel<Integer> channel, int[] sent) {
    try {
      channel.send(1);
      sent[0]++;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anOverflowOfTheStackInASelectOrAReceiveLosesNothing() throws Exception {
    Channel<Integer> channel = Channel.rendezvous();
    Channel<Integer> other = Channel.rendezvous();
    AtomicInteger sent = new AtomicInteger();
    AtomicInteger received = new AtomicInteger();
    Thread source =
        virtualThread(
            "source",
            () -> {
              try {
                while (true) {
                  Select.on()
                      .send(channel, 1, sent::incrementAndGet)
                      .send(other, 1, sent::incrementAndGet)
                      .await();
                }
              } catch (ChannelClosedException e) {
                // the end
              }
            });
    int[] mode = {0};
    Thread sink =
        StackEnd.smallThread(
            "sink",
            () -> {
              int[] taken = {0};
              Select select =
                  Select.on().receive(channel, i -> taken[0]++).receive(other, i -> taken[0]++);
              for (int i = 0; i < 10_000; i++) {
                mode[0] = i;
                StackEnd.reach(i, () -> receiveOne(mode[0], channel, select, taken));
              }
              received.set(taken[0]);
            });
    sink.start();
    await(sink);
    channel.close();
    await(source);
    // A handler that overflows has its element received and not counted.
    assertThat(received.get()).isPositive().isLessThanOrEqualTo(sent.get());
    assertThat(channel.waiting()).isZero();
    assertThat(other.waiting()).isZero();
  }

  private static void receiveOne(int mode, Channel<Integer> channel, Select select, int[] taken) {
    try {
      switch (mode % 3) {
        case 0 -> {
          if (channel.receive(Duration.ofNanos(1000)) != null) {
            taken[0]++;
          }
        }
        case 1 -> select.within(Duration.ofNanos(1000));
        default -> select.await();
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
