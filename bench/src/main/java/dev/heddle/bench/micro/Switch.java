package dev.heddle.bench.micro;

import dev.heddle.Heddle;
import dev.heddle.task.Job;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What it costs that one fiber wakes another and parks, on one worker. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Switch {
  private static final int SWITCHES = 10_000;

  private final Heddle heddle = Heddle.start(1);

  @TearDown
  public void stop() {
    heddle.close();
  }

  @Benchmark
  @OperationsPerInvocation(SWITCHES)
  public void heddle() {
    PingPong game = new PingPong();
    Job<?> odd = heddle.submit(() -> game.play(1));
    Job<?> even = heddle.submit(() -> game.play(0));
    odd.join();
    even.join();
  }

  @Benchmark
  @OperationsPerInvocation(SWITCHES)
  public void virtualThreads() throws InterruptedException {
    PingPong game = new PingPong();
    Thread odd = Thread.startVirtualThread(() -> game.play(1));
    Thread even = Thread.startVirtualThread(() -> game.play(0));
    odd.join();
    even.join();
  }

  /** Two players in turn, until both together have had enough turns. */
  private static final class PingPong {
    private final @Nullable Thread[] players = new @Nullable Thread[2];
    private volatile int turn;

    void play(int parity) {
      players[parity] = Thread.currentThread(); // seen by the other one through turn
      int now;
      while ((now = turn) < SWITCHES) {
        if (now % 2 != parity) {
          LockSupport.park(this);
        } else {
          turn = now + 1;
          LockSupport.unpark(players[1 - parity]);
        }
      }
      LockSupport.unpark(players[1 - parity]);
    }
  }
}
