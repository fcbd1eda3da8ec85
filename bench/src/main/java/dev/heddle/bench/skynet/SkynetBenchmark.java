package dev.heddle.bench.skynet;

import static dev.heddle.bench.Entry.ONLY_VARIANT;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.foreign.Language;

/** {@code skynet}: a tree with a million leaves. */
public final class SkynetBenchmark {
  private static final int TINY = 1_000;
  private static final int LEAVES = 1_000_000;
  private static final int HEAP = 2048;

  private SkynetBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("skynet")
            .asks("What does a process cost in a tree, whose nodes make ten and wait for them?")
            .unit("ns per leaf")
            .heapMegabytes(HEAP);
    new Contest<>(
            setting -> new Skynet(setting.scale().size(TINY, LEAVES)),
            ProcessSkynet::setUp,
            PekkoSkynet::setUp,
            (_, skynet) -> () -> ThreadSkynet.run(skynet),
            KotlinSkynet::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, Language.GO, Language.ERLANG).build();
  }
}
