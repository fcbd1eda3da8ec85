package dev.heddle.bench.mutex;

import static dev.heddle.bench.Entry.CAS;
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
import dev.heddle.fiber.Mutex;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** {@code mutex}: both locks let who comes at the right moment overtake, as they do by default. */
public final class MutexBenchmark {
  private static final int TINY = 4_000;
  private static final int SECTIONS = 2_000_000;

  private MutexBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("mutex")
        .asks("What does a short critical section cost that several fibers want to enter?")
        .unit("ns per section")
        .entry(ONLY_VARIANT, HEDDLE, s -> account(s, new Mutex()).onHeddle(s))
        .entry(
            ONLY_VARIANT, VIRTUAL_THREADS, s -> account(s, new ReentrantLock()).onVirtualThreads())
        .entry(ONLY_VARIANT, KOTLIN, MutexBenchmark::kotlin)
        .entry(ONLY_VARIANT, Language.GO)
        .entry(ONLY_VARIANT, CAS, MutexBenchmark::cas)
        .build();
  }

  private static Program kotlin(Setting setting) {
    Account account = account(setting, new ReentrantLock()); // which nobody takes
    return onKotlin(account, () -> KotlinAccount.run(account));
  }

  private static Program cas(Setting setting) {
    Account account = account(setting, new ReentrantLock()); // which nobody takes
    return onPlainThreads(account, account::payByCas);
  }

  private static Account account(Setting setting, Lock lock) {
    return new Account(setting.scale().size(TINY, SECTIONS), lock);
  }
}
