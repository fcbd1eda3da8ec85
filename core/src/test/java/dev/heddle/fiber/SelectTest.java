package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.testing.ConcurrentTestCase;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachFiberRuntime;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SelectTest extends ConcurrentTestCase {
  @OnEachFiberRuntime
  void theFirstToComeHappensAndNothingElse(Setup setup) {
    Heddle heddle = start(setup);
    Channel<Integer> one = Channel.rendezvous();
    Channel<String> other = Channel.rendezvous();
    List<Object> got = new ArrayList<>();
    Fiber<?> fiber =
        heddle.fiber(() -> Select.on().receive(one, got::add).receive(other, got::add).await());
    await("it waits", () -> one.waiting() == 1 && other.waiting() == 1);
    assertThat(other.trySend("x")).isTrue();
    fiber.join();
    assertThat(got).containsExactly("x");
    assertThat(one.trySend(1)).isFalse();
    assertThat(one.waiting() + other.waiting()).isZero();
  }

  @OnEachFiberRuntime
  void sendsAndReceivesMix(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Channel<Integer> in = Channel.rendezvous();
    Channel<Integer> out = Channel.rendezvous();
    List<String> happened = new ArrayList<>();
    Fiber<?> fiber =
        heddle.fiber(
            () -> {
              Select select =
                  Select.on()
                      .receive(in, i -> happened.add("received " + i))
                      .send(out, 7, () -> happened.add("sent"));
              select.await();
              select.await();
            });
    assertThat(out.receive()).isEqualTo(7);
    in.send(8);
    fiber.join();
    assertThat(happened).containsExactly("sent", "received 8");
  }

  @Test
  void aReadyCaseIsChosenAtRandom() {
    Channel<Integer> one = Channel.unlimited();
    Channel<Integer> other = Channel.unlimited();
    for (int i = 0; i < 400; i++) {
      one.trySend(1);
      other.trySend(2);
    }
    int[] counts = new int[3];
    Select select = Select.on().receive(one, i -> counts[i]++).receive(other, i -> counts[i]++);
    for (int i = 0; i < 400; i++) {
      assertThat(select.now()).isTrue();
    }
    assertThat(counts[1]).isBetween(100, 300);
    assertThat(counts[1] + counts[2]).isEqualTo(400);
  }

  @Test
  void withoutAReadyCaseTheDefaultRuns() throws Exception {
    Channel<Integer> channel = Channel.rendezvous();
    AtomicInteger otherwise = new AtomicInteger();
    Select select = Select.on().receive(channel, i -> {}).send(channel, 1, () -> {});
    select.orElse(otherwise::incrementAndGet);
    assertThat(otherwise.get()).isEqualTo(1);
    assertThat(select.now()).isFalse();
    assertThat(select.within(Duration.ZERO)).isFalse();
    assertThat(select.within(Delays.SHORT)).isFalse();
    assertThat(channel.waiting()).isZero();
    assertThatThrownBy(() -> Select.on().await())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("without cases");
  }

  @OnEachFiberRuntime
  void oneSelectMeetsAnotherOnTheSameChannels(Setup setup) {
    Heddle heddle = start(setup);
    Channel<Integer> one = Channel.rendezvous();
    Channel<Integer> other = Channel.rendezvous();
    AtomicInteger sent = new AtomicInteger();
    AtomicInteger received = new AtomicInteger();
    List<Fiber<?>> fibers = new ArrayList<>();
    for (int f = 0; f < 2; f++) {
      boolean first = f == 0;
      fibers.add(
          heddle.fiber(
              () -> {
                Select select =
                    first
                        ? Select.on()
                            .send(one, 1, sent::incrementAndGet)
                            .receive(other, i -> received.incrementAndGet())
                        : Select.on()
                            .send(other, 1, sent::incrementAndGet)
                            .receive(one, i -> received.incrementAndGet());
                for (int i = 0; i < 200; i++) {
                  select.await();
                }
              }));
    }
    fibers.forEach(Fiber::join);
    assertThat(sent.get()).isEqualTo(200);
    assertThat(received.get()).isEqualTo(200);
    assertThat(one.waiting() + other.waiting()).isZero();
  }

  @OnEachFiberRuntime
  void aSelectDoesNotSendToItselfButToItsTwin(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Channel<Integer> channel = Channel.rendezvous();
    AtomicInteger sent = new AtomicInteger();
    AtomicInteger received = new AtomicInteger();
    Fiber<?> first = heddle.fiber(() -> both(channel, sent, received).await());
    await("it waits twice", () -> channel.waiting() == 2);
    never("it met itself", first::isDone);
    heddle.fiber(() -> both(channel, sent, received).await()).join();
    first.join();
    assertThat(sent.get()).isEqualTo(1);
    assertThat(received.get()).isEqualTo(1);
    assertThat(channel.waiting()).isZero();
  }

  private static Select both(Channel<Integer> channel, AtomicInteger sent, AtomicInteger received) {
    return Select.on()
        .send(channel, 1, sent::incrementAndGet)
        .receive(channel, i -> received.incrementAndGet());
  }

  @OnEachFiberRuntime
  void theSameChannelMayStandInSeveralCases(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Channel<Integer> channel = Channel.rendezvous();
    AtomicInteger received = new AtomicInteger();
    Fiber<?> fiber =
        heddle.fiber(
            () ->
                Select.on()
                    .receive(channel, i -> received.incrementAndGet())
                    .receive(channel, i -> received.incrementAndGet())
                    .await());
    await("it waits twice", () -> channel.waiting() == 2);
    channel.send(1);
    fiber.join();
    assertThat(received.get()).isEqualTo(1);
    assertThat(channel.waiting()).isZero();
    assertThat(channel.trySend(2)).isFalse();
  }

  @OnEachFiberRuntime
  void aBufferThatHasToGrowTakesASelectsElement(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Channel<Integer> channel = Channel.unlimited();
    heddle.invoke(
        () -> {
          for (int i = 0; i < 100; i++) {
            Select.on().send(channel, i, () -> {}).await();
          }
        });
    for (int i = 0; i < 100; i++) {
      assertThat(channel.tryReceive()).isEqualTo(i);
    }
  }

  // ---- closed channels

  @OnEachFiberRuntime
  void aClosedChannelIsACaseThatHappens(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Channel<Integer> channel = Channel.buffered(1);
    AtomicInteger ended = new AtomicInteger();
    Fiber<?> waiting =
        heddle.fiber(() -> Select.on().receive(channel, i -> {}, ended::incrementAndGet).await());
    await("it waits", () -> channel.waiting() == 1);
    channel.close();
    waiting.join();
    assertThat(ended.get()).isEqualTo(1);
    assertThat(Select.on().receive(channel, i -> {}, ended::incrementAndGet).now()).isTrue();
    assertThat(ended.get()).isEqualTo(2);
    assertThatThrownBy(() -> Select.on().receive(channel, i -> {}).await())
        .isInstanceOf(ChannelClosedException.class);
    assertThatThrownBy(() -> Select.on().send(channel, 1, () -> {}).await())
        .isInstanceOf(ChannelClosedException.class);
  }

  @OnEachFiberRuntime
  void aSendThatWaitsIsToldOfTheClose(Setup setup) {
    Heddle heddle = start(setup);
    Channel<Integer> channel = Channel.rendezvous();
    Channel<Integer> other = Channel.rendezvous();
    Fiber<?> waiting =
        heddle.fiber(() -> Select.on().send(channel, 1, () -> {}).receive(other, i -> {}).await());
    await("it waits", () -> channel.waiting() == 1);
    channel.close(new Exception("cut"));
    assertThatThrownBy(waiting::join)
        .isInstanceOf(ChannelClosedException.class)
        .hasRootCauseMessage("cut");
    assertThat(other.waiting()).isZero();
  }

  @OnEachFiberRuntime
  void anInterruptEndsAWait(Setup setup) {
    Heddle heddle = start(setup);
    Channel<Integer> channel = Channel.rendezvous();
    Channel<Integer> other = Channel.rendezvous();
    Fiber<Boolean> fiber =
        heddle.fiber(
            () -> {
              try {
                Select.on().send(channel, 1, () -> {}).receive(other, i -> {}).await();
                return false;
              } catch (InterruptedException e) {
                return true;
              }
            });
    await("it waits", () -> other.waiting() == 1);
    fiber.interrupt();
    assertThat(fiber.join()).isTrue();
    assertThat(channel.waiting() + other.waiting()).isZero();
  }

  /**
   * Who has to wait for one channel's guard holds none: a fiber that yields with one would need a
   * worker to go on, and here its only worker waits for that guard.
   */
  @OnEachRuntime(workers = 0, engines = Engine.VIRTUAL)
  void holdsNoGuardWhileItYields(Setup setup) throws Exception {
    Heddle heddle = start(setup);
    Channel<Integer> one = Channel.buffered(1);
    Channel<Integer> other = Channel.buffered(1);
    heddle.bind();
    other.enter(); // as somebody who has lost its processor
    Fiber<?> fiber =
        heddle.fiber(() -> Select.on().receive(one, i -> {}).receive(other, i -> {}).await());
    Fiber.sleep(Delays.SHORT); // meanwhile it tries
    assertThat(one.trySend(1)).isTrue();
    other.leave();
    fiber.join();
    assertThat(one.size()).isZero();
    heddle.unbind();
  }

  @Test
  void whatAHandlerThrowsComesOutAndTheElementWasReceived() {
    Channel<Integer> channel = Channel.buffered(1);
    channel.trySend(1);
    Select select =
        Select.on()
            .receive(
                channel,
                i -> {
                  throw new IllegalArgumentException("element " + i);
                });
    assertThatThrownBy(select::await).hasMessage("element 1");
    assertThat(channel.size()).isZero();
    assertThat(select.toString()).startsWith("Select: receive from Channel ");
  }
}
