package dev.heddle.scheduler;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a push and a pop cost on a deque with nothing else in it, where the pop is a CAS. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DequePushPop {
  private final WorkDeque deque = new WorkDeque();
  private final Work item = new NoWork();

  @Benchmark
  public @Nullable Object heddle() {
    deque.push(item);
    return deque.pop();
  }
}
