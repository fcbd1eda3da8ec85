package dev.heddle.bench.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Asks a server at a fixed rate, whether it keeps up or not: request {@code i} is due at {@code i /
 * rate}, and its time counts from when it was due, not from when it was sent. So a server that
 * stalls is charged with everything that had to wait for it ("coordinated omission" is none).
 *
 * <p>For each line {@link #GO} of the input it does that once, and prints {@link #P99} and the
 * nanoseconds, or what went wrong. At the end of the input it ends.
 */
public final class LoadMain {
  static final String GO = "go";
  static final String P99 = "p99 ";

  private static final int CONNECTIONS = 64;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final double PERCENTILE = 0.99;

  private final int port;
  private final long[] nanos;
  private final long interval;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  private LoadMain(int port, int rate, int millis) {
    this.port = port;
    this.nanos = new long[Math.toIntExact((long) rate * millis / 1_000)];
    this.interval = NANOS_PER_SECOND / rate;
  }

  /** Started by {@link LatencyProgram}, with the port, the rate and the milliseconds. */
  public static void main(String[] args) throws IOException, InterruptedException {
    LoadMain load =
        new LoadMain(
            Integer.parseInt(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line;
    while ((line = in.readLine()) != null && line.equals(GO)) {
      System.out.println(load.run());
    }
  }

  private String run() throws IOException, InterruptedException {
    List<Connection> connections = new ArrayList<>();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        connections.add(new Connection(port));
      }
      long start = System.nanoTime() + 10 * NANOS_PER_MILLI;
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        int first = i;
        Connection connection = connections.get(i);
        threads.add(Thread.ofPlatform().start(() -> ask(connection, first, start)));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    } finally {
      for (Connection connection : connections) {
        connection.close();
      }
    }
    Throwable thrown = failure.getAndSet(null);
    if (thrown != null) {
      return "a request failed: " + thrown;
    }
    Arrays.sort(nanos);
    return P99 + nanos[(int) Math.ceil(PERCENTILE * nanos.length) - 1];
  }

  /** Every {@link #CONNECTIONS}th request, from {@code first} on. */
  private void ask(Connection connection, int first, long start) {
    try {
      for (int i = first; i < nanos.length; i += CONNECTIONS) {
        long due = start + i * interval;
        for (long wait; (wait = due - System.nanoTime()) > 0; ) {
          LockSupport.parkNanos(wait);
        }
        connection.ask();
        nanos[i] = System.nanoTime() - due;
      }
    } catch (IOException | RuntimeException e) {
      failure.set(e);
    }
  }
}
