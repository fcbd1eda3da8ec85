package dev.heddle.bench.baton;

import static dev.heddle.bench.Entry.CONTINUATION;
import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.KOTLIN;
import static dev.heddle.bench.Entry.ONLY_VARIANT;
import static dev.heddle.bench.Entry.VIRTUAL_THREADS;
import static dev.heddle.bench.child.TimedProgram.onKotlin;
import static dev.heddle.bench.child.TimedProgram.onPlainThreads;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.foreign.Language;
import java.util.function.Supplier;

/** {@code baton}: signals of Heddle's against semaphores of the JDK's. */
public final class BatonBenchmark {
  private static final int TINY = 500;
  private static final int ROUND_TRIPS = 200_000;

  private BatonBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("baton")
        .asks("How long does it take that two fibers hand a baton to and fro by signals?")
        .unit("ns per round trip")
        .entry(ONLY_VARIANT, HEDDLE, s -> baton(s, SignalFlag::new).onHeddle(s))
        .entry(ONLY_VARIANT, VIRTUAL_THREADS, s -> baton(s, SemaphoreFlag::new).onVirtualThreads())
        .entry(ONLY_VARIANT, KOTLIN, BatonBenchmark::kotlin)
        .entry(ONLY_VARIANT, Language.GO)
        .entry(ONLY_VARIANT, CONTINUATION, BatonBenchmark::continuations)
        .build();
  }

  private static Baton baton(Setting setting, Supplier<Flag> flag) {
    return new Baton(setting.scale().size(TINY, ROUND_TRIPS), flag.get(), flag.get());
  }

  private static Program kotlin(Setting setting) {
    Baton baton = baton(setting, SemaphoreFlag::new); // which nobody waits for
    return onKotlin(baton, () -> KotlinBaton.run(baton));
  }

  private static Program continuations(Setting setting) {
    Baton baton = baton(setting, SemaphoreFlag::new); // which nobody waits for
    return onPlainThreads(baton, baton::runContinuations);
  }
}
