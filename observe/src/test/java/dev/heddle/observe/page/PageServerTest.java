package dev.heddle.observe.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.heddle.Heddle;
import dev.heddle.fiber.Mutex;
import dev.heddle.fiber.Signal;
import dev.heddle.metrics.Rule;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.observe.LivePage;
import dev.heddle.observe.PageOptions;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessOptions;
import dev.heddle.supervisor.ChildSpec;
import dev.heddle.supervisor.Supervisor;
import dev.heddle.supervisor.SupervisorSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the page is told is what a snapshot says. */
@Timeout(60)
class PageServerTest {
  private static final PageOptions OFTEN = PageOptions.DEFAULT.withInterval(Duration.ofMillis(50));
  private static final Process WAITS = (events, out) -> {};

  private static final Process UNTIL_TOLD =
      (events, out) -> {
        if (!events.isEmpty()) {
          out.complete();
        }
      };

  private static JsonObject ask(URI page, String target) throws IOException {
    RawHttp.Reply reply = RawHttp.get(page, target);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return new Gson().fromJson(reply.body(), JsonObject.class);
  }

  /** A page that listens. */
  private record Listener(Socket socket, BufferedReader lines) implements AutoCloseable {
    static Listener to(URI page, String query) throws IOException {
      Socket socket = RawHttp.connect(page);
      socket
          .getOutputStream()
          .write(
              "GET /events%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"
                  .formatted(query, page.getPort())
                  .getBytes(StandardCharsets.UTF_8));
      return new Listener(
          socket,
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
    }

    String next(String event) throws IOException {
      String line = lines.readLine();
      while (line != null && !line.equals("event: " + event)) {
        line = lines.readLine();
      }
      assertThat(line).as("the stream goes on").isNotNull();
      return lines.readLine().substring("data: ".length());
    }

    JsonObject digest() throws IOException {
      return new Gson().fromJson(next("digest"), JsonObject.class);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private static long number(JsonObject from, String... path) {
    JsonObject at = from;
    for (int i = 0; i < path.length - 1; i++) {
      at = at.getAsJsonObject(path[i]);
    }
    return at.get(path[path.length - 1]).getAsLong();
  }

  @Test
  void aDigestHasTheNumbersOfASnapshot() throws Exception {
    try (Heddle heddle = Heddle.builder().name("known").workers(2).start();
        LivePage page = LivePage.open(OFTEN, heddle)) {
      for (int i = 0; i < 100; i++) {
        Pid pid = heddle.processes().spawn(WAITS);
        heddle.processes().send(pid, "hello");
      }
      heddle.invoke(() -> Thread.sleep(1));
      RuntimeSnapshot at = atRest(heddle);
      try (Listener listener = Listener.to(page.uri(), "")) {
        JsonObject digest = listener.digest();
        assertThat(digest.get("runtime").getAsString()).isEqualTo("known");
        assertThat(number(digest, "totals", "runs")).isEqualTo(at.metrics().runs());
        assertThat(number(digest, "processes", "alive")).isEqualTo(100);
        assertThat(number(digest, "processes", "sent")).isEqualTo(100);
        assertThat(number(digest, "processes", "handled")).isEqualTo(100);
        JsonArray chosen = digest.getAsJsonObject("totals").getAsJsonArray("chosen");
        for (Rule rule : Rule.values()) {
          assertThat(chosen.get(rule.ordinal()).getAsLong()).isEqualTo(at.metrics().chosen(rule));
        }
        long inBuckets = 0;
        for (var bucket : digest.getAsJsonObject("runTimes").getAsJsonArray("buckets")) {
          inBuckets += bucket.getAsJsonArray().get(1).getAsLong();
        }
        assertThat(inBuckets).isEqualTo(number(digest, "runTimes", "count"));
      }
    }
  }

  /** When nothing goes on any more. */
  private static RuntimeSnapshot atRest(Heddle heddle) {
    RuntimeSnapshot before = heddle.snapshot();
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (System.nanoTime() < deadline) {
      RuntimeSnapshot now = heddle.snapshot();
      if (now.metrics().runs() == before.metrics().runs()
          && now.processes().handled() == now.processes().sent()
          && now.metrics().busyRunners() == 0) {
        return now;
      }
      before = now;
    }
    throw new AssertionError("does not come to rest: " + before);
  }

  @Test
  void aDigestStaysSmallHoweverMuchThereIs() throws Exception {
    try (Heddle heddle = Heddle.builder().name("full").workers(2).start();
        LivePage page = LivePage.open(OFTEN, heddle)) {
      String name = "a name that is much longer than anybody would like to read ".repeat(50);
      for (int i = 0; i < 5_000; i++) {
        Pid pid = heddle.processes().spawn(WAITS, ProcessOptions.DEFAULT.withName(name + i));
        heddle.processes().send(pid, "hello");
      }
      try (Listener listener = Listener.to(page.uri(), "")) {
        assertThat(listener.next("digest")).hasSizeLessThan(16 * 1024);
      }
      assertThat(RawHttp.get(page.uri(), "/api/processes?limit=200").body())
          .hasSizeLessThan(200 * 1024);
    }
  }

  @Test
  void processesAreFoundSortedPagedLookedAtAndShownAsATree() throws Exception {
    try (Heddle heddle = Heddle.builder().name("many").workers(1).start();
        LivePage page = LivePage.open(OFTEN, heddle)) {
      for (int i = 0; i < 120; i++) {
        heddle.processes().spawn(WAITS, ProcessOptions.DEFAULT.withName("number-" + i));
      }
      Supervisor.start(
          heddle.processes(),
          SupervisorSpec.oneForOne(ChildSpec.process("child", () -> UNTIL_TOLD))
              .withName("parent"));
      JsonObject found =
          ask(page.uri(), "/api/processes?search=number-&sort=NAME&descending=true&limit=7");
      assertThat(number(found, "matching")).isEqualTo(120);
      assertThat(found.getAsJsonArray("lines")).hasSize(7);
      JsonObject first = found.getAsJsonArray("lines").get(0).getAsJsonObject();
      assertThat(first.get("name").getAsString()).isEqualTo("number-99");
      JsonObject roots = ask(page.uri(), "/api/tree");
      JsonObject parent = roots.getAsJsonArray("lines").get(0).getAsJsonObject();
      assertThat(parent.get("name").getAsString()).isEqualTo("parent");
      assertThat(parent.get("parentOfSome").getAsBoolean()).isTrue();
      String pid = encoded(parent.get("pid").getAsString());
      JsonObject below = ask(page.uri(), "/api/tree?pid=" + pid);
      assertThat(below.getAsJsonArray("lines")).hasSize(1);
      JsonObject detail = ask(page.uri(), "/api/process?pid=" + pid);
      assertThat(detail.getAsJsonArray("children")).hasSize(1);
      RawHttp.Reply again = RawHttp.get(page.uri(), "/api/processes/again?pid=" + pid);
      assertThat(new Gson().fromJson(again.body(), JsonArray.class)).hasSize(1);
      assertThat(RawHttp.get(page.uri(), "/api/process?pid=a/b/99").status()).isEqualTo(404);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void fibersAndWhoWaitsForWhomAreShown() throws Exception {
    try (Heddle heddle = Heddle.builder().name("waits").workers(1).start();
        LivePage page = LivePage.open(OFTEN, heddle)) {
      Mutex mutex = new Mutex();
      Signal end = Signal.manual();
      CountDownLatch locked = new CountDownLatch(1);
      heddle.fiber(
          "holder",
          () -> {
            mutex.lock();
            try {
              locked.countDown();
              end.await();
            } finally {
              mutex.unlock();
            }
          });
      locked.await();
      heddle.fiber("waiter", () -> mutex.withLock(() -> {}));
      JsonObject waits = ask(page.uri(), "/api/waits");
      while (waits.getAsJsonArray("edges").isEmpty()) {
        waits = ask(page.uri(), "/api/waits");
      }
      JsonObject edge = waits.getAsJsonArray("edges").get(0).getAsJsonObject();
      assertThat(edge.get("name").getAsString()).isEqualTo("waiter");
      assertThat(edge.get("heldBy").getAsString()).isEqualTo("holder");
      JsonObject fiber = ask(page.uri(), "/api/fiber?id=" + edge.get("id").getAsLong());
      assertThat(fiber.getAsJsonArray("stack").toString()).contains("Mutex");
      assertThat(number(ask(page.uri(), "/api/fibers?search=waiter"), "matching")).isEqualTo(1);
      end.signal();
    }
  }

  @Test
  void severalRuntimesAreShownByNameAndThoseThatHaveEndedAreNot() throws Exception {
    Heddle first = Heddle.builder().name("same").workers(1).start();
    try (Heddle second = Heddle.builder().name("same").workers(1).start();
        LivePage page = LivePage.open(OFTEN, first, second);
        Listener listener = Listener.to(page.uri(), "?runtime=same%20(2)")) {
      JsonObject digest = listener.digest();
      assertThat(digest.get("runtimes")).hasToString("[\"same\",\"same (2)\"]");
      assertThat(digest.get("runtime").getAsString()).isEqualTo("same (2)");
      String instance = digest.get("instance").getAsString();
      first.close();
      try (Listener other = Listener.to(page.uri(), "")) {
        while (other.digest().getAsJsonArray("runtimes").size() > 1) {
          assertThat(first.isClosed()).isTrue();
        }
        assertThat(other.digest().get("instance").getAsString()).isEqualTo(instance);
      }
      assertThat(RawHttp.get(page.uri(), "/api/processes?runtime=none").status()).isEqualTo(404);
    }
  }

  @Test
  void aPageWithoutRuntimesSaysSoAndAnswersWhenOneComes() throws Exception {
    try (LivePage page = LivePage.open(OFTEN);
        Listener listener = Listener.to(page.uri(), "")) {
      assertThat(listener.digest().get("runtime").getAsString()).isEmpty();
      assertThat(RawHttp.get(page.uri(), "/api/processes").status()).isEqualTo(404);
      try (Heddle heddle = Heddle.builder().name("late").workers(1).start()) {
        page.show(heddle);
        while (listener.digest().get("runtime").getAsString().isEmpty()) {
          assertThat(heddle.isClosed()).isFalse();
        }
      }
    }
  }

  @Test
  void prometheusReadsTheSameNumbers() throws Exception {
    try (Heddle heddle = Heddle.builder().name("measured").workers(1).start();
        LivePage page = LivePage.open(OFTEN, heddle)) {
      for (int i = 0; i < 20; i++) {
        heddle.invoke(() -> 1);
      }
      RuntimeSnapshot now = atRest(heddle);
      RawHttp.Reply reply = RawHttp.get(page.uri(), "/metrics");
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.head()).containsIgnoringCase("Content-Type: text/plain; version=0.0.4");
      double runs =
          reply
              .body()
              .lines()
              .filter(line -> line.startsWith("heddle_runs_total{"))
              .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
              .sum();
      assertThat((long) runs).isEqualTo(now.metrics().runs());
    }
  }

  /** Its own threads serve it, so it is there when it is needed most. */
  @Test
  void itAnswersWhileAllWorkersAreStuck() throws Exception {
    try (Heddle heddle = Heddle.builder().name("stuck").workers(1).spareWorkers(0).start();
        LivePage page = LivePage.open(OFTEN, heddle);
        Listener listener = Listener.to(page.uri(), "")) {
      CountDownLatch running = new CountDownLatch(1);
      boolean[] on = {true};
      heddle.enqueue(
          () -> {
            running.countDown();
            while (isOn(on)) {
              Thread.onSpinWait();
            }
          });
      running.await();
      listener.digest();
      JsonObject digest = listener.digest();
      JsonObject worker = digest.getAsJsonArray("workers").get(0).getAsJsonObject();
      assertThat(worker.get("state").getAsString()).isEqualTo("BUSY");
      assertThat(RawHttp.get(page.uri(), "/api/fibers").status()).isEqualTo(200);
      synchronized (on) {
        on[0] = false;
      }
    }
  }

  private static boolean isOn(boolean[] on) {
    synchronized (on) {
      return on[0];
    }
  }

  @Test
  void whatHasHappenedIsToldOnce() throws Exception {
    try (Heddle heddle = Heddle.builder().name("news").workers(1).start();
        LivePage page = LivePage.open(OFTEN, heddle);
        Listener listener = Listener.to(page.uri(), "")) {
      for (int i = 1; i <= 2; i++) {
        heddle.processes().spawn((Process) (events, out) -> failing());
        JsonArray news = new Gson().fromJson(listener.next("incidents"), JsonArray.class);
        assertThat(news).hasSize(1);
        assertThat(number(news.get(0).getAsJsonObject(), "number")).isEqualTo(i);
      }
    }
  }

  private static void failing() {
    throw new IllegalStateException("on purpose");
  }

  @Test
  void closingThePageEndsItsStreamsAndFreesItsPort() throws Exception {
    try (Heddle heddle = Heddle.builder().name("closing").workers(1).start()) {
      LivePage page = LivePage.open(OFTEN, heddle);
      int port = page.uri().getPort();
      try (Listener listener = Listener.to(page.uri(), "")) {
        listener.digest();
        page.close();
        while (listener.lines().readLine() != null) {
          assertThat(heddle.isClosed()).isFalse();
        }
      } catch (SocketException _) {
        // Reset, which is an end too.
      }
      try (LivePage again = LivePage.open(OFTEN.withPort(port), heddle)) {
        assertThat(RawHttp.get(again.uri(), "/").status()).isEqualTo(200);
      }
    }
  }
}
