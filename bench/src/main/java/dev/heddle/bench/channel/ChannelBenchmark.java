package dev.heddle.bench.channel;

import static dev.heddle.bench.Entry.HEDDLE;
import static dev.heddle.bench.Entry.KOTLIN;
import static dev.heddle.bench.Entry.VIRTUAL_THREADS;
import static dev.heddle.bench.child.TimedProgram.onKotlin;

import dev.heddle.bench.Benchmark;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.foreign.Language;
import dev.heddle.fiber.Channel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.function.Supplier;

/** {@code channel}: the variants are what is between the fibers, and how many of them there are. */
public final class ChannelBenchmark {
  private static final int TINY = 800;
  private static final int MESSAGES = 400_000;
  private static final int MANY = 8;
  private static final int CAPACITY = 64;

  private ChannelBenchmark() {}

  /** For the catalogue. */
  public static Benchmark describe() {
    Benchmark.Description description =
        Benchmark.named("channel")
            .asks("What does it cost to hand something from one fiber to another?")
            .unit("ns per message");
    addPair(
        description,
        "rendezvous",
        0,
        () -> new ChannelLine(Channel.rendezvous()),
        () -> new QueueLine(new SynchronousQueue<>()));
    addPair(
        description,
        "buffered",
        CAPACITY,
        () -> new ChannelLine(Channel.buffered(CAPACITY)),
        () -> new QueueLine(new ArrayBlockingQueue<>(CAPACITY)));
    return description.build();
  }

  private static void addPair(
      Benchmark.Description description,
      String kind,
      int capacity,
      Supplier<Line> ours,
      Supplier<Line> jdks) {
    addVariant(description, kind + "-1:1", 1, capacity, ours, jdks);
    addVariant(description, kind + "-many:many", MANY, capacity, ours, jdks);
  }

  private static void addVariant(
      Benchmark.Description description,
      String variant,
      int pairs,
      int capacity,
      Supplier<Line> ours,
      Supplier<Line> jdks) {
    description
        .entry(variant, HEDDLE, s -> messages(s, pairs, ours).onHeddle(s))
        .entry(variant, VIRTUAL_THREADS, s -> messages(s, pairs, jdks).onVirtualThreads())
        .entry(variant, KOTLIN, s -> kotlin(messages(s, pairs, jdks), capacity))
        .entry(variant, Language.GO);
  }

  private static Program kotlin(Messages messages, int capacity) {
    return onKotlin(messages, () -> KotlinMessages.run(messages, capacity));
  }

  private static Messages messages(Setting setting, int pairs, Supplier<Line> line) {
    return new Messages(pairs, setting.scale().size(TINY, MESSAGES) / pairs, line.get());
  }
}
