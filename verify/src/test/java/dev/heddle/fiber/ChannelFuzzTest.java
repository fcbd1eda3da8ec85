package dev.heddle.fiber;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.Heddle;
import dev.heddle.verify.Effort;
import dev.heddle.verify.Watched;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/**
 * Fibers that send and receive, and wait, one after the other: a channel does what three queues do.
 */
class ChannelFuzzTest {

  sealed interface Action {}

  /** A new fiber that sends. Each has a number, in order. */
  record StartSend(int element) implements Action {}

  /** A new fiber that receives. */
  record StartReceive() implements Action {}

  record TrySend(int element) implements Action {}

  record TryReceive() implements Action {}

  /** Interrupts the fiber of this number, modulo how many there are. */
  record Interrupt(int fiber) implements Action {}

  record Close() implements Action {}

  // ---- the model

  private record Sender(int fiber, int element) {}

  private static final class Model {
    final int capacity;
    final Deque<Integer> buffer = new ArrayDeque<>();
    final Deque<Sender> senders = new ArrayDeque<>();
    final Deque<Integer> receivers = new ArrayDeque<>();
    final Map<Integer, String> outcomes = new HashMap<>();
    int fibers;
    boolean closed;

    Model(int capacity) {
      this.capacity = capacity;
    }

    String apply(Action action) {
      return switch (action) {
        case StartSend send -> startSend(fibers++, send.element());
        case StartReceive _ -> startReceive(fibers++);
        case TrySend send -> closed ? "closed" : String.valueOf(put(send.element()));
        case TryReceive _ -> {
          Integer element = take();
          yield element == null && closed ? "closed" : String.valueOf(element);
        }
        case Interrupt interrupt -> {
          int fiber = fibers == 0 ? -1 : interrupt.fiber() % fibers;
          if (receivers.remove(fiber) || senders.removeIf(each -> each.fiber() == fiber)) {
            outcomes.put(fiber, "interrupted");
          }
          yield "";
        }
        case Close _ -> {
          closed = true;
          senders.forEach(each -> outcomes.put(each.fiber(), "closed"));
          receivers.forEach(each -> outcomes.put(each, "closed"));
          senders.clear();
          receivers.clear();
          yield "";
        }
      };
    }

    private String startSend(int fiber, int element) {
      if (closed) {
        outcomes.put(fiber, "closed");
      } else if (put(element)) {
        outcomes.put(fiber, "sent");
      } else {
        senders.add(new Sender(fiber, element));
      }
      return "";
    }

    private String startReceive(int fiber) {
      Integer element = take();
      if (element != null) {
        outcomes.put(fiber, "received " + element);
      } else if (closed) {
        outcomes.put(fiber, "closed");
      } else {
        receivers.add(fiber);
      }
      return "";
    }

    private boolean put(int element) {
      Integer receiver = receivers.poll();
      if (receiver != null) {
        outcomes.put(receiver, "received " + element);
        return true;
      }
      return buffer.size() < capacity && buffer.add(element);
    }

    private @Nullable Integer take() {
      Sender sender = senders.poll();
      if (sender != null) {
        outcomes.put(sender.fiber(), "sent");
        buffer.add(sender.element());
      }
      return buffer.poll();
    }
  }

  // ---- the real thing

  private static final class Real {
    final Heddle heddle;
    final Channel<Integer> channel;
    final List<Fiber<?>> fibers = new ArrayList<>();
    final Map<Integer, String> outcomes = new ConcurrentHashMap<>();

    Real(Heddle heddle, int capacity) {
      this.heddle = heddle;
      channel = capacity == 0 ? Channel.rendezvous() : Channel.buffered(capacity);
    }

    String apply(Action action) {
      try {
        return switch (action) {
          case StartSend send -> start(() -> sent(send.element()));
          case StartReceive _ -> start(() -> "received " + channel.receive());
          case TrySend send -> String.valueOf(channel.trySend(send.element()));
          case TryReceive _ -> String.valueOf(channel.tryReceive());
          case Interrupt interrupt -> {
            if (!fibers.isEmpty()) {
              fibers.get(interrupt.fiber() % fibers.size()).interrupt();
            }
            yield "";
          }
          case Close _ -> {
            channel.close();
            yield "";
          }
        };
      } catch (ChannelClosedException _) {
        return "closed";
      }
    }

    private String sent(int element) throws InterruptedException {
      channel.send(element);
      return "sent";
    }

    private interface Wait {
      String outcome() throws InterruptedException;
    }

    private String start(Wait wait) {
      int number = fibers.size();
      fibers.add(heddle.fiber(() -> outcomes.put(number, outcome(wait))));
      return "";
    }

    private static String outcome(Wait wait) {
      try {
        return wait.outcome();
      } catch (ChannelClosedException _) {
        return "closed";
      } catch (InterruptedException _) {
        return "interrupted";
      }
    }
  }

  private static void play(
      int workers, int capacity, Model model, List<Action> actions, Duration patience) {
    try (Heddle heddle = Heddle.start(workers)) {
      Real real = new Real(heddle, capacity);
      try {
        for (Action action : actions) {
          String answer = real.apply(action);
          assertThat(answer).as("the answer to %s", action).isEqualTo(model.apply(action));
          int waiting = model.senders.size() + model.receivers.size();
          boolean _ =
              Watched.becomes(
                  () ->
                      real.outcomes.size() == model.outcomes.size()
                          && real.channel.waiting() == waiting,
                  patience);
          assertThat(real.outcomes).as("outcomes after %s", action).isEqualTo(model.outcomes);
          assertThat(real.channel.waiting()).as("fibers that wait").isEqualTo(waiting);
          assertThat(real.channel.size())
              .as("size after %s", action)
              .isEqualTo(model.buffer.size());
        }
      } finally {
        real.channel.close();
      }
    }
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void aChannelIsThreeQueues(
      @ForAll("programs") List<Action> actions,
      @ForAll @IntRange(max = 3) int capacity,
      @ForAll @IntRange(min = 1, max = 4) int workers) {
    play(workers, capacity, new Model(capacity), actions, Effort.STUCK);
  }

  /** A model that has one place more than the channel, and so differs as soon as that is full. */
  @Example
  void aWrongCapacityIsFound() {
    boolean found =
        programs().sampleStream().limit(200).anyMatch(ChannelFuzzTest::tellsCapacitiesApart);
    assertThat(found).isTrue();
  }

  private static boolean tellsCapacitiesApart(List<Action> actions) {
    try {
      play(1, 1, new Model(2), actions, Duration.ofMillis(50));
      return false;
    } catch (AssertionError _) {
      return true;
    }
  }

  @Provide
  Arbitrary<List<Action>> programs() {
    Arbitrary<Integer> element = Arbitraries.integers().between(1, 99);
    Arbitrary<Action> action =
        Arbitraries.frequencyOf(
            Tuple.of(6, element.map(StartSend::new)),
            Tuple.of(6, Arbitraries.just(new StartReceive())),
            Tuple.of(3, element.map(TrySend::new)),
            Tuple.of(3, Arbitraries.just(new TryReceive())),
            Tuple.of(2, Arbitraries.integers().between(0, 40).map(Interrupt::new)),
            Tuple.of(1, Arbitraries.just(new Close())));
    return action.list().ofMaxSize(30);
  }
}
