import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.sim.Simulation;
import dev.heddle.task.Scope;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the broken links of a web site: fetches every page once, and follows its links.
 *
 * <pre>./heddle run examples/Crawl.java [URL]</pre>
 *
 * Without a URL it makes a site of its own on this machine, of 400 slow pages and one broken link.
 * With one it keeps to that host, to 1000 pages, and to 8 fetches at a time.
 *
 * <p>What it shows:
 *
 * <ul>
 *   <li>Hundreds of fetches that wait at once, on two workers, in plain blocking code: no
 *       callbacks.
 *   <li>A scope into which jobs spawn further jobs. It ends when the last of them has.
 *   <li>A semaphore of {@code java.util.concurrent} as the limit: who waits for it costs no worker.
 * </ul>
 */
final class Crawl {
  private static final int WORKERS = 2;
  private static final int MAX_PAGES = 1000;
  private static final Pattern LINK = Pattern.compile("href=\"([^\"#]+)");

  private final URI start;
  private final Semaphore fetches;
  private final Set<URI> seen = ConcurrentHashMap.newKeySet();
  private final Map<URI, String> broken = new ConcurrentSkipListMap<>();
  private final AtomicInteger pages = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger mostWaiting = new AtomicInteger();

  private Crawl(URI start, int fetchesAtOnce) {
    this.start = start;
    this.fetches = new Semaphore(fetchesAtOnce);
  }

  static void main(String[] arguments) throws IOException {
    if (arguments.length > 0) {
      crawl(URI.create(arguments[0]), 8);
      return;
    }
    Site site = new Site(400, Duration.ofMillis(50));
    if (Simulation.isRunning()) {
      new Crawl(URI.create("http://simulated/0"), 500).run(site);
    } else {
      try (SlowServer server = new SlowServer(site)) {
        crawl(server.address(), 500);
      }
    }
  }

  private static void crawl(URI start, int fetchesAtOnce) {
    try (HttpClient client = HttpClient.newHttpClient()) {
      new Crawl(start, fetchesAtOnce).run(page -> send(page, client));
    }
  }

  /**
   * Where pages come from: by HTTP, or, in a simulation (./heddle sim), which has to have all under
   * control and cannot have sockets, from the site itself.
   */
  private interface Web {
    Page get(URI page) throws IOException, InterruptedException;
  }

  private record Page(int status, String text) {}

  /** Blocks until the page is here, and with it only the fiber that carries this job. */
  private static Page send(URI page, HttpClient client) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(page).timeout(Duration.ofSeconds(30)).build();
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    return new Page(response.statusCode(), response.body());
  }

  private void run(Web web) {
    long begin = System.nanoTime();
    try (Heddle heddle = Heddle.start(WORKERS);
        Scope scope = heddle.scope()) {
      visit(start, start, web, scope);
    } // here all pages have been fetched, those too that were found on the way
    broken.forEach((link, why) -> System.out.println("broken: " + link + " (" + why + ")"));
    System.out.printf(
        "%d pages, broken links: %d, in %.1f s; up to %d fetches waited at once, on %d workers%n",
        pages.get(), broken.size(), (System.nanoTime() - begin) / 1e9, mostWaiting.get(), WORKERS);
  }

  /** Lets {@code page} be fetched, unless it has been found before or leads elsewhere. */
  private void visit(URI page, URI from, Web web, Scope scope) {
    boolean ours = page.getHost() != null && page.getAuthority().equals(start.getAuthority());
    if (ours && seen.size() < MAX_PAGES && seen.add(page)) {
      scope.spawn(
          () -> {
            try {
              follow(fetch(page, web), page, web, scope);
            } catch (IOException e) {
              broken.put(page, e + ", linked from " + from);
            }
          });
    }
  }

  private String fetch(URI page, Web web) throws IOException, InterruptedException {
    fetches.acquire();
    mostWaiting.accumulateAndGet(waiting.incrementAndGet(), Math::max);
    try {
      Page got = web.get(page);
      if (got.status() >= 400) {
        throw new IOException("the server answered " + got.status());
      }
      pages.incrementAndGet();
      return got.text();
    } finally {
      waiting.decrementAndGet();
      fetches.release();
    }
  }

  private void follow(String body, URI page, Web web, Scope scope) {
    Matcher links = LINK.matcher(body);
    while (links.find()) {
      try {
        visit(page.resolve(links.group(1)), page, web, scope);
      } catch (IllegalArgumentException e) {
        broken.put(page, "has a link that is none: " + links.group(1));
      }
    }
  }

  /** A web site: a tree of pages with 20 links each. Every answer takes a while. */
  private record Site(int size, Duration delay) implements Web {
    private static final int LINKS = 20;

    @Override
    public Page get(URI page) throws InterruptedException {
      Fiber.sleep(delay);
      int number = Integer.parseInt(page.getPath().substring(1));
      return number < size ? new Page(200, text(number)) : new Page(404, "");
    }

    /** Page n links to its children and back to the start; the last one to a page too many. */
    private String text(int n) {
      StringBuilder text = new StringBuilder("<a href=\"/0\">start</a>");
      for (int child = n * LINKS + 1; child <= Math.min((n + 1) * LINKS, size - 1); child++) {
        text.append(" <a href=\"/%d\">%d</a>".formatted(child, child));
      }
      if (n == size - 1) {
        text.append(" <a href=\"/%d\">gone</a>".formatted(size));
      }
      return text.toString();
    }
  }

  /** The site on this machine. It does not run on Heddle: it stands for a server somewhere else. */
  private static final class SlowServer implements AutoCloseable {
    private final Site site;
    private final HttpServer server;

    SlowServer(Site site) throws IOException {
      this.site = site;
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/", this::answer);
      server.start();
    }

    URI address() {
      return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/0");
    }

    private void answer(HttpExchange exchange) throws IOException {
      try (exchange) {
        Page page = site.get(exchange.getRequestURI());
        byte[] body = page.text().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(page.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
