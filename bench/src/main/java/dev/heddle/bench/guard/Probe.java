package dev.heddle.bench.guard;

import com.sun.management.ThreadMXBean;
import dev.heddle.Heddle;
import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.Catalogue;
import dev.heddle.bench.Entry;
import dev.heddle.bench.Scale;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.JvmLauncher;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.child.TimedProgram;
import dev.heddle.metrics.WorkerMetrics;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Heddle's program of a benchmark, and what is counted of it: in a few rounds, of which the least
 * counts. Whatever else goes on can only add.
 *
 * @param benchmark the benchmark's name
 * @param variant of it
 * @param workers with how many
 * @param counts what is stable enough to be guarded
 */
record Probe(String benchmark, String variant, int workers, List<Count> counts) {
  private static final int WARM_UP = 1;
  private static final int ROUNDS = 3;
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  /** What can be counted. */
  enum Count {
    /** Allocated by all threads; what a virtual thread allocates is its carrier's. */
    BYTES,

    /** How often a worker got something from another. */
    STEALS,

    /** How often a worker fell asleep, and so had to be woken. */
    PARKS;

    long total(Heddle heddle) {
      return switch (this) {
        case BYTES -> THREADS.getTotalThreadAllocatedBytes();
        case STEALS -> sum(heddle, WorkerMetrics::stealsMade);
        case PARKS -> sum(heddle, WorkerMetrics::parks);
      };
    }

    private static long sum(Heddle heddle, ToLongFunction<WorkerMetrics> count) {
      return heddle.metrics().workers().stream().mapToLong(count).sum();
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * All of them. With one worker what is allocated is the same each time, and who is idle only for
   * moments does not park at all. With two, steals and parks of those that split their work stay
   * rare on every machine; of those that talk to each other, or are made by one for all, they
   * depend on who is on a processor when, and are not counted; but for the restarts of one child,
   * one after the other, for which nobody has to be woken at all.
   */
  static List<Probe> all() {
    List<Probe> all = new ArrayList<>();
    all.add(alone("fib", "task"));
    all.add(alone("fib", "scope"));
    all.add(alone("fib", Entry.DIVIDE));
    all.add(alone("yield", Entry.ONLY_VARIANT));
    all.add(alone("channel", "buffered-1:1"));
    all.add(alone("channel", "rendezvous-1:1"));
    all.add(alone("mutex", Entry.ONLY_VARIANT));
    all.add(alone("create", Entry.ONLY_VARIANT));
    all.add(alone("pingpong", "port"));
    all.add(alone("pingpong", "pid"));
    all.add(alone("count", Entry.ONLY_VARIANT));
    all.add(alone("ask", Entry.ONLY_VARIANT));
    all.add(alone("supervise", Entry.ONLY_VARIANT));
    all.add(alone("sleepers", "time"));
    all.add(new Probe("latency-submit", "p50", 1, List.of(Count.BYTES))); // it parks all the time
    all.add(together("fib", "task"));
    all.add(together("fib", "scope"));
    all.add(together("fib", Entry.DIVIDE));
    all.add(new Probe("supervise", Entry.ONLY_VARIANT, 2, List.of(Count.PARKS)));
    return all;
  }

  private static Probe alone(String benchmark, String variant) {
    return new Probe(benchmark, variant, 1, List.of(Count.BYTES, Count.PARKS));
  }

  private static Probe together(String benchmark, String variant) {
    return new Probe(benchmark, variant, 2, List.of(Count.STEALS, Count.PARKS));
  }

  /** Each count, divided by the number of operations. */
  Map<String, Double> count() throws Exception {
    AtomicReference<@Nullable Heddle> started = new AtomicReference<>();
    TimedProgram.onStart(
        heddle -> {
          started.set(heddle);
          heddle.registerMXBean(); // which it would do later, in the middle of what is counted
        });
    JvmLauncher launcher =
        (JvmLauncher) Catalogue.named(benchmark).entry(Entry.HEDDLE, variant).launcher();
    try (Program program = launcher.program().create(new Setting(workers, Scale.QUICK))) {
      Heddle heddle = started.get();
      if (heddle == null || program.operations() <= 0) {
        throw new BenchmarkFailure(benchmark + " does not say what it runs on, or how much");
      }
      for (int i = 0; i < WARM_UP; i++) {
        program.warmUpRound();
      }
      Map<String, Double> least = new LinkedHashMap<>();
      for (int i = 0; i < ROUNDS; i++) {
        round(program, heddle).forEach((name, value) -> least.merge(name, value, Math::min));
      }
      return least;
    }
  }

  private Map<String, Double> round(Program program, Heddle heddle) throws Exception {
    long[] before = totals(heddle);
    program.warmUpRound();
    long[] after = totals(heddle);
    Map<String, Double> each = new LinkedHashMap<>();
    for (int i = 0; i < counts.size(); i++) {
      each.put(name(counts.get(i)), (after[i] - before[i]) / program.operations());
    }
    return each;
  }

  private long[] totals(Heddle heddle) {
    return counts.stream().mapToLong(count -> count.total(heddle)).toArray();
  }

  private String name(Count count) {
    String what = variant.equals(Entry.ONLY_VARIANT) ? benchmark : benchmark + " " + variant;
    return "%s, %d worker%s: %s".formatted(what, workers, workers == 1 ? "" : "s", count.word());
  }
}
