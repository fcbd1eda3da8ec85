package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachFiberRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ChannelTest extends ConcurrentTestCase {

  @OnEachFiberRuntime
  void handsEveryElementOverInOrder(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    for (Channel<Integer> channel : eachKind()) {
      Fiber<?> sender =
          heddle.fiber(
              () -> {
                for (int i = 0; i < 500; i++) {
                  channel.send(i);
                }
                channel.close();
              });
      List<Integer> received = new ArrayList<>();
      channel.forEach(received::add);
      sender.join();
      assertThat(received).hasSize(500).isSorted().doesNotHaveDuplicates();
      assertThat(channel.waiting()).isZero();
    }
  }

  private static List<Channel<Integer>> eachKind() {
    return List.of(
        Channel.rendezvous(), Channel.buffered(1), Channel.buffered(7), Channel.unlimited());
  }

  @OnEachFiberRuntime
  void aSendOfARendezvousWaitsForItsReceiver(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Channel<String> channel = Channel.rendezvous();
    assertThat(channel.trySend("nobody is there")).isFalse();
    Fiber<?> sender = heddle.fiber(() -> channel.send("a"));
    await("the sender waits", () -> channel.waiting() == 1);
    assertThat(sender.isDone()).isFalse();
    assertThat(channel.tryReceive()).isEqualTo("a");
    sender.join();
    Fiber<String> receiver = heddle.fiber(() -> channel.receive());
    await("the receiver waits", () -> channel.waiting() == 1);
    assertThat(channel.trySend("b")).isTrue();
    assertThat(receiver.join()).isEqualTo("b");
  }

  @OnEachFiberRuntime
  void aFullBufferLetsSendersWaitInOrder(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Channel<Integer> channel = Channel.buffered(2);
    assertThat(channel.trySend(0)).isTrue();
    assertThat(channel.trySend(1)).isTrue();
    assertThat(channel.trySend(99)).isFalse();
    for (int i = 2; i < 6; i++) {
      int element = i;
      heddle.fiber(() -> channel.send(element));
      await("sender " + i, () -> channel.waiting() == element - 1);
    }
    for (int i = 0; i < 6; i++) {
      assertThat(channel.receive()).isEqualTo(i);
    }
    assertThat(channel.tryReceive()).isNull();
    assertThat(channel.size()).isZero();
  }

  @OnEachFiberRuntime
  void receiversAreServedInTheOrderOfTheirComing(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Channel<Integer> channel = Channel.buffered(1);
    List<Fiber<Integer>> receivers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int waiting = i + 1;
      receivers.add(heddle.fiber(() -> channel.receive()));
      await("receiver " + i, () -> channel.waiting() == waiting);
    }
    for (int i = 0; i < 5; i++) {
      channel.send(i);
    }
    for (int i = 0; i < 5; i++) {
      assertThat(receivers.get(i).join()).isEqualTo(i);
    }
  }

  @Test
  void anUnlimitedChannelTakesWhatComesAndGrowsBothWays() throws Exception {
    Channel<Integer> channel = Channel.unlimited();
    int sent = 0;
    int received = 0;
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 20_000; i++) {
        channel.send(sent++);
        if (i % 3 == 0) {
          assertThat(channel.receive()).isEqualTo(received++);
        }
      }
      while (received < sent) {
        assertThat(channel.receive()).isEqualTo(received++);
      }
      assertThat(channel.tryReceive()).isNull();
    }
  }

  @OnEachFiberRuntime
  void aTimeoutLeavesNothingBehind(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Channel<Integer> channel = Channel.rendezvous();
    assertThat(heddle.fiber(() -> channel.send(1, Delays.SHORT)).join()).isFalse();
    assertThat(heddle.fiber(() -> channel.receive(Delays.SHORT) == null).join()).isTrue();
    assertThat(channel.send(1, Duration.ZERO)).isFalse();
    assertThat(channel.send(1, Duration.ofSeconds(-1))).isFalse();
    assertThat(channel.receive(Duration.ZERO)).isNull();
    assertThat(channel.waiting()).isZero();
    assertThat(channel.tryReceive()).isNull();
  }

  @OnEachFiberRuntime
  void anInterruptEndsAWaitAndTheElementWasNotAccepted(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Channel<Integer> channel = Channel.rendezvous();
    Fiber<Boolean> sender = heddle.fiber(() -> interrupted(() -> channel.send(1)));
    Fiber<Boolean> other = heddle.fiber(() -> interrupted(() -> channel.send(2)));
    await("both wait", () -> channel.waiting() == 2);
    sender.interrupt();
    other.interrupt();
    assertThat(sender.join()).isTrue();
    assertThat(other.join()).isTrue();
    assertThat(channel.waiting()).isZero();
    assertThat(channel.tryReceive()).isNull();
    Fiber<Boolean> receiver = heddle.fiber(() -> interrupted(channel::receive));
    await("it waits", () -> channel.waiting() == 1);
    receiver.interrupt();
    assertThat(receiver.join()).isTrue();
    assertThat(channel.trySend(3)).isFalse();
  }

  private static boolean interrupted(Action wait) throws Exception {
    try {
      wait.run();
      return false;
    } catch (InterruptedException e) {
      return true;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anInterruptIsLeftPendingByWhatNeedNotWait() throws Exception {
    Channel<Integer> channel = Channel.buffered(1);
    Thread.currentThread().interrupt();
    channel.send(1);
    assertThat(channel.receive()).isEqualTo(1);
    assertThat(Thread.interrupted()).isTrue();
  }

  // ---- the end

  @OnEachFiberRuntime
  void whatWasAcceptedBeforeTheCloseIsReceived(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Channel<Integer> channel = Channel.buffered(3);
    channel.send(1);
    channel.send(2);
    channel.send(3);
    Fiber<Boolean> sender =
        heddle.fiber(
            () -> {
              try {
                channel.send(4);
                return false;
              } catch (ChannelClosedException e) {
                return true;
              }
            });
    await("the sender waits", () -> channel.waiting() == 1);
    channel.close();
    channel.close();
    assertThat(sender.join()).isTrue();
    assertThat(channel.isClosed()).isTrue();
    assertThatThrownBy(() -> channel.send(5))
        .isInstanceOf(ChannelClosedException.class)
        .hasMessageContaining("cannot send")
        .hasNoCause();
    assertThatThrownBy(() -> channel.trySend(5)).isInstanceOf(ChannelClosedException.class);
    assertThat(channel.receive()).isEqualTo(1);
    assertThat(channel.receive(Delays.LONG)).isEqualTo(2);
    assertThat(channel.tryReceive()).isEqualTo(3);
    assertThatThrownBy(channel::receive)
        .isInstanceOf(ChannelClosedException.class)
        .hasMessageContaining("nothing left");
    assertThatThrownBy(() -> channel.receive(Delays.LONG))
        .isInstanceOf(ChannelClosedException.class);
    assertThatThrownBy(channel::tryReceive).isInstanceOf(ChannelClosedException.class);
    assertThat(channel.receiveOrNull()).isNull();
  }

  @OnEachFiberRuntime
  void aCloseTellsAllThatWait(Setup setup) {
    Heddle heddle = start(setup);
    Channel<Integer> channel = Channel.rendezvous();
    AtomicInteger told = new AtomicInteger();
    for (int i = 0; i < 5; i++) {
      heddle.fiber(
          () -> {
            try {
              channel.receive();
            } catch (ChannelClosedException e) {
              told.incrementAndGet();
            }
          });
      heddle.fiber(() -> told.addAndGet(channel.receiveOrNull() == null ? 1 : 0));
    }
    await("all wait", () -> channel.waiting() == 10);
    channel.close();
    await("all were told", () -> told.get() == 10);
    assertThat(channel.waiting()).isZero();
  }

  @Test
  void aCloseWithACauseIsNoSilentEnd() throws Exception {
    Channel<Integer> channel = Channel.unlimited();
    channel.send(1);
    Exception cause = new Exception("the wire is cut");
    channel.close(cause);
    channel.close(new Exception("later"));
    assertThatThrownBy(() -> channel.send(2)).hasCause(cause);
    List<Integer> received = new ArrayList<>();
    assertThatThrownBy(() -> channel.forEach(received::add))
        .isInstanceOf(ChannelClosedException.class)
        .hasCause(cause);
    assertThat(received).containsExactly(1);
  }

  // ---- misuse and looks

  @Test
  @SuppressWarnings("NullAway") // on purpose
  void refusesNullAndSillyCapacities() {
    Channel<Integer> channel = Channel.buffered(1);
    assertThatThrownBy(() -> channel.send(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessageContaining("takes no null");
    assertThatThrownBy(() -> Channel.buffered(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("capacity of 0");
  }

  @Test
  void saysWhatItIs() {
    Channel<Integer> buffered = Channel.buffered(3);
    buffered.trySend(1);
    assertThat(buffered.toString()).endsWith("(1 of 3 elements)");
    buffered.close();
    assertThat(buffered.toString()).endsWith("(1 of 3 elements, closed)");
    assertThat(Channel.rendezvous().toString()).endsWith("(rendezvous)");
    assertThat(Channel.unlimited().toString()).endsWith("(unlimited, 0 elements)");
  }
}
