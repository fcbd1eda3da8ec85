package dev.heddle.bench.child;

import dev.heddle.Heddle;
import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.Setting;
import dev.heddle.metrics.Engine;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/** Times a {@link Workload} on a runtime. */
public final class TimedProgram implements Program {
  private static volatile Consumer<Heddle> observer = _ -> {};

  private final Workload workload;
  private final LongSupplier run;
  private final Runnable stop;

  /**
   * @param run does the work once
   * @param stop ends the runtime
   */
  public TimedProgram(Workload workload, LongSupplier run, Runnable stop) {
    this.workload = workload;
    this.run = run;
    this.stop = stop;
  }

  /** On Heddle. */
  public static Program onHeddle(Setting setting, Workload workload, ToLongFunction<Heddle> run) {
    Heddle heddle = startHeddle(setting);
    return new TimedProgram(workload, () -> run.applyAsLong(heddle), heddle::close);
  }

  /** On a {@link ForkJoinPool}, with what its constructor chooses. */
  public static Program onForkJoinPool(
      Setting setting, Workload workload, ToLongFunction<ForkJoinPool> run) {
    ForkJoinPool pool = new ForkJoinPool(setting.workers());
    return new TimedProgram(workload, () -> run.applyAsLong(pool), pool::close);
  }

  /** On the JDK's virtual threads, whose scheduler {@link JvmLauncher} has set up. */
  public static Program onVirtualThreads(Workload workload, LongSupplier run) {
    return new TimedProgram(workload, run, () -> {});
  }

  /** On Kotlin's coroutines, whose default dispatcher {@link JvmLauncher} has set up. */
  public static Program onKotlin(Workload workload, LongSupplier run) {
    return new TimedProgram(workload, run, () -> {});
  }

  /** On the calling thread, and whatever threads {@code run} starts and joins. */
  public static Program onPlainThreads(Workload workload, LongSupplier run) {
    return new TimedProgram(workload, run, () -> {});
  }

  /** From now on {@code observer} is told of every runtime that {@link #startHeddle} starts. */
  public static void onStart(Consumer<Heddle> observer) {
    TimedProgram.observer = observer;
  }

  /** A runtime of Heddle with everything else by default; refuses to measure the slower engine. */
  public static Heddle startHeddle(Setting setting) {
    Heddle heddle = Heddle.start(setting.workers());
    if (heddle.engine() != Engine.VIRTUAL) {
      throw new BenchmarkFailure("Heddle runs on its engine " + heddle.engine());
    }
    observer.accept(heddle);
    return heddle;
  }

  @Override
  public double round() {
    double[] costs = new double[workload.repeats()];
    for (int i = 0; i < costs.length; i++) {
      workload.prepare();
      long start = System.nanoTime();
      long result = run.getAsLong();
      long nanos = System.nanoTime() - start;
      workload.check(result);
      costs[i] = nanos / workload.units();
    }
    Arrays.sort(costs);
    return (costs[(costs.length - 1) / 2] + costs[costs.length / 2]) / 2;
  }

  @Override
  public double operations() {
    return workload.units() * workload.repeats();
  }

  @Override
  public void close() {
    stop.run();
  }
}
