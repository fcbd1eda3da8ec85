package dev.heddle.bench.micro;

import dev.heddle.Heddle;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What it costs to wake a worker and to be woken by it: a thread outside asks for something and
 * waits for it, again and again. Heddle's worker does not spin, so it parks each time.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WakeUp {
  private static final Integer ANSWER = 42;

  private final Heddle heddle = Heddle.builder().workers(1).spins(0, 0).start();
  private final ForkJoinPool pool = new ForkJoinPool(1);

  @TearDown
  public void stop() {
    heddle.close();
    pool.close();
  }

  @Benchmark
  public Integer heddle() {
    return heddle.submit(() -> ANSWER).join();
  }

  @Benchmark
  public Integer forkjoinpool() {
    return pool.submit(() -> ANSWER).join();
  }
}
