package dev.heddle.process;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/** Numbered messages, and what has become of each: handled, dead or never sent, one of them. */
final class Letters {
  /**
   * A message.
   *
   * @param id its number among all
   * @param sender who has written it
   * @param sequence its number among all of the sender's
   */
  record Letter(int id, int sender, int sequence) {}

  /** Who writes letters: one process, or one thread. */
  final class Sender {
    private final int number = senders.incrementAndGet();
    private int written;

    /** A new letter; null if there have been enough. */
    @Nullable Letter write() {
      int id = ids.getAndIncrement();
      return id < most ? new Letter(id, number, written++) : null;
    }
  }

  /** Who reads letters, and checks that those of each sender come in its order. */
  final class Reader {
    private final Map<Integer, Integer> last = new HashMap<>();

    void read(Letter letter) {
      handled.incrementAndGet(letter.id);
      Integer before = last.put(letter.sender, letter.sequence);
      if (before != null && before >= letter.sequence) {
        throw new AssertionError(letter + " came after number " + before);
      }
    }
  }

  private final int most;
  private final AtomicInteger ids = new AtomicInteger();
  private final AtomicInteger senders = new AtomicInteger();
  private final AtomicIntegerArray handled;
  private final AtomicIntegerArray dead;
  private final AtomicIntegerArray unsent;

  Letters(int most) {
    this.most = most;
    handled = new AtomicIntegerArray(most);
    dead = new AtomicIntegerArray(most);
    unsent = new AtomicIntegerArray(most);
  }

  boolean areAllWritten() {
    return ids.get() >= most;
  }

  int written() {
    return Math.min(most, ids.get());
  }

  /** {@code letter} was refused. */
  void unsent(Letter letter) {
    unsent.incrementAndGet(letter.id);
  }

  /** A listener for dead letters. */
  void bury(DeadLetter letter) {
    if (letter.content() instanceof Letter message) {
      dead.incrementAndGet(message.id);
    } else if (letter.content() instanceof Command.Ask ask) {
      unsent((Letter) ask.message());
    }
  }

  /** What is wrong with the first letter whose fate is not one; empty if there is none. */
  String unaccounted() {
    for (int id = 0; id < written(); id++) {
      if (handled.get(id) + dead.get(id) + unsent.get(id) != 1) {
        return "letter %d of %d was handled %d times, dead %d times, unsent %d times"
            .formatted(id, written(), handled.get(id), dead.get(id), unsent.get(id));
      }
    }
    return "";
  }
}
