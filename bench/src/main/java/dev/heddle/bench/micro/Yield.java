package dev.heddle.bench.micro;

import dev.heddle.Heddle;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What it costs that a fiber gives its worker away and gets it back at once. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Yield {
  private static final int YIELDS = 10_000;

  private final Heddle heddle = Heddle.start(1);

  @TearDown
  public void stop() {
    heddle.close();
  }

  @Benchmark
  @OperationsPerInvocation(YIELDS)
  public void heddle() {
    heddle.submit(Yield::yieldOften).join();
  }

  @Benchmark
  @OperationsPerInvocation(YIELDS)
  public void virtualThreads() throws InterruptedException {
    Thread.startVirtualThread(Yield::yieldOften).join();
  }

  private static void yieldOften() {
    for (int i = 0; i < YIELDS; i++) {
      Thread.yield();
    }
  }
}
