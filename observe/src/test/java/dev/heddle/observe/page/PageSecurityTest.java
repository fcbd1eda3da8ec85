package dev.heddle.observe.page;

import static dev.heddle.observe.page.RawHttp.get;
import static dev.heddle.observe.page.RawHttp.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.Heddle;
import dev.heddle.fiber.Fiber;
import dev.heddle.fiber.Signal;
import dev.heddle.observe.LivePage;
import dev.heddle.observe.PageOptions;
import dev.heddle.observe.page.RawHttp.Reply;
import dev.heddle.process.Pid;
import dev.heddle.process.Process;
import dev.heddle.process.ProcessOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not the page's own, or does not know the token, is refused or does no harm. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageSecurityTest {
  private static final String TOKEN = "a-token-of-some-length";
  private static final Process WAITS = (events, out) -> {};

  private Heddle heddle;
  private LivePage open;
  private LivePage guarded;

  @BeforeAll
  void open() {
    heddle = Heddle.builder().name("guarded").workers(1).start();
    open = LivePage.open(heddle);
    guarded = LivePage.open(PageOptions.DEFAULT.withToken(TOKEN).withControl(true), heddle);
  }

  @AfterAll
  void close() {
    open.close();
    guarded.close();
    heddle.close();
  }

  private static String bearer(String token) {
    return "Authorization: Bearer " + token;
  }

  @Test
  void thePageIsThereAndSaysWhatBrowsersMayDoWithIt() throws Exception {
    Reply reply = get(open.uri(), "/");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).contains("<title>Heddle</title>");
    assertThat(reply.head())
        .containsIgnoringCase("Content-Security-Policy: default-src 'none'; script-src 'self';")
        .contains("frame-ancestors 'none'")
        .containsIgnoringCase("X-Content-Type-Options: nosniff")
        .containsIgnoringCase("Referrer-Policy: no-referrer")
        .containsIgnoringCase("Cross-Origin-Resource-Policy: same-origin")
        .containsIgnoringCase("Cache-Control: no-store");
  }

  @Test
  void refusalsAreProtectedToo() throws Exception {
    assertThat(get(open.uri(), "/nothing").head())
        .containsIgnoringCase("Content-Security-Policy: default-src 'none'")
        .containsIgnoringCase("X-Content-Type-Options: nosniff")
        .containsIgnoringCase("Content-Type: text/plain");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:%d",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.0.0.1.evil.example:%d",
        "localhost.evil.example:%d",
        "192.0.2.1:%d",
        "127.0.0.1:%d@evil.example",
        "[::1",
        ":%d",
        ""
      })
  void anotherHostIsRefused(String host) throws Exception {
    String header = "Host: " + host.replace("%d", Integer.toString(open.uri().getPort()));
    assertThat(get(open.uri(), "/", header).status()).isEqualTo(421);
    assertThat(get(open.uri(), "/events", header).status()).isEqualTo(421);
    assertThat(get(open.uri(), "/api/processes", header).status()).isEqualTo(421);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:%d", "127.0.0.1:%d", "[::1]:%d", "LOCALHOST:%d"})
  void theNamesOfTheLoopbackAddressAreItsOwn(String host) throws Exception {
    String header = "Host: " + host.replace("%d", Integer.toString(open.uri().getPort()));
    assertThat(get(open.uri(), "/", header).status()).isEqualTo(200);
  }

  @Test
  void aRequestWithoutHostOrWithTwoIsRefused() throws Exception {
    URI uri = open.uri();
    assertThat(RawHttp.send(uri, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n").status())
        .isEqualTo(400);
    String own = "Host: 127.0.0.1:" + uri.getPort();
    assertThat(get(uri, "/", own, "Host: evil.example").status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://evil.example", "null", "https://127.0.0.1:%d", "http://127.0.0.1"})
  void anotherOriginIsRefused(String origin) throws Exception {
    String header = "Origin: " + origin.replace("%d", Integer.toString(open.uri().getPort()));
    assertThat(get(open.uri(), "/api/processes", header).status()).isEqualTo(403);
    assertThat(get(open.uri(), "/events", header).status()).isEqualTo(403);
  }

  @Test
  void whatAnotherSiteHasABrowserFetchIsRefused() throws Exception {
    String other = "Sec-Fetch-Site: cross-site";
    assertThat(get(open.uri(), "/api/processes", other).status()).isEqualTo(403);
    assertThat(get(open.uri(), "/main.js", other).status()).isEqualTo(403);
    assertThat(get(open.uri(), "/", other).status()).as("a link to the page").isEqualTo(200);
    String own = "Origin: http://127.0.0.1:" + open.uri().getPort();
    assertThat(get(open.uri(), "/api/processes", own).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/main.js", "/events", "/api/processes", "/nothing"})
  void withoutTheTokenNothingIsShown(String path) throws Exception {
    URI uri = guarded.uri();
    assertThat(get(uri, path).status()).isEqualTo(401);
    assertThat(get(uri, path, bearer("another-token-altogether")).status()).isEqualTo(401);
    assertThat(get(uri, path, "Cookie: heddle-page-" + uri.getPort() + "=" + TOKEN).status())
        .isEqualTo(401);
    assertThat(get(uri, path.equals("/") ? "/?token=wrong" : path + "?token=" + TOKEN).status())
        .as("in an address it counts only at the door, and only if it is right")
        .isEqualTo(401);
  }

  @Test
  void theTokenOpensTheDoorAndIsThenACookie() throws Exception {
    URI uri = guarded.uri();
    assertThat(uri.getQuery()).isEqualTo("token=" + TOKEN);
    Reply door = get(uri, "/?token=" + TOKEN);
    assertThat(door.status()).isEqualTo(303);
    assertThat(door.head())
        .containsIgnoringCase("Location: /")
        .contains("HttpOnly")
        .contains("SameSite=Strict")
        .doesNotContain(TOKEN);
    String cookie =
        door.head()
            .lines()
            .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("set-cookie:"))
            .findFirst()
            .orElseThrow()
            .replaceFirst("(?i)set-cookie: ", "")
            .replaceFirst(";.*", "");
    assertThat(get(uri, "/", "Cookie: other=1; " + cookie).status()).isEqualTo(200);
    assertThat(get(uri, "/api/processes", bearer(TOKEN)).status()).isEqualTo(200);
  }

  @Test
  void anAddressThatOthersReachNeedsAToken() {
    assertThatThrownBy(() -> PageOptions.DEFAULT.withHost("0.0.0.0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("set a token");
    assertThatThrownBy(() -> PageOptions.DEFAULT.withToken("short"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("16");
    PageOptions everywhere = PageOptions.DEFAULT.withToken(TOKEN).withHost("0.0.0.0");
    assertThat(everywhere.toString()).doesNotContain(TOKEN);
    try (LivePage page = LivePage.open(everywhere, heddle)) {
      String other = "Host: 192.0.2.1:" + page.uri().getPort();
      String name = "Host: evil.example:" + page.uri().getPort();
      assertThat(status(page, other)).isEqualTo(200);
      assertThat(status(page, name)).isEqualTo(421);
    }
  }

  private static int status(LivePage page, String host) {
    try {
      return get(page.uri(), "/", host, bearer(TOKEN)).status();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/%252e%252e/etc/passwd",
        "/..\\..\\etc\\passwd",
        "/..%5c..%5cetc%5cpasswd",
        "/....//....//etc/passwd",
        "//etc/passwd",
        "/%c0%ae%c0%ae/etc/passwd",
        "/main.js/../../Gate.class",
        "/Gate.class",
        "/./main.js",
        "/main.js%00.html",
        "/META-INF/MANIFEST.MF",
        "file:///etc/passwd",
        "http://evil.example/etc/passwd",
        "*"
      })
  void noPathLeadsToAFile(String path) throws Exception {
    Reply reply = get(open.uri(), path);
    assertThat(reply.status()).isIn(0, 400, 404);
    assertThat(reply.body()).doesNotContain("root:").doesNotContain("Manifest-Version");
  }

  @Test
  void whatIsTooLongIsRefused() throws Exception {
    URI uri = open.uri();
    assertThat(get(uri, "/api/processes?search=" + "x".repeat(10_000)).status()).isEqualTo(414);
    assertThat(get(uri, "/", "X-Filler: " + "x".repeat(20_000)).status()).isEqualTo(431);
    assertThat(get(uri, "/", "X-Filler: " + "x".repeat(1_000_000)).status()).isIn(0, 400, 431);
    assertThat(get(uri, "/" + "x".repeat(2_000_000)).status()).isIn(0, 400, 404, 414);
    assertThat(get(uri, "/api/processes?limit=1000000").status()).isEqualTo(400);
    assertThat(get(uri, "/api/processes?offset=-1").status()).isEqualTo(400);
    assertThat(get(uri, "/api/processes?offset=x").status()).isEqualTo(400);
    assertThat(get(uri, "/api/processes?sort=DROP").status()).isEqualTo(400);
    assertThat(get(uri, "/api/processes?search=%zz").status()).isIn(0, 400);
    assertThat(get(uri, "/api/process?pid=nonsense").status()).isEqualTo(400);
    assertThat(get(uri, "/").status()).as("it goes on").isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "BREW"})
  void lookingIsAllThatOtherMethodsCannotDo(String method) throws Exception {
    assertThat(request(open.uri(), method, "/", "Content-Length: 0").status()).isEqualTo(405);
    assertThat(request(open.uri(), method, "/api/processes", "Content-Length: 0").status())
        .isEqualTo(405);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/main.js", "/events", "/api/processes"})
  void aHeadHasNoBody(String path) throws Exception {
    Reply reply = request(open.uri(), "HEAD", path);
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).isEmpty();
  }

  @Test
  void controlIsRefusedWhenItIsOff() throws Exception {
    Pid pid = heddle.processes().spawn(WAITS);
    Reply reply = request(open.uri(), "POST", "/api/control/stop?pid=" + pid, "Content-Length: 0");
    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.body()).contains("control is off");
    assertThat(heddle.processes().isAlive(pid)).isTrue();
    heddle.processes().kill(pid);
  }

  @Test
  void controlNeedsTheTokenAndThenStopsProcessesAndInterruptsFibers() throws Exception {
    URI uri = guarded.uri();
    Pid pid =
        heddle
            .processes()
            .spawn(
                (Process)
                    (events, out) -> {
                      if (!events.isEmpty()) {
                        out.complete();
                      }
                    });
    String stop = "/api/control/stop?pid=" + pid;
    assertThat(request(uri, "POST", stop, "Content-Length: 0").status()).isEqualTo(401);
    assertThat(get(uri, stop, bearer(TOKEN)).status()).as("by GET").isEqualTo(405);
    assertThat(
            request(uri, "POST", stop, "Content-Length: 0", bearer(TOKEN), "Origin: http://evil")
                .status())
        .isEqualTo(403);
    assertThat(heddle.processes().isAlive(pid)).isTrue();
    Reply done = request(uri, "POST", stop, "Content-Length: 0", bearer(TOKEN));
    assertThat(done.body()).contains("\"done\":true");
    assertThat(heddle.processes().awaitExit(pid, Duration.ofSeconds(30))).isNotNull();

    Signal never = Signal.manual();
    Fiber<?> fiber = heddle.fiber("interrupted by the page", () -> never.await());
    long id = idOf("interrupted by the page");
    String interrupt = "/api/control/interrupt?id=" + id;
    assertThat(request(uri, "POST", interrupt, "Content-Length: 0", bearer(TOKEN)).body())
        .contains("\"done\":true");
    assertThatThrownBy(fiber::join).hasStackTraceContaining("InterruptedException");
  }

  private long idOf(String name) {
    while (true) {
      var found = heddle.findFibers(name, 0, 1).lines();
      if (!found.isEmpty()) {
        return found.getFirst().id();
      }
      Thread.onSpinWait();
    }
  }

  @Test
  void aControlledPageWithoutATokenMakesOneUp() {
    try (LivePage page = LivePage.open(PageOptions.DEFAULT.withControl(true), heddle);
        LivePage other = LivePage.open(PageOptions.DEFAULT.withControl(true), heddle)) {
      assertThat(page.uri().getQuery()).hasSizeGreaterThan(40);
      assertThat(page.uri().getQuery()).isNotEqualTo(other.uri().getQuery());
    }
  }

  @Test
  void aScriptAsAProcessNameIsText() throws Exception {
    String name = "</script><script>alert(1)</script>";
    Pid pid = heddle.processes().spawn(WAITS, ProcessOptions.DEFAULT.withName(name));
    Reply reply = get(open.uri(), "/api/processes?search=alert");
    assertThat(reply.body()).contains("alert(1)").doesNotContain("<").doesNotContain(">");
    assertThat(reply.head()).containsIgnoringCase("Content-Type: application/json");
    heddle.processes().kill(pid);
  }
}
