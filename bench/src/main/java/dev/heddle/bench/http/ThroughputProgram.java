package dev.heddle.bench.http;

import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.Scale;
import dev.heddle.bench.Setting;
import dev.heddle.bench.child.Program;
import dev.heddle.bench.child.Tool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Has {@code wrk} ask a service as fast as it answers, on many connections. */
final class ThroughputProgram implements Program {
  static final Tool WRK = new Tool("wrk", "install it (package wrk on Debian and Homebrew)");

  private static final int CONNECTIONS = 256;
  private static final int QUICK_SECONDS = 1;
  private static final int FULL_SECONDS = 3;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final Pattern RATE = Pattern.compile("Requests/sec:\\s+([0-9.]+)");
  private static final Pattern ERRORS = Pattern.compile("Non-2xx[^\\n]*|Socket errors:[^\\n]*");

  private final Service service;
  private final int seconds;

  ThroughputProgram(Setting setting, Service service) {
    this.service = service;
    this.seconds = setting.scale() == Scale.FULL ? FULL_SECONDS : QUICK_SECONDS;
  }

  @Override
  public double round() throws IOException, InterruptedException {
    service.check();
    Process wrk =
        new ProcessBuilder(
                List.of(
                    WRK.name(), "-t1", "-c" + CONNECTIONS, "-d" + seconds + "s", service.address()))
            .redirectErrorStream(true)
            .start();
    String report = new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    wrk.waitFor();
    Matcher errors = ERRORS.matcher(report);
    if (errors.find()) {
      throw new BenchmarkFailure("wrong result: wrk says: " + errors.group());
    }
    Matcher rate = RATE.matcher(report);
    if (!rate.find() || Double.parseDouble(rate.group(1)) == 0) {
      throw new BenchmarkFailure("wrk tells no rate: " + report.strip());
    }
    return NANOS_PER_SECOND / Double.parseDouble(rate.group(1));
  }

  @Override
  public void close() {
    service.close();
  }
}
