package dev.heddle.bench.http;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.Scale;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Has {@link LoadMain}, in a JVM of its own, ask a service at a fixed rate. */
final class LatencyProgram implements Program {
  private static final int TINY_RATE = 200;
  private static final int RATE = 2_000;

  private final Service service;
  private final Process load;
  private final Writer toLoad;
  private final BufferedReader fromLoad;

  LatencyProgram(Setting setting, Service service) {
    this.service = service;
    int millis =
        switch (setting.scale()) {
          case TINY -> 200;
          case QUICK -> 1_500;
          case FULL -> 5_000;
        };
    int rate = setting.scale() == Scale.TINY ? TINY_RATE : RATE;
    try {
      load =
          new ProcessBuilder(
                  List.of(
                      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                      "-Xmx256m",
                      "-XX:+UseSerialGC",
                      "-cp",
                      System.getProperty("java.class.path"),
                      LoadMain.class.getName(),
                      Integer.toString(service.port()),
                      Integer.toString(rate),
                      Integer.toString(millis)))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    toLoad = load.outputWriter(StandardCharsets.UTF_8);
    fromLoad = load.inputReader(StandardCharsets.UTF_8);
  }

  /** The 99th percentile of the times until an answer, in nanoseconds. */
  @Override
  public double round() throws IOException {
    service.check();
    toLoad.write(LoadMain.GO + "\n");
    toLoad.flush();
    String answer = fromLoad.readLine();
    if (answer == null || !answer.startsWith(LoadMain.P99)) {
      throw new BenchmarkFailure("the load generator says: " + answer);
    }
    return Double.parseDouble(answer.substring(LoadMain.P99.length()).strip());
  }

  @Override
  public void close() {
    load.destroyForcibly();
    service.close();
  }
}
