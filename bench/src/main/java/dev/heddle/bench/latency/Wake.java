package dev.heddle.bench.latency;

import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.KOTLIN;
import static dev.heddle.bench.Entry.VIRTUAL_THREADS;

import dev.heddle.Heddle;
import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.actor.ActorThreads;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.child.TimedProgram;
import dev.heddle.bench.foreign.Language;
import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Signal;
import java.util.concurrent.Semaphore;

/** {@code latency-wake}: a fiber waits for a signal, which comes from outside. */
public final class Wake {
  private Wake() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("latency-wake")
            .asks("How long does it take until a fiber goes on that is woken when all is idle?")
            .unit("ns")
            .bookRounds(LatencyProgram.BOOK_ROUNDS)
            .bookHeats(LatencyProgram.BOOK_HEATS);
    for (Percentile p : Percentile.values()) {
      description
          .entry(p.variant(), HEDDLE, s -> heddle(s, p))
          .entry(p.variant(), VIRTUAL_THREADS, s -> virtualThreads(s, p))
          .entry(p.variant(), KOTLIN, s -> kotlin(s, p))
          .entry(p.variant(), Language.GO);
    }
    return description.build();
  }

  private static Program heddle(Setting setting, Percentile percentile) {
    Heddle heddle = TimedProgram.startHeddle(setting);
    Stamp stamp = new Stamp();
    Signal signal = Signal.automatic();
    Fiber<?> fiber =
        heddle.fiber(
            () -> {
              try {
                while (true) {
                  signal.await();
                  stamp.set(stamp.question());
                }
              } catch (InterruptedException _) {
                // The program ends.
              }
            });
    return new LatencyProgram(
        setting,
        percentile,
        stamp,
        number -> {
          stamp.ask(number);
          signal.signal();
        },
        () -> {
          fiber.interrupt();
          heddle.close();
        });
  }

  private static Program virtualThreads(Setting setting, Percentile percentile) {
    Stamp stamp = new Stamp();
    Semaphore semaphore = new Semaphore(0);
    ActorThreads threads = new ActorThreads();
    threads.start(
        () -> {
          while (true) {
            semaphore.acquire();
            stamp.set(stamp.question());
          }
        });
    return new LatencyProgram(
        setting,
        percentile,
        stamp,
        number -> {
          stamp.ask(number);
          semaphore.release();
        },
        threads::close);
  }

  private static Program kotlin(Setting setting, Percentile percentile) {
    Stamp stamp = new Stamp();
    return new LatencyProgram(setting, percentile, stamp, KotlinLatency.wake(stamp), () -> {});
  }
}
