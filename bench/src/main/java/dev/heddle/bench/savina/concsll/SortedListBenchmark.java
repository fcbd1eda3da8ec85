package dev.heddle.bench.savina.concsll;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;

/** {@code savina-concsll}. */
public final class SortedListBenchmark {
  private static final int WORKERS = 20;
  private static final int TINY = 50;
  private static final int QUICK = 1_500;
  private static final int OPERATIONS = 8_000;
  private static final int FULL_ROUNDS = 15;

  private SortedListBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-concsll")
            .asks("What does it cost to search a long sorted list that an actor owns?")
            .unit("ns per operation")
            .fullRounds(FULL_ROUNDS);
    new Contest<>(
            setting -> new ListWork(WORKERS, setting.scale().size(TINY, QUICK, OPERATIONS)),
            ProcessSortedList::setUp,
            PekkoSortedList::setUp,
            (_, work) -> ThreadSortedList.setUp(work),
            KotlinSortedList::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
