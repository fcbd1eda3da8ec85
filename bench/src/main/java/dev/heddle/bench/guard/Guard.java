package dev.heddle.bench.guard;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.session.FlatJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares what is counted now with what was accepted. */
public final class Guard {
  private final Path file;
  private final PrintStream out;

  /**
   * @param file the accepted figures
   * @param out for people
   */
  public Guard(Path file, PrintStream out) {
    this.file = file;
    this.out = out;
  }

  /**
   * Counts, and compares.
   *
   * @return whether nothing grew
   */
  public boolean check() {
    return check(count(List.of()));
  }

  boolean check(Map<String, Double> counted) {
    Verdict verdict = Verdict.of(GuardFile.read(file), counted);
    verdict.remarks().forEach(out::println);
    verdict.complaints().forEach(out::println);
    if (verdict.complaints().isEmpty()) {
      out.println(counted.size() + " figures are as they should be.");
      return true;
    }
    out.println(
        "If that is meant to be so, ./heddle bench --guard --accept writes the new values to "
            + file.toAbsolutePath().normalize());
    return false;
  }

  /** Counts, and makes what comes out the measure from now on. */
  public void accept() throws IOException {
    accept(count(List.of()));
  }

  void accept(Map<String, Double> counted) throws IOException {
    List<Figure> before = Files.exists(file) ? GuardFile.read(file) : List.of();
    List<Figure> after = new ArrayList<>();
    counted.forEach(
        (name, value) ->
            after.add(
                before.stream()
                    .filter(figure -> figure.name().equals(name))
                    .findFirst()
                    .map(figure -> figure.withValue(value))
                    .orElseGet(() -> Figure.fresh(name, value))));
    GuardFile.write(file, after);
    out.println(after.size() + " figures are in " + file.toAbsolutePath().normalize());
  }

  /**
   * Each figure, as it is now.
   *
   * @param benchmarks of which; none means all
   */
  static Map<String, Double> count(List<String> benchmarks) {
    Map<String, Double> counted = new LinkedHashMap<>();
    try {
      Process process =
          new ProcessBuilder(GuardMain.command(benchmarks))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
        String line;
        while ((line = lines.readLine()) != null) {
          FlatJson.parse(line).forEach((name, value) -> counted.put(name, (Double) value));
        }
        if (process.waitFor() != 0) {
          throw new BenchmarkFailure("the guard's count failed");
        }
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException | FlatJson.MalformedException e) {
      throw new BenchmarkFailure("the guard's count failed: " + e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailure("the guard's count was interrupted");
    }
    return counted;
  }
}
