package dev.heddle.bench.savina.banktx;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;

/** {@code savina-banktx}. */
public final class BankBenchmark {
  private static final int TINY_ACCOUNTS = 20;
  private static final int ACCOUNTS = 1000;
  private static final int TINY = 100;
  private static final int TRANSFERS = 50_000;

  private BankBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-banktx")
            .asks("What does a transfer cost between accounts that wait for each other's receipts?")
            .unit("ns per transfer");
    new Contest<>(
            setting ->
                new Bank(
                    setting.scale().size(TINY_ACCOUNTS, ACCOUNTS),
                    setting.scale().size(TINY, TRANSFERS)),
            ProcessBank::setUp,
            PekkoBank::setUp,
            (_, work) -> ThreadBank.setUp(work),
            KotlinBank::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
