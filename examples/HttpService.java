import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Pool;
import dev.heddle.sim.Simulation;
import dev.heddle.task.Job;
import dev.heddle.task.Scope;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An HTTP service: the JDK's own server, with Heddle to run its handlers.
 *
 * <pre>./heddle run examples/HttpService.java [--port N] [--requests N]</pre>
 *
 * Then, from another terminal:
 *
 * <pre>
 * curl http://127.0.0.1:8080/             # what there is
 * curl http://127.0.0.1:8080/sleep/500    # waits for so many milliseconds
 * curl http://127.0.0.1:8080/query/apple  # asks a slow "database" that takes 4 at a time
 * curl http://127.0.0.1:8080/primes/1000000  # counts them, on all workers
 * curl http://127.0.0.1:8080/report/apple # a query and a computation at the same time
 * </pre>
 *
 * It ends when Enter is pressed, on Ctrl-C or SIGTERM, or after {@code --requests} answers; what is
 * under way is answered first. Port 0 takes one that is free.
 *
 * <p>What it shows:
 *
 * <ul>
 *   <li>{@code heddle.executor()} wherever an {@link java.util.concurrent.Executor} is asked for.
 *   <li>Handlers in plain blocking code: a thousand of them may sleep or wait, on a few workers.
 *   <li>A {@link Pool} of connections: who waits for one of them costs no worker.
 *   <li>A computation forked into parts by a scope, within a handler and without another pool.
 * </ul>
 */
final class HttpService {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final Duration QUERY_TIME = Duration.ofMillis(50);
  private static final int CONNECTIONS = 4;
  private static final int SMALL = 10_000;

  private final Pool<Database> databases = Pool.bounded(CONNECTIONS, Database::new);
  private final AtomicInteger answers = new AtomicInteger();
  private final CountDownLatch end = new CountDownLatch(1);
  private final int maxAnswers;

  private HttpService(int maxAnswers) {
    this.maxAnswers = maxAnswers;
  }

  static void main(String[] arguments) throws IOException, InterruptedException {
    int port = 8080;
    int requests = Integer.MAX_VALUE;
    Iterator<String> words = List.of(arguments).iterator();
    while (words.hasNext()) {
      String option = words.next();
      switch (option) {
        case "--port" -> port = number(option, words);
        case "--requests" -> requests = number(option, words);
        default -> throw refuse("there is no option " + option);
      }
    }
    if (Simulation.isRunning()) {
      Visitors visitors = new Visitors();
      new HttpService(visitors.number()).serve(visitors);
    } else {
      new HttpService(requests).serve(new Sockets(port));
    }
  }

  private static int number(String option, Iterator<String> words) {
    String word = words.hasNext() ? words.next() : "";
    try {
      return Integer.parseUnsignedInt(word);
    } catch (NumberFormatException _) {
      throw refuse(option + " needs a number, not '" + word + "'");
    }
  }

  @SuppressWarnings("SystemExitOutsideMain") // nothing has been started yet
  private static IllegalArgumentException refuse(String why) {
    System.err.println(why + "; usage: HttpService [--port N] [--requests N]");
    System.exit(2);
    return new IllegalArgumentException(why);
  }

  private void serve(Entrance entrance) throws IOException, InterruptedException {
    try (Heddle heddle = Heddle.start()) {
      System.out.println(entrance.open(this, heddle.executor()) + " on " + heddle);
      end.await();
      entrance.close();
    } // and here it waits for what the entrance did not wait for
    System.out.println("answered " + answers.get() + " requests");
  }

  /**
   * Where requests come from. There are two kinds, because a simulation (./heddle sim) has to have
   * all under control, and cannot have sockets: there, simulated visitors come by themselves. What
   * is behind the entrance, and all that Heddle does there, is the same.
   */
  private interface Entrance {
    /** Has requests answered by {@code service}, on {@code executor}. Returns what to tell. */
    String open(HttpService service, Executor executor) throws IOException;

    /** Lets nobody in any more. */
    void close();
  }

  private record Answer(int status, String text) {}

  /** The JDK's own server. */
  private static final class Sockets implements Entrance {
    private final HttpServer server = HttpServer.create();

    Sockets(int port) throws IOException {
      try {
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      } catch (BindException e) {
        throw refuse("port " + port + " is not free");
      }
    }

    @Override
    public String open(HttpService service, Executor executor) {
      server.setExecutor(executor);
      server.createContext("/", exchange -> answer(service, exchange));
      server.start();
      service.endOnSignal(Thread.currentThread());
      service.endOnEnter();
      int listening = server.getAddress().getPort();
      return "http://127.0.0.1:" + listening + "/ (Enter ends it)";
    }

