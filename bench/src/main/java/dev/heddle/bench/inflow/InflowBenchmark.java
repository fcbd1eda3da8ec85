package dev.heddle.bench.inflow;

import static dev.heddle.bench.Entry.CAS;
import static dev.heddle.bench.Entry.ONLY_VARIANT;
import static dev.heddle.bench.child.TimedProgram.onPlainThreads;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.actor.Contest;
import dev.heddle.bench.child.Program;
import java.util.function.Function;

/** {@code count} and {@code fan-in}: from one to one, and from many to one. */
public final class InflowBenchmark {
  private static final int BOOK_HEATS = 3;
  private static final int TINY = 300;
  private static final int MESSAGES = 1_000_000;
  private static final int PRODUCERS = 60;
  private static final int EACH = 10_000;

  private InflowBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describeCount() {
    return describe(
        "count", "What does a message cost, if one process sends them to another?", 1, MESSAGES);
  }

  /** For the catalogue. */
  public static Benchmark describeFanIn() {
    return describe(
        "fan-in", "What does a message cost, if many processes send them to one?", PRODUCERS, EACH);
  }

  private static Benchmark describe(String name, String question, int producers, int each) {
    Benchmark.Description description =
        Benchmark.named(name).asks(question).unit("ns per message").bookHeats(BOOK_HEATS);
    Function<Setting, Inflow> inflow =
        setting -> new Inflow(producers, setting.scale().size(TINY, each));
    new Contest<>(inflow, ProcessInflow::setUp, PekkoInflow::setUp, ThreadInflow::setUp)
        .enter(description, ONLY_VARIANT);
    return description.entry(ONLY_VARIANT, CAS, setting -> cas(inflow.apply(setting))).build();
  }

  private static Program cas(Inflow inflow) {
    return onPlainThreads(inflow, inflow::countByCas);
  }
}
