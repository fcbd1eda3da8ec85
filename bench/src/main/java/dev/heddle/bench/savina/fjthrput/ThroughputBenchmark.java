package dev.heddle.bench.savina.fjthrput;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;

/** {@code savina-fjthrput}. */
public final class ThroughputBenchmark {
  private static final int ACTORS = 60;
  private static final int TINY = 20;
  private static final int MESSAGES = 10_000;

  private ThroughputBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("savina-fjthrput")
            .asks("What does a message cost that one sender sends to many actors in turn?")
            .unit("ns per message");
    new Contest<>(
            setting -> new Throughput(ACTORS, setting.scale().size(TINY, MESSAGES)),
            ProcessThroughput::setUp,
            PekkoThroughput::setUp,
            (_, work) -> ThreadThroughput.setUp(work),
            KotlinThroughput::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
