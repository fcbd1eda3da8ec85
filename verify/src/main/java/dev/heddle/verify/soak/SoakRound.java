package dev.heddle.verify.soak;

import dev.heddle.Heddle;
import dev.heddle.metrics.Engine;
import dev.heddle.metrics.RuntimeMetrics;
import dev.heddle.metrics.ShutdownReport;
import dev.heddle.process.ProcessCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/**
 * A runtime that is opened, made to work by several parts at once, and closed. Then nothing is left
 * of it, and its accounts balance.
 */
final class SoakRound {
  private static final Duration CLOSE = Duration.ofSeconds(60);

  /** How long a part may take to come to its end, beyond the time of the round. */
  private static final Duration WEDGED = Duration.ofMinutes(2);

  private final long seed;
  private final Duration time;
  private final LongAdder deeds;

  /**
   * @param seed decides the runtime and what the parts do, though not who meets whom
   * @param deeds counted up with every deed
   */
  SoakRound(long seed, Duration time, LongAdder deeds) {
    this.seed = seed;
    this.time = time;
    this.deeds = deeds;
  }

  void run() throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    Engine engine = random.nextInt(3) == 0 ? Engine.PLATFORM : Engine.VIRTUAL;
    Heddle heddle =
        Heddle.builder()
            .name("soak-" + seed)
            .workers(1 + random.nextInt(8))
            .engine(engine)
            .seed(random.nextLong())
            .uncaughtExceptionHandler((thread, e) -> {})
            .start();
    Bed bed = new Bed(heddle, deeds, System.nanoTime() + time.toNanos());
    List<Thread> threads = new ArrayList<>();
    for (Part part : parts(random)) {
      SplittableRandom own = random.split();
      String name = "soaker-" + part.getClass().getSimpleName();
      threads.add(Thread.ofPlatform().name(name).start(() -> work(part, bed, own)));
    }
    for (Thread thread : threads) {
      if (!thread.join(time.plus(WEDGED))) {
        bed.failed(new SoakFailure(wedged(thread, heddle)));
      }
    }
    bed.throwFailures();
    ShutdownReport report = heddle.shutdown(CLOSE);
    check(heddle, report);
  }

  private static List<Part> parts(SplittableRandom random) {
    List<Part> parts = new ArrayList<>();
    parts.add(new TaskPart());
    parts.add(new FiberPart());
    parts.add(new ProcessPart());
    parts.add(new BindPart());
    if (random.nextBoolean()) {
      parts.add(new FiberPart());
    }
    if (random.nextBoolean()) {
      parts.add(SoakRound::makeGarbage);
    }
    return parts;
  }

  /** What the collector has to do with, and moves everything about. */
  private static void makeGarbage(Bed bed, SplittableRandom random) {
    byte[][] kept = new byte[64][];
    while (bed.goesOn()) {
      kept[random.nextInt(kept.length)] = new byte[1 << (8 + random.nextInt(10))];
      Thread.yield();
    }
  }

  private static void work(Part part, Bed bed, SplittableRandom random) {
    try {
      part.work(bed, random);
    } catch (Throwable e) {
      bed.failed(e);
    }
  }

  private static String wedged(Thread thread, Heddle heddle) {
    StringBuilder text = new StringBuilder(thread.getName() + " does not come to its end");
    for (StackTraceElement frame : thread.getStackTrace()) {
      text.append("\n    at ").append(frame);
    }
    return text.append('\n').append(heddle.dump()).append(heddle.metrics()).toString();
  }

  private static void check(Heddle heddle, ShutdownReport report) {
    SoakFailure.unless(report.orderly(), () -> "the close was not orderly: %s".formatted(report));
    ProcessCounts counts = heddle.processes().counts();
    SoakFailure.unless(
        counts.balance() && counts.alive() == 0 && counts.queued() == 0,
        () -> "the accounts of the processes: %s".formatted(counts));
    RuntimeMetrics metrics = heddle.metrics();
    SoakFailure.unless(
        metrics.fibers() == 0
            && metrics.busyRunners() == 0
            && metrics.timers() == 0
            && metrics.sharedQueue() == 0,
        () -> "something is left after the close: %s".formatted(metrics));
    long deadline = System.nanoTime() + WEDGED.toNanos();
    while (!threadsOf(heddle.name()).isEmpty() && System.nanoTime() - deadline < 0) {
      Thread.yield();
    }
    List<String> left = threadsOf(heddle.name());
    SoakFailure.unless(left.isEmpty(), () -> "threads are left after the close: " + left);
  }

  private static List<String> threadsOf(String runtime) {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith(runtime + "-"))
        .toList();
  }

  @Override
  public String toString() {
    return "round with seed " + seed;
  }
}
