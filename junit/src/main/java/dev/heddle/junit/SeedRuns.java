package dev.heddle.junit;

import dev.heddle.sim.SimulationReport;
import java.io.PrintStream;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Tries one seed after the other, and tells how far it is. */
final class SeedRuns {
  private static final long PAUSE = TimeUnit.SECONDS.toNanos(2);

  private final String name;
  private final PrintStream progress;
  private final long pause;
  private final Set<String> causes = new LinkedHashSet<>();
  private final long start = System.nanoTime();
  private long told = start;
  private int done;
  private long steps;

  /** What is run under a seed. Throws if something is wrong with that one. */
  interface Subject {
    SimulationReport run(long seed);
  }

  SeedRuns(String name, PrintStream progress) {
    this(name, progress, PAUSE);
  }

  SeedRuns(String name, PrintStream progress, long pause) {
    this.name = name;
    this.progress = progress;
    this.pause = pause;
  }

  /** Up to the first failure, which is thrown. */
  void tryAll(Seeds seeds, Subject subject) {
    Iterator<Long> all = seeds.stream().iterator();
    while (all.hasNext()) {
      SimulationReport report = subject.run(all.next());
      done++;
      steps += report.steps();
      causes.addAll(report.causes());
      long now = System.nanoTime();
      if (now - told >= pause) {
        told = now;
        progress.println(name + ": " + summary() + ", of " + seeds.size());
      }
    }
    causes.forEach(cause -> progress.println(name + " may not be repeatable, because " + cause));
  }

  /** How much was done, and how fast. */
  String summary() {
    double seconds = Math.max(1, System.nanoTime() - start) / 1e9;
    return "%,d seed%s, %,d steps, %,.0f a second"
        .formatted(done, done == 1 ? "" : "s", steps, steps / seconds);
  }
}
