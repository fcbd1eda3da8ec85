package dev.heddle.bench.observe;

import dev.heddle.Heddle;
import dev.heddle.bench.BenchmarkFailure;
import dev.heddle.bench.child.Program;
import dev.heddle.observe.LivePage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A program whose page somebody has open: the page's server, and a reader of its events in the same
 * JVM, so that what the reader costs counts too. A round in which nothing has come is refused.
 */
final class Paged extends Lasting {
  private final AtomicLong bytes = new AtomicLong();
  private final LivePage page;
  private final Thread reader;
  private volatile @Nullable String failure;

  private Paged(Program program, LivePage page) {
    super(program);
    this.page = page;
    reader = Thread.ofPlatform().daemon().name("reader").start(() -> read(page.uri()));
  }

  /**
   * Opens it.
   *
   * @param start starts the program, and tells of its runtime before it runs
   */
  static Paged open(Function<Consumer<Heddle>, Program> start) {
    AtomicReference<@Nullable LivePage> page = new AtomicReference<>();
    Program program = start.apply(heddle -> page.set(LivePage.open(heddle)));
    LivePage open = page.get();
    if (open == null) {
      throw new BenchmarkFailure("the program has started no runtime");
    }
    return new Paged(program, open);
  }

  private void read(URI uri) {
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      OutputStream out = socket.getOutputStream();
      out.write(
          "GET /events HTTP/1.1\r\nHost: %s:%d\r\nAccept: text/event-stream\r\n\r\n"
              .formatted(uri.getHost(), uri.getPort())
              .getBytes(StandardCharsets.US_ASCII));
      out.flush();
      InputStream in = socket.getInputStream();
      byte[] buffer = new byte[1 << 16];
      int read;
      while ((read = in.read(buffer)) >= 0) {
        bytes.addAndGet(read);
      }
      failure = "the page has closed the connection";
    } catch (IOException e) {
      failure = "the page could not be read: " + e;
    }
  }

  @Override
  public double round() throws Exception {
    long before = bytes.get();
    double cost = super.round();
    String why = failure;
    if (why != null || bytes.get() == before) {
      throw new BenchmarkFailure(why == null ? "nothing has come from the page" : why);
    }
    return cost;
  }

  @Override
  public void close() {
    reader.interrupt();
    page.close();
    super.close();
  }
}
