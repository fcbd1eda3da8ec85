package dev.heddle.bench.child;

import dev.heddle.Heddle;
import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.Setting;
import dev.heddle.fiber.Fiber;
import dev.heddle.task.Body;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Work for several at once, each on a thread of its own, which wait for each other or compete. */
public abstract class Fibers extends Workload {

  /**
   * @param units by how many units of work a run's time is divided
   * @param repeats how many runs make a round, of which the median counts
   */
  protected Fibers(double units, int repeats) {
    super(units, repeats);
  }

  /** What each of them does. */
  protected abstract List<Body> bodies();

  /** What is to be checked when all have ended. */
  protected abstract long result();

  /** As fibers of Heddle. */
  public final Program onHeddle(Setting setting) {
    return TimedProgram.onHeddle(setting, this, this::runFibers);
  }

  private long runFibers(Heddle heddle) {
    List<Fiber<?>> fibers = new ArrayList<>();
    for (Body body : bodies()) {
      fibers.add(heddle.fiber(body));
    }
    fibers.forEach(Fiber::join);
    return result();
  }

  /** As virtual threads of the JDK. */
  public final Program onVirtualThreads() {
    return TimedProgram.onVirtualThreads(this, this::runVirtualThreads);
  }

  private long runVirtualThreads() {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (Body body : bodies()) {
      threads.add(Thread.startVirtualThread(() -> run(body, failure)));
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      failure.set(e);
    }
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new BenchmarkFailure("a virtual thread failed: " + thrown);
    }
    return result();
  }

  private static void run(Body body, AtomicReference<@Nullable Throwable> failure) {
    try {
      body.run();
    } catch (Throwable e) {
      failure.set(e);
    }
  }
}