    /** Runs on a fiber of Heddle's, which may block wherever it likes. */
    private static void answer(HttpService service, HttpExchange exchange) throws IOException {
      try (exchange) {
        Answer answer = service.answer(exchange.getRequestURI().getPath());
        byte[] body = (answer.text() + "\n").getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
      }
      service.answered();
    }

    @Override
    public void close() {
      server.stop((int) GRACE.toSeconds()); // waits that long at most for what is under way
    }
  }

  /** Those who come in a simulation, each in a fiber of its own. */
  private static final class Visitors implements Entrance {
    private static final List<String> PATHS =
        List.of(
            "/",
            "/sleep/20",
            "/query/apple",
            "/query/pear",
            "/query/plum",
            "/query/fig",
            "/query/quince",
            "/primes/100000",
            "/report/apple",
            "/nothing");

    int number() {
      return PATHS.size();
    }

    @Override
    public String open(HttpService service, Executor executor) {
      for (String path : PATHS) {
        executor.execute(
            () -> {
              Answer answer = service.answer(path);
              System.out.println(path + ": " + answer.status() + " " + answer.text());
              service.answered();
            });
      }
      return PATHS.size() + " simulated visitors";
    }

    @Override
    public void close() {} // they have gone
  }

  private void endOnEnter() {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                if (System.in.read() >= 0) { // without a terminal there is nobody to press it
                  end.countDown();
                }
              } catch (IOException _) {
                // As if there were no terminal.
              }
            });
  }

  /** The JVM waits for its shutdown hooks, and this one for the service. */
  private void endOnSignal(Thread service) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  end.countDown();
                  try {
                    service.join(GRACE.plus(GRACE));
                  } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                  }
                }));
  }

  private Answer answer(String path) {
    try {
      return new Answer(200, respond(path));
    } catch (IllegalArgumentException e) {
      return new Answer(404, e.getMessage());
    } catch (InterruptedException e) {
      return new Answer(503, "the service ends");
    }
  }

  private void answered() {
    if (answers.incrementAndGet() >= maxAnswers) {
      end.countDown();
    }
  }

  private String respond(String path) throws InterruptedException {
    String[] words = path.split("/", -1);
    if (path.equals("/")) {
      return "/sleep/MILLISECONDS, /query/NAME, /primes/BELOW or /report/NAME";
    }
    if (words.length != 3) {
      throw new IllegalArgumentException("there is no " + path);
    }
    String argument = words[2];
    return switch (words[1]) {
      case "sleep" -> sleep(Integer.parseInt(argument));
      case "query" -> query(argument);
      case "primes" -> primes(0, Integer.parseInt(argument)) + " primes below " + argument;
      case "report" -> report(argument);
      default -> throw new IllegalArgumentException("there is no " + path);
    };
  }

  private static String sleep(int millis) throws InterruptedException {
    Fiber.sleep(Duration.ofMillis(millis));
    return "slept for " + millis + " ms";
  }

  private String query(String name) throws InterruptedException {
    try (Pool.Loan<Database> loan = databases.borrow()) {
      return name + " costs " + loan.get().price(name);
    }
  }

  /** Stands for a connection to a database somewhere else. */
  private static final class Database {
    int price(String name) throws InterruptedException {
      Fiber.sleep(QUERY_TIME);
      return 100 + Math.floorMod(name.hashCode(), 900);
    }
  }

  /** Half of the numbers here, the other half wherever a worker has time for it. */
  private static int primes(int from, int to) {
    if (to - from <= SMALL) {
      int count = 0;
      for (int n = from; n < to; n++) {
        count += isPrime(n) ? 1 : 0;
      }
      return count;
    }
    int middle = (from + to) >>> 1;
    try (Scope scope = Scope.open()) {
      Job<Integer> upper = scope.spawn(() -> primes(middle, to));
      int lower = primes(from, middle);
      return lower + upper.join();
    }
  }

  private static boolean isPrime(int n) {
    for (int divisor = 2; (long) divisor * divisor <= n; divisor++) {
      if (n % divisor == 0) {
        return false;
      }
    }
    return n > 1;
  }

  private String report(String name) throws InterruptedException {
    try (Scope scope = Scope.open()) {
      Job<String> price = scope.spawn(() -> query(name));
      int primes = primes(0, 100_000);
      return price.join() + ", and there are " + primes + " primes below 100000";
    }
  }
}
