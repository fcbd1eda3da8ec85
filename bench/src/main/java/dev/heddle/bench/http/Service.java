package dev.heddle.bench.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.heddle.bench.BenchmarkFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;

/**
 * The JDK's own HTTP server with a handler that sleeps, asks a database, which here is another
 * sleep with one of a limited number of connections in hand, and computes.
 */
final class Service implements AutoCloseable {
  static {
    // Else it waits now and then for the acknowledgement of a header before it sends the body.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    // Else it closes what a load generator keeps open.
    System.setProperty("sun.net.httpserver.maxIdleConnections", "1000");
  }

  private static final Duration SLEEP = Duration.ofMillis(2);
  private static final Duration QUERY = Duration.ofMillis(1);
  private static final int QUERIES_AT_ONCE = 64;
  private static final int BACKLOG = 1_000;
  private static final int OK = 200;
  private static final int INTERNAL_ERROR = 500;

  private final HttpServer server;
  private final Sleep sleep;
  private final Callable<Long> computation;
  private final Runnable stop;
  private final Semaphore connections = new Semaphore(QUERIES_AT_ONCE);
  private final long expected = Computation.expected();

  /** How a contender sleeps. */
  @FunctionalInterface
  interface Sleep {
    void sleep(Duration duration) throws InterruptedException;
  }

  /**
   * Starts it on a port that is free.
   *
   * @param executor runs the handlers
   * @param sleep how they sleep
   * @param computation how they compute
   * @param stop ends the executor
   */
  Service(ExecutorService executor, Sleep sleep, Callable<Long> computation, Runnable stop) {
    this.sleep = sleep;
    this.computation = computation;
    this.stop = stop;
    try {
      server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(executor);
    server.createContext("/", this::handle);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      sleep.sleep(SLEEP);
      query();
      long sum = computation.call();
      byte[] body = Long.toString(sum).getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(sum == expected ? OK : INTERNAL_ERROR, body.length);
      exchange.getResponseBody().write(body);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e); // the client sees that the connection ends
    }
  }

  private void query() throws InterruptedException {
    connections.acquire();
    try {
      sleep.sleep(QUERY);
    } finally {
      connections.release();
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  String address() {
    return "http://127.0.0.1:" + port() + "/";
  }

  /** Asks once and looks at the answer, which load generators do not. */
  void check() throws IOException {
    String expectedBody = Long.toString(expected);
    try (var in = URI.create(address()).toURL().openStream()) {
      String body = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      if (!body.equals(expectedBody)) {
        throw new BenchmarkFailure(
            "wrong result: the answer is '%s', should be '%s'".formatted(body, expectedBody));
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
    stop.run();
  }
}
