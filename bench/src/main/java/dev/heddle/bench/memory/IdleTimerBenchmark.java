package dev.heddle.bench.memory;

import static dev.heddle.bench.Entry.FORK_JOIN_POOL;
import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.ONLY_VARIANT;
import static dev.heddle.bench.Entry.PEKKO;
import static dev.heddle.bench.Entry.SCHEDULED_EXECUTOR;

import dev.heddle.Heddle;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.actor.PekkoDispatcher;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.child.TimedProgram;
import dev.heddle.bench.foreign.Language;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.apache.pekko.actor.ActorSystem;

/** {@code idle-timer}: a million that are due in an hour. */
public final class IdleTimerBenchmark {
  private static final int FULL_ROUNDS = 9;
  private static final int HEAP = 2048;

  private IdleTimerBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("idle-timer")
        .asks("How much memory does a timer take that is due in an hour?")
        .unit("bytes per timer")
        .fullRounds(FULL_ROUNDS)
        .heapMegabytes(HEAP)
        .entry(ONLY_VARIANT, HEDDLE, IdleTimerBenchmark::heddle)
        .entry(ONLY_VARIANT, FORK_JOIN_POOL, IdleTimerBenchmark::forkJoinPool)
        .entry(ONLY_VARIANT, SCHEDULED_EXECUTOR, IdleTimerBenchmark::scheduledExecutor)
        .entry(ONLY_VARIANT, PEKKO, IdleTimerBenchmark::pekko)
        .entry(ONLY_VARIANT, Language.GO, Language.ERLANG)
        .build();
  }

  private static Program heddle(Setting setting) {
    Heddle heddle = TimedProgram.startHeddle(setting);
    return new CrowdProgram(
        setting,
        CrowdProgram.million(setting),
        count -> new SendTimerCrowd(heddle, count),
        heddle::close);
  }

  private static Program forkJoinPool(Setting setting) {
    ForkJoinPool pool = new ForkJoinPool(setting.workers());
    return new CrowdProgram(
        setting,
        CrowdProgram.million(setting),
        count -> TimerCrowd.of(pool, count),
        pool::shutdownNow);
  }

  private static Program scheduledExecutor(Setting setting) {
    ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(setting.workers());
    executor.setRemoveOnCancelPolicy(true);
    return new CrowdProgram(
        setting,
        CrowdProgram.million(setting),
        count -> TimerCrowd.of(executor, count),
        executor::shutdownNow);
  }

  private static Program pekko(Setting setting) {
    ActorSystem system = PekkoDispatcher.DEFAULT.start(setting.workers());
    return new CrowdProgram(
        setting,
        CrowdProgram.million(setting),
        count -> TimerCrowd.of(system, count),
        () -> PekkoDispatcher.stop(system));
  }
}
