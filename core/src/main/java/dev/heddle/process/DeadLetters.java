package dev.heddle.process;

import dev.heddle.metrics.Incident;
import dev.heddle.process.DeadLetter.Reason;
import dev.heddle.scheduler.Clock;
import dev.heddle.scheduler.InWords;
import dev.heddle.scheduler.Memory;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Counts dead letters, and shows them to those who want to see them. */
final class DeadLetters {
  private static final System.Logger LOG = System.getLogger("dev.heddle");

  private final Processes processes;
  private final LongAdder[] counts = new LongAdder[Reason.values().length];

  /** At most one in so many nanoseconds of each reason is an incident. */
  private static final long SELDOM = 1_000_000_000;

  private static final long NEVER = Long.MIN_VALUE;

  /** When the last incident of each reason was. */
  private final AtomicLongArray noted = new AtomicLongArray(Reason.values().length);

  private final AtomicInteger logged = new AtomicInteger();
  private final List<Consumer<DeadLetter>> listeners = new CopyOnWriteArrayList<>();

  DeadLetters(Processes processes) {
    this.processes = processes;
    for (int i = 0; i < counts.length; i++) {
      counts[i] = new LongAdder();
      noted.set(i, NEVER);
    }
  }

  void count(Reason reason) {
    Memory.count(counts[reason.ordinal()], 1);
  }

  /** Tells of {@code letter}, which was counted. */
  void tell(DeadLetter letter) {
    Reason reason = letter.reason();
    if (DeadLetterEvent.isOn()) {
      DeadLetterEvent.tell(letter, processes.scheduler());
    }
    int bit = 1 << reason.ordinal();
    if ((logged.getOpaque() & bit) == 0
        && !processes.isClosing()
        && (logged.getAndUpdate(seen -> seen | bit) & bit) == 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "a dead letter for %s, %s: %s; further ones of this kind are counted, and shown to those who ask for them by Processes.onDeadLetter"
              .formatted(letter.target(), reason, describe(letter)));
    }
    long now = Clock.nanos();
    long last = noted.get(reason.ordinal());
    if ((last == NEVER || now - last > SELDOM)
        && noted.compareAndSet(reason.ordinal(), last, now)) {
      processes
          .scheduler()
          .incidents()
          .add(
              Incident.Kind.DEAD_LETTER,
              letter.target().toString(),
              "%s: %s; %d so far for this reason"
                  .formatted(reason, describe(letter), counts[reason.ordinal()].sum()));
    }
    for (Consumer<DeadLetter> listener : listeners) {
      try {
        listener.accept(letter);
      } catch (Throwable e) {
        processes.report(e);
      }
    }
  }

  private String describe(DeadLetter letter) {
    Object content = letter.content();
    return letter.reason().isOfMessage()
        ? InWords.of(content, processes.describer())
        : InWords.of(content);
  }

  Registration listen(Consumer<DeadLetter> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  Map<Reason, Long> counts() {
    Map<Reason, Long> all = new EnumMap<>(Reason.class);
    for (Reason reason : Reason.values()) {
      all.put(reason, counts[reason.ordinal()].sum());
    }
    return all;
  }
}
