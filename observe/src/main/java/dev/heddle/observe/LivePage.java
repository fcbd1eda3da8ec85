package dev.heddle.observe;

import dev.heddle.Heddle;
import dev.heddle.observe.page.PageServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Arrays;

/**
 * A page in the browser that shows runtimes live: workers, rules, rates, queues, processes, fibers,
 * who waits for whom, and what is wrong.
 *
 * <pre>{@code
 * try (LivePage page = LivePage.open(heddle)) {
 *   ...
 * }
 * }</pre>
 *
 * <p>It is served by threads of its own, which are no workers of the runtimes: it answers also when
 * those are stuck. While nobody looks it costs nothing; a browser that looks costs a {@linkplain
 * Heddle#snapshot() snapshot} a second. It keeps no JVM alive.
 *
 * <p>By default it listens at the loopback address and shows only: {@link PageOptions} says how to
 * change that. What is shown are names, states and stacks of the program, no messages' contents but
 * for the last events of a process that was looked at.
 */
public final class LivePage implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.heddle");

  private final PageServer server;

  private LivePage(PageServer server) {
    this.server = server;
  }

  /** Opens a page at the loopback address, and logs where. */
  public static LivePage open(Heddle... runtimes) {
    return open(PageOptions.DEFAULT, runtimes);
  }

  /**
   * Opens a page, and logs where.
   *
   * @throws UncheckedIOException if it cannot listen there: the port is in use, perhaps
   */
  public static LivePage open(PageOptions options, Heddle... runtimes) {
    try {
      PageServer server = PageServer.start(options);
      Arrays.stream(runtimes).forEach(server::show);
      // A token that was given is a secret of whoever gave it; one that was made up has to be told.
      LOG.log(
          System.Logger.Level.INFO,
          "the live page is at {0}",
          options.token().isEmpty() ? server.uri() : server.uri().resolve("/"));
      return new LivePage(server);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Shows another runtime too. Those that have been closed are left out by themselves. */
  public void show(Heddle runtime) {
    server.show(runtime);
  }

  /** The address for the browser, with the token if there is one. */
  public URI uri() {
    return server.uri();
  }

  /** Ends the page. The runtimes go on. */
  @Override
  public void close() {
    server.close();
  }
}
