package dev.heddle.bench.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code ./heddle sim scale}: prints how the programs scale to 1,024 simulated workers, and draws
 * it.
 */
public final class ScaleMain {
  private static final int MOST_WORKERS = 1_024;

  private ScaleMain() {}

  /**
   * Measures and draws.
   *
   * @param args where to write the chart
   */
  public static void main(String[] args) throws IOException {
    Path chart = Path.of(args.length == 0 ? "scale.svg" : args[0]);
    Map<ScaleProgram, List<ScaleRow>> all = new LinkedHashMap<>();
    for (ScaleProgram program : ScaleProgram.all()) {
      all.put(program, measure(program));
    }
    Files.writeString(chart, ScaleChart.of(all));
    System.out.println("drawn in " + chart.toAbsolutePath());
  }

  private static List<ScaleRow> measure(ScaleProgram program) {
    System.out.printf(
        Locale.ROOT,
        "%s: %,d items, longest chain %.1f ms%n%8s %12s %12s %7s %9s %10s %13s %14s%n",
        program.title(),
        program.items(),
        millis(program.path()),
        "workers",
        "makespan",
        "T1/P + Tinf",
        "ratio",
        "speed-up",
        "steals",
        "failed steals",
        "wake-ups/item");
    List<ScaleRow> rows = new ArrayList<>();
    for (int workers = 1; workers <= MOST_WORKERS; workers *= 2) {
      ScaleRow row = ScaleRow.of(program, workers, workers);
      rows.add(row);
      Duration alone = rows.getFirst().makespan();
      System.out.printf(
          Locale.ROOT,
          "%8d %9.2f ms %9.2f ms %7.2f %9.1f %,10d %,13d %14.4f%n",
          workers,
          millis(row.makespan()),
          millis(row.greedyBound(alone, program.path())),
          row.ratio(alone, program.path()),
          millis(alone) / millis(row.makespan()),
          row.steals(),
          row.failedSteals(),
          (double) row.wakeUps() / program.items());
    }
    System.out.println();
    return rows;
  }

  private static double millis(Duration time) {
    return time.toNanos() / 1e6;
  }
}
