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
import org.jspecify.annotations.Nullable;

/**
 * A workload for actors, and how each contender sets its actors up: once, before the first run.
 * What is set up does the work as often as it is asked to.
 *
 * @param <W> the workload's type
 * @param workload makes the workload
 * @param heddle sets up processes
 * @param pekko sets up actors, for both dispatchers alike
 * @param virtualThreads sets up virtual threads
 * @param kotlin sets up coroutines, on Kotlin's default dispatcher; null: they do not take part
 */
public record Contest<W extends Workload>(
    Function<Setting, W> workload,
    BiFunction<Heddle, W, LongSupplier> heddle,
    BiFunction<ActorSystem, W, LongSupplier> pekko,
    BiFunction<ActorThreads, W, LongSupplier> virtualThreads,
    @Nullable Function<W, LongSupplier> kotlin) {

  /** Without Kotlin. */
  public Contest(
      Function<Setting, W> workload,
      BiFunction<Heddle, W, LongSupplier> heddle,
      BiFunction<ActorSystem, W, LongSupplier> pekko,
      BiFunction<ActorThreads, W, LongSupplier> virtualThreads) {
    this(workload, heddle, pekko, virtualThreads, null);
  }

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
    Function<W, LongSupplier> coroutines = kotlin;
    if (coroutines != null) {
      description.entry(variant, Entry.KOTLIN, setting -> onKotlin(setting, coroutines));
    }
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

  private Program onKotlin(Setting setting, Function<W, LongSupplier> coroutines) {
    W work = workload.apply(setting);
    return TimedProgram.onKotlin(work, coroutines.apply(work));
  }
}
