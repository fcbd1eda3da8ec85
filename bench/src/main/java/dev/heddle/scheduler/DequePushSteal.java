package dev.heddle.scheduler;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a push and a steal of the item cost, if no other thread is about. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DequePushSteal {
  private final WorkDeque deque = new WorkDeque();
  private final Work item = new NoWork();
  private final @Nullable Work[] loot = new @Nullable Work[WorkDeque.BATCH];

  @Benchmark
  public int heddle() {
    deque.push(item);
    return deque.steal(loot);
  }
}
