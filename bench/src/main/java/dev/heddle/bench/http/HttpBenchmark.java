package dev.heddle.bench.http;

import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.VIRTUAL_THREADS;

import dev.heddle.Heddle;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Entry;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.JvmLauncher;
import dev.heddle.bench.child.ProgramFactory;
import dev.heddle.bench.child.TimedProgram;
import dev.heddle.fiber.Fiber;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** {@code http}: the variants are how the service is asked. */
public final class HttpBenchmark {
  private static final String THROUGHPUT = "throughput";
  private static final String P99 = "p99";
  private static final int FULL_ROUNDS = 15;
  private static final int BOOK_ROUNDS = 7;

  private HttpBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    return Benchmark.named("http")
        .asks("What does an HTTP service cost whose handlers sleep, wait for others and compute?")
        .unit(THROUGHPUT, "ns per request")
        .unit(P99, "ns at the 99th percentile")
        .fullRounds(FULL_ROUNDS)
        .bookRounds(BOOK_ROUNDS)
        .entry(throughput(HEDDLE, s -> new ThroughputProgram(s, onHeddle(s))))
        .entry(throughput(VIRTUAL_THREADS, s -> new ThroughputProgram(s, onVirtualThreads())))
        .entry(P99, HEDDLE, s -> new LatencyProgram(s, onHeddle(s)))
        .entry(P99, VIRTUAL_THREADS, s -> new LatencyProgram(s, onVirtualThreads()))
        .build();
  }

  private static Entry throughput(String contender, ProgramFactory program) {
    return new Entry(contender, THROUGHPUT, new JvmLauncher(program, ThroughputProgram.WRK));
  }

  private static Service onHeddle(Setting setting) {
    Heddle heddle = TimedProgram.startHeddle(setting);
    return new Service(heddle.executor(), Fiber::sleep, Computation::inScope, heddle::close);
  }

  private static Service onVirtualThreads() {
    ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    return new Service(
        executor, Thread::sleep, () -> Computation.withFutures(executor), executor::close);
  }
}
