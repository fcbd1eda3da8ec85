package dev.heddle.bench.actor;

import dev.heddle.Heddle;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Entry;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.child.TimedProgram;
import dev.heddle.bench.child.Workload;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.ActorSystem;

/**
 * A workload for actors, and how each contender sets its actors up: once, before the first run.
 * What is set up does the work as often as it is asked to.
 *
 * @param <W> the workload's type
 * @param workload makes the workload
 * @param heddle sets up processes
 * @param pekko sets up actors, for both dispatchers alike
 * @param virtualThreads sets up virtual threads
 */
public record Contest<W extends Workload>(
    Function<Setting, W> workload,
    BiFunction<Heddle, W, LongSupplier> heddle,
    BiFunction<ActorSystem, W, LongSupplier> pekko,
    BiFunction<ActorThreads, W, LongSupplier> virtualThreads) {

  /** Adds all contenders to a benchmark's description, as a variant. */
  public void enter(Benchmark.Description description, String variant) {
    description
        .entry(variant, Entry.HEDDLE, this::onHeddle)
        .entry(variant, Entry.PEKKO, setting -> onPekko(setting, PekkoDispatcher.DEFAULT))
        .entry(
            variant,
            Entry.PEKKO_THROUGHPUT,
            setting -> onPekko(setting, PekkoDispatcher.THROUGHPUT))
        .entry(variant, Entry.VIRTUAL_THREADS, this::onVirtualThreads);
  }

  private Program onHeddle(Setting setting) {
    W work = workload.apply(setting);
    Heddle runtime = TimedProgram.startHeddle(setting);
    return new TimedProgram(work, heddle.apply(runtime, work), runtime::close);
  }

  private Program onPekko(Setting setting, PekkoDispatcher dispatcher) {
    W work = workload.apply(setting);
    ActorSystem system = dispatcher.start(setting.workers());
    return new TimedProgram(work, pekko.apply(system, work), () -> PekkoDispatcher.stop(system));
  }

  private Program onVirtualThreads(Setting setting) {
    W work = workload.apply(setting);
    ActorThreads threads = new ActorThreads();
    return new TimedProgram(work, virtualThreads.apply(threads, work), threads::close);
  }
}
