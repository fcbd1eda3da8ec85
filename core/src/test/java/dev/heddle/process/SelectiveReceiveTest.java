package dev.heddle.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.testing.Delays;
import dev.heddle.testing.OnEachRuntime;
import dev.heddle.testing.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What a choosy receive costs: a look at what is new, however much it has passed over. */
class SelectiveReceiveTest extends ProcessTestCase {
  private static final int WANTED = 200;

  /** Counts, instead of measuring time, which a busy machine would spoil. */
  @OnEachRuntime(workers = {1, 8})
  void whatWasRefusedIsNotLookedAtAgain(Setup setup) {
    Heddle heddle = start(setup);
    for (int refused : new int[] {1_000, 10_000}) {
      AtomicInteger looks = new AtomicInteger();
      Predicate<Object> wanted =
          each -> {
            looks.incrementAndGet();
            return each instanceof String;
          };
      Pid pid =
          heddle
              .processes()
              .spawn(
                  inbox -> {
                    for (int i = 0; i < WANTED; i++) {
                      inbox.receive(wanted);
                    }
                    int sum = 0;
                    for (int i = 0; i < refused; i++) {
                      sum += inbox.receive(Integer.class) == i ? 1 : 0;
                    }
                    return sum;
                  });
      for (int i = 0; i < refused; i++) {
        heddle.processes().send(pid, i);
      }
      for (int i = 0; i < WANTED; i++) {
        heddle.processes().send(pid, "wanted");
      }
      assertThat(result(heddle, pid)).as("all in order").isEqualTo(refused);
      assertThat(looks).as("one look each").hasValue(refused + WANTED);
    }
  }

  /** Requests and replies behind a backlog: two selectors take turns, neither looks twice. */
  @OnEachRuntime(workers = {1, 8})
  void selectorsThatTakeTurnsLookOnceEach(Setup setup) {
    Heddle heddle = start(setup);
    int refused = 5_000;
    AtomicInteger looks = new AtomicInteger();
    Predicate<Object> strings =
        each -> {
          looks.incrementAndGet();
          return each instanceof String;
        };
    Predicate<Object> longs =
        each -> {
          looks.incrementAndGet();
          return each instanceof Long;
        };
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  for (int i = 0; i < WANTED; i++) {
                    inbox.receive(strings);
                    inbox.receive(longs);
                  }
                  return inbox.receive();
                });
    for (int i = 0; i < refused; i++) {
      heddle.processes().send(pid, i);
    }
    for (long i = 0; i < WANTED; i++) {
      heddle.processes().send(pid, i);
      heddle.processes().send(pid, "wanted");
    }
    assertThat(result(heddle, pid)).isEqualTo(0);
    assertThat(looks.get()).isLessThanOrEqualTo(2 * (refused + 2 * WANTED));
  }

  /** Against a plain list: whatever is asked for, in whatever order. */
  @Test
  void refusedEventsBehaveAsAListThatIsSearched() {
    Random random = random();
    for (int round = 0; round < 50; round++) {
      RefusedEvents refused = new RefusedEvents();
      List<Event> model = new ArrayList<>();
      List<Predicate<Event>> selectors = new ArrayList<>();
      for (int i = 0; i < 20; i++) { // more than are remembered
        int rest = i;
        selectors.add(event -> ((Message) event).data() instanceof Integer n && n % 20 == rest);
      }
      for (int i = 0; i < 400; i++) {
        Predicate<Event> wanted = selectors.get(random.nextInt(random.nextBoolean() ? 20 : 3));
        Event expected = model.stream().filter(wanted).findFirst().orElse(null);
        Event taken = refused.take(wanted, wanted);
        assertThat(taken).isSameAs(expected);
        model.remove(expected);
        if (taken == null) {
          for (int k = random.nextInt(4); k > 0; k--) {
            Event added = new Message(random.nextInt(1_000));
            if (!wanted.test(added)) {
              refused.add(added, wanted);
              model.add(added);
            }
          }
        }
        assertThat(refused.messages()).isEqualTo(model.size());
      }
      Event newer = new Message("newer");
      model.add(newer);
      List<Event> drained = new ArrayList<>();
      for (Event event = refused.drain(newer); event != null; event = event.next) {
        drained.add(event);
      }
      assertThat(drained).isEqualTo(model);
      assertThat(refused.messages()).isZero();
    }
  }

  /** Who asked is told that nobody replies; a sender that waits for room gets it. */
  @OnEachRuntime(workers = {1, 8})
  void aMessageThatTheSelectorThrewAtIsNotLost(Setup setup) {
    Heddle heddle = startTolerant(setup);
    Predicate<Object> careless = each -> ((String) each).isEmpty();
    Pid pid = heddle.processes().spawn(inbox -> inbox.receive(careless));

    assertThatThrownBy(() -> heddle.processes().request(pid, 1, Delays.WEDGED))
        .isInstanceOf(CommandException.class);
    assertThat(ended(heddle, pid)).isInstanceOf(Exit.Failed.class);
  }

  @OnEachRuntime(workers = {1, 8})
  void aMessageThatTheSelectorThrewAtCanBeReceivedByAnother(Setup setup) {
    Heddle heddle = start(setup);
    Predicate<Object> careless = each -> ((String) each).isEmpty();
    Pid pid =
        heddle
            .processes()
            .spawn(
                inbox -> {
                  try {
                    return inbox.receive(careless);
                  } catch (ClassCastException e) {
                    return inbox.receive(Integer.class);
                  }
                });
    heddle.processes().send(pid, 7);

    assertThat(result(heddle, pid)).isEqualTo(7);
  }
}
