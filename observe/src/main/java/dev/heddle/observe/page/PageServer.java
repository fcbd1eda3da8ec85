package dev.heddle.observe.page;

import com.google.gson.Gson;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.heddle.Heddle;
import dev.heddle.observe.PageOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;

/** Serves the page. Its threads are none of the runtimes', and all of them are daemons. */
public final class PageServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.heddle");
  private static final String EVENTS = "/events";
  private static final int BACKLOG = 32;

  private final HttpServer http;
  private final PageOptions options;
  private final Token token;
  private final Gate gate;
  private final Exchanges exchanges;
  private final Semaphore streams;
  private final Runtimes runtimes = new Runtimes();
  private final Gson gson = new Gson();
  private final Assets assets = new Assets();
  private final Routes routes;

  private PageServer(HttpServer http, PageOptions options, Limits limits) {
    this.http = http;
    this.options = options;
    this.token = Token.of(options.token(), options.control());
    InetSocketAddress at = http.getAddress();
    this.gate = new Gate(options.host(), at.getAddress(), at.getPort(), token, limits);
    this.exchanges = new Exchanges(limits);
    this.streams = new Semaphore(limits.streams());
    this.routes = new Routes(gson, runtimes, options.interval());
  }

  /**
   * Begins to serve, without any runtime yet.
   *
   * @throws IOException if it cannot listen there
   */
  public static PageServer start(PageOptions options) throws IOException {
    return start(options, Limits.DEFAULT);
  }

  static PageServer start(PageOptions options, Limits limits) throws IOException {
    HttpServer http = listen(options);
    PageServer server = new PageServer(http, options, limits);
    http.setExecutor(server.exchanges);
    http.createContext("/", server::handle);
    startAsDaemon(http);
    return server;
  }

  /** The server's thread is a daemon if the one that starts it is; and none of a runtime's. */
  private static void startAsDaemon(HttpServer http) {
    Thread starter = Thread.ofPlatform().daemon().name("heddle-page-start").start(http::start);
    boolean interrupted = false;
    while (starter.isAlive()) {
      try {
        starter.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static HttpServer listen(PageOptions options) throws IOException {
    try {
      InetAddress address = InetAddress.getByName(options.host());
      return HttpServer.create(new InetSocketAddress(address, options.port()), BACKLOG);
    } catch (IOException e) {
      throw new IOException(
          ("the live page cannot be served at %s:%d: %s; another page may be open there, and"
                  + " port 0 takes any that is free")
              .formatted(options.host(), options.port(), e.getMessage()),
          e);
    }
  }

  /** Shows a runtime, among others. */
  public void show(Heddle heddle) {
    runtimes.add(heddle);
  }

  /** The address for the browser, with the token if there is one. */
  public URI uri() {
    InetAddress address = http.getAddress().getAddress();
    String host = address.isAnyLocalAddress() ? "127.0.0.1" : options.host();
    String name = host.contains(":") ? "[" + host + "]" : host;
    String query = token.isNeeded() ? "?token=" + encoded(token.text()) : "";
    return URI.create("http://" + name + ":" + http.getAddress().getPort() + "/" + query);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private void handle(HttpExchange exchange) throws IOException {
    exchanges.goesOn();
    try (exchange) {
      String path = String.valueOf(exchange.getRequestURI().getRawPath());
      try {
        gate.check(exchange, path);
        serve(exchange, path);
      } catch (Refusal refusal) {
        Answer.text(refusal.status(), refusal.sentence()).send(exchange);
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      } catch (RuntimeException e) {
        LOG.log(System.Logger.Level.WARNING, "the live page failed at " + path, e);
        Answer.text(500, "this failed; the program's log says how").send(exchange);
      }
    }
  }

  private void serve(HttpExchange exchange, String path)
      throws Refusal, IOException, InterruptedException {
    boolean command = routes.isCommand(path);
    checkMethod(exchange, command);
    if (path.equals("/") && enters(exchange)) {
      return;
    }
    if (!gate.knowsToken(exchange.getRequestHeaders())) {
      exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
      throw new Refusal(
          401, "this page needs its token: open the address that the program has told");
    }
    if (command && !options.control()) {
      throw new Refusal(403, "control is off: this page can only look (PageOptions.withControl)");
    }
    Answer file = assets.at(path);
    if (file != null) {
      file.send(exchange);
    } else if (path.equals(EVENTS)) {
      stream(exchange);
    } else {
      routes.answer(path, exchange.getRequestURI().getRawQuery()).send(exchange);
    }
  }

  private static void checkMethod(HttpExchange exchange, boolean command) throws Refusal {
    String method = exchange.getRequestMethod();
    boolean fits = command ? method.equals("POST") : method.equals("GET") || method.equals("HEAD");
    if (!fits) {
      exchange.getResponseHeaders().set("Allow", command ? "POST" : "GET, HEAD");
      throw new Refusal(405, "this method is not for this address");
    }
  }

  /** A browser that comes with the token gets a cookie, and an address without the token. */
  private boolean enters(HttpExchange exchange) throws Refusal, IOException {
    Query query = Query.parse(exchange.getRequestURI().getRawQuery());
    if (!token.isNeeded() || query.all("token").isEmpty()) {
      return false;
    }
    if (!token.is(query.text("token"))) {
      throw new Refusal(401, "this is not the token of this page");
    }
    exchange
        .getResponseHeaders()
        .set(
            "Set-Cookie",
            "%s=%s; Path=/; HttpOnly; SameSite=Strict"
                .formatted(gate.cookieName(), token.cookie()));
    exchange.getResponseHeaders().set("Location", "/");
    Answer.text(303, "welcome").send(exchange);
    return true;
  }

  private void stream(HttpExchange exchange) throws Refusal, IOException {
    if (exchange.getRequestMethod().equals("HEAD")) {
      new Answer(200, "text/event-stream; charset=utf-8", new byte[0]).send(exchange);
      return;
    }
    if (!streams.tryAcquire()) {
      throw new Refusal(503, "too many pages are open; close one");
    }
    try {
      String runtime = Query.parse(exchange.getRequestURI().getRawQuery()).text("runtime");
      new DigestStream(exchange, exchanges, runtimes, gson, options.interval(), options.control())
          .send(runtime);
    } finally {
      streams.release();
    }
  }

  int exchangesUnderWay() {
    return exchanges.count();
  }

  /** Ends the page, for all who look. */
  @Override
  public void close() {
    http.stop(0);
    exchanges.close();
    runtimes.forgetAll();
  }
}
