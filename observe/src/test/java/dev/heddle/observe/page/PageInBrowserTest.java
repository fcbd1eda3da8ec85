package dev.heddle.observe.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.metrics.Rule;
import dev.heddle.metrics.RuntimeSnapshot;
import dev.heddle.observe.LivePage;
import dev.heddle.observe.PageOptions;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;

/** The page as a user sees it, in one headless Chromium for all tests. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageInBrowserTest {
  private static final PageOptions OFTEN = PageOptions.DEFAULT.withInterval(Duration.ofMillis(200));
  private static final String ROWS = "#view-processes tbody tr";

  private Browser browser;
  private KnownProgram program;
  private LivePage page;

  @BeforeAll
  void start() throws Exception {
    browser = Browser.start();
    program = new KnownProgram("known");
    program.atRest();
    page = LivePage.open(OFTEN, program.heddle);
  }

  @AfterAll
  void end() {
    // Nothing has been started where there is no browser.
    if (page != null) {
      page.close();
      program.close();
      browser.close();
    }
  }

  @BeforeEach
  void open() {
    browser.open("about:blank");
    browser.open(page.uri().toString());
    browser.run("localStorage.clear()");
    browser.await("live", () -> browser.text("#connection").equals("live"));
  }

  @AfterEach
  void theBrowserHasNothingToComplainOf() {
    assertThat(browser.complaints())
        .as("refused scripts, missing files, errors")
        .filteredOn(complaint -> !complaint.contains("ERR_"))
        .isEmpty();
  }

  private void go(String view) {
    browser.click("#tab-" + view);
    browser.await(view, () -> browser.isShown("#view-" + view));
  }

  private long value(String selector) {
    String value =
        browser.run("return document.querySelector(\"%s\").dataset.value".formatted(selector));
    return value.equals("null") ? -1 : Long.parseLong(value);
  }

  @Test
  void itShowsTheNumbersOfASnapshot() {
    RuntimeSnapshot now = program.atRest();
    browser.await("runs", () -> value("[data-total=runs]") == now.metrics().runs());
    assertThat(value("[data-total=sent]")).isEqualTo(now.processes().sent());
    assertThat(value("[data-tile=processes] b")).isEqualTo(now.processes().alive());
    assertThat(value("[data-tile=fibers] b")).isEqualTo(2);
    assertThat(value("[data-tile=mailboxes] b")).isEqualTo(KnownProgram.WAITING_MESSAGES);
    assertThat(value("[data-tile=tasks] b")).isEqualTo(now.metrics().busyRunners());
    for (Rule rule : Rule.values()) {
      assertThat(value("[data-rule=%s] .total".formatted(rule)))
          .isEqualTo(now.metrics().chosen(rule));
    }
    assertThat(browser.texts(".lane")).hasSize(2);
    assertThat(browser.text("#worker-count")).isEqualTo("2");
    assertThat(browser.text("#engine")).isEqualTo("virtual");
    assertThat(browser.run("return document.querySelector('#runtime').value")).isEqualTo("known");
    assertThat(browser.text("#count-processes")).isEqualTo(Long.toString(now.processes().alive()));
    browser.keep("overview");
  }

  @Test
  void onlyWithControlThereIsADump() throws Exception {
    go("waits");
    assertThat(browser.isShown("#take-dump")).isFalse();
    try (KnownProgram other = new KnownProgram("controlled");
        LivePage controlled = LivePage.open(OFTEN.withControl(true), other.heddle)) {
      browser.open(controlled.uri().toString());
      browser.await("live", () -> browser.text("#connection").equals("live"));
      go("waits");
      browser.await("may be controlled", () -> browser.isShown("#take-dump"));
      browser.click("#take-dump");
      browser.await("the dump", () -> browser.text("#dump").contains("DEADLOCK"));
      assertThat(browser.text("#dump")).contains("Castor").contains("at dev.heddle");
      browser.keep("dump");
    }
  }

  @Test
  void allItsPartsComeFromItself() {
    String others =
        browser.run(
            "return performance.getEntriesByType('resource').map(e => e.name)"
                + ".filter(n => !n.startsWith(location.origin + '/')).join()");
    assertThat(others).isEmpty();
    assertThat(browser.run("return performance.getEntriesByType('resource').length > 10"))
        .isEqualTo("true");
  }

  @Test
  void processesAreSearchedFor() {
    go("processes");
    browser.await("a page of them", () -> browser.all(ROWS).size() == 50);
    assertThat(browser.text("#view-processes .pager"))
        .contains("1–50 of " + program.heddle.snapshot().processes().alive());
    browser.find("#view-processes .search").sendKeys("number-7");
    browser.await("those that match", () -> browser.all(ROWS).size() == 11);
    assertThat(browser.texts(ROWS + " td:nth-child(2)"))
        .allMatch(name -> name.startsWith("number-7"));
    browser.find("#view-processes .search").sendKeys("nobody");
    browser.await("nothing", () -> browser.text("#view-processes .empty").contains("No process"));
    assertThat(browser.all(ROWS)).isEmpty();
  }

  @Test
  void processesAreSortedAndPaged() {
    go("processes");
    browser.click("#view-processes th[data-sort=MAILBOX] button");
    browser.await("the full one", () -> browser.text(ROWS + " td:nth-child(2)").equals("full"));
    assertThat(browser.text(ROWS + " td:nth-child(4)"))
        .isEqualTo(Integer.toString(KnownProgram.WAITING_MESSAGES));
    assertThat(sortOf("MAILBOX")).isEqualTo("descending");
    assertThat(sortOf("NUMBER")).isEqualTo("none");
    browser.keep("processes");
    browser.run("document.querySelector('th[data-sort=NAME] button').focus()");
    browser.press(Keys.ENTER);
    browser.await(
        "the first by name", () -> browser.text(ROWS + " td:nth-child(2)").startsWith("<img"));
    assertThat(sortOf("NAME")).isEqualTo("ascending");
    browser.click("#view-processes .pager button:last-child");
    browser.await(
        "the second page", () -> browser.text("#view-processes .pager").startsWith("51–"));
    browser.click("#view-processes .pager button");
    browser.await(
        "the first page again", () -> browser.text("#view-processes .pager").startsWith("1–50"));
  }

  private String sortOf(String column) {
    return browser.run(
        "return document.querySelector('th[data-sort=%s]').getAttribute('aria-sort')"
            .formatted(column));
  }

  @Test
  void aScriptInANameIsText() {
    go("processes");
    browser.await(
        "the name", () -> browser.texts(ROWS + " td:nth-child(2)").contains(KnownProgram.SCRIPT));
    browser.click(ROWS);
    browser.awaitText("#detail h2", KnownProgram.SCRIPT);
    assertThat(browser.run("return window.hacked")).isEqualTo("null");
    assertThat(browser.all("main img, main script, #detail img, #detail script")).isEmpty();
  }

  @Test
  void aClickShowsAProcessWithItsStackAndEscapeLeaves() {
    go("processes");
    browser.find("#view-processes .search").sendKeys("full");
    browser.await("the full one", () -> browser.all(ROWS).size() == 1);
    browser.click(ROWS);
    browser.awaitText("#detail h2", "full");
    browser.await("its stack", () -> browser.text("#detail pre").contains("Signal.await"));
    assertThat(browser.text("#detail .pairs")).contains("running").contains("mailbox7");
    browser.keep("detail");
    browser.pressEscape();
    browser.await("closed", () -> !browser.isShown("#detail"));
  }

  @Test
  void theTreeShowsWhoIsBelowWhom() {
    go("processes");
    browser.click("[data-shape=tree]");
    browser.await("the supervisor first", () -> browser.text(".twig b").equals("shop"));
    browser.click(".twig .fold");
    browser.await("its child", () -> browser.text(".tree ul .twig b").equals("till"));
    browser.click(".tree ul .twig");
    browser.awaitText("#detail h2", "till");
    assertThat(browser.text("#detail .pairs")).contains("supervisor");
    browser.keep("tree");
  }

  @Test
  void fibersSayWhatTheyWaitForAndWhoHoldsIt() {
    go("fibers");
    browser.find("#view-fibers .search").sendKeys("Castor");
    // The other one waits for what is "held by Castor".
    browser.await("both", () -> browser.all("#view-fibers tbody tr").size() == 2);
    assertThat(browser.texts("#view-fibers td:nth-child(2)"))
        .containsExactlyInAnyOrder("Castor", "Pollux");
    assertThat(browser.texts("#view-fibers td:nth-child(6)")).allMatch(on -> on.contains("Mutex"));
    assertThat(browser.texts("#view-fibers td:nth-child(7)"))
        .containsExactlyInAnyOrder("Castor", "Pollux");
    browser.click("#view-fibers tbody tr");
    browser.await("its stack", () -> browser.text("#detail pre").contains("KnownProgram.lock"));
    browser.keep("fibers");
  }

  @Test
  void aDeadlockIsDrawnAndTold() {
    browser.awaitText("#count-waits", "1");
    go("waits");
    browser.await("a ring of four", () -> browser.all(".node.bad").size() == 4);
    assertThat(browser.texts(".node.fiber text")).containsExactlyInAnyOrder("Castor", "Pollux");
    assertThat(browser.all(".arrow.bad")).hasSize(4);
    assertThat(browser.text("#view-waits .card")).contains("deadlock");
    browser.keep("waits");
    browser.find(".node.fiber").click();
    browser.await("its detail", () -> browser.text("#detail .pairs").contains("held by"));
  }

  @Test
  void anAlertSaysWhatIsWrongAndWhatToDo() {
    browser.await("a count", () -> !browser.text("#count-alerts").isEmpty());
    assertThat(browser.title()).startsWith("(" + browser.text("#count-alerts") + ") known");
    go("alerts");
    browser.await("a deadlock", () -> browser.text("#view-alerts .card").contains("Castor"));
    assertThat(browser.text("#view-alerts .card .kind")).isEqualTo("deadlock");
    assertThat(browser.text("#view-alerts .card .fix")).isNotBlank();
    browser.keep("alerts");
  }

  @Test
  void itIsUsedByKeyboardAlone() {
    browser.press("2");
    browser.await("processes", () -> browser.isShown("#view-processes"));
    assertThat(browser.focused()).isEqualTo("tab-processes");
    browser.press(Keys.ARROW_RIGHT);
    browser.await("fibers", () -> browser.isShown("#view-fibers"));
    browser.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT);
    browser.await("overview", () -> browser.isShown("#view-overview"));
    browser.press("/");
    browser.await("the search", () -> browser.focused().equals("search"));
    browser.press("number-42");
    browser.await("one", () -> browser.all(ROWS).size() == 1);
    browser.pressEscape();
    assertThat(browser.focused()).isNotEqualTo("search");
    assertThat(browser.run("return document.querySelector('#view-processes .search').value"))
        .isEqualTo("number-42");
    browser.run("document.querySelector('%s').focus()".formatted(ROWS));
    browser.press(Keys.ENTER);
    browser.awaitText("#detail h2", "number-42");
    browser.pressEscape();
    browser.await("closed", () -> !browser.isShown("#detail"));
    assertThat(browser.run("return document.activeElement.tagName")).isEqualTo("TR");
    browser.press("?");
    browser.await(
        "the keys",
        () -> browser.run("return document.querySelector('#keys').open").equals("true"));
    browser.keep("keys");
    browser.pressEscape();
    browser.await(
        "no keys",
        () -> browser.run("return document.querySelector('#keys').open").equals("false"));
  }

  @Test
  void pausedItStandsStillAndThenGoesOn() {
    browser.press("p");
    browser.awaitText("#connection", "paused");
    String uptime = browser.run("return document.querySelector('#uptime').textContent");
    long before = program.heddle.snapshot().uptimeMillis();
    browser.await("time", () -> program.heddle.snapshot().uptimeMillis() > before + 700);
    assertThat(browser.text("#uptime")).isEqualTo(uptime);
    browser.press("p");
    browser.await("going on", () -> !browser.text("#uptime").equals(uptime));
    assertThat(browser.text("#connection")).isEqualTo("live");
  }

  @Test
  void darkIsAsTheSystemHasItOrAsChosen() {
    browser.prefer("light");
    assertThat(isDark()).isFalse();
    browser.prefer("dark");
    browser.await("dark", this::isDark);
    browser.keep("overview-dark");
    browser.press("t");
    browser.await("light by choice", () -> !isDark());
    browser.open("about:blank");
    browser.open(page.uri().toString());
    assertThat(isDark()).as("the choice is kept").isFalse();
    browser.awaitText("#theme", "Theme: light");
    browser.press("t");
    browser.awaitText("#theme", "Theme: dark");
    browser.prefer("light");
    assertThat(isDark()).isTrue();
  }

  private boolean isDark() {
    return Integer.parseInt(
            browser.run("return getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]"))
        < 100;
  }

  @Test
  void aNarrowScreenIsNotScrolledSideways() {
    try {
      browser.resize(400, 800);
      for (String view : new String[] {"overview", "processes", "fibers", "waits", "alerts"}) {
        go(view);
        assertThat(browser.run("return document.documentElement.scrollWidth"))
            .as(view)
            .isEqualTo("400");
        assertThat(
                browser.run(
                    "const m = document.querySelector('main'); return m.scrollWidth <="
                        + " m.clientWidth"))
            .as(view)
            .isEqualTo("true");
      }
      go("overview");
      browser.keep("overview-narrow");
    } finally {
      browser.resize(1280, 800);
    }
  }

  @Test
  void itOutlivesARestartOfTheProgram() throws Exception {
    int port;
    try (KnownProgram before = new KnownProgram("before");
        LivePage first = LivePage.open(OFTEN, before.heddle)) {
      port = first.uri().getPort();
      browser.open(first.uri().toString());
      long runs = before.atRest().metrics().runs();
      browser.await("runs", () -> value("[data-total=runs]") == runs);
      go("processes");
      browser.await("rows", () -> browser.all(ROWS).size() == 50);
    }
    browser.await("the loss", () -> browser.text("#connection").startsWith("lost"));
    try (KnownProgram after = new KnownProgram("after");
        LivePage second = LivePage.open(OFTEN.withPort(port), after.heddle)) {
      assertThat(second.uri().getPort()).isEqualTo(port);
      browser.await("live again", () -> browser.text("#connection").equals("live"));
      browser.await(
          "rows of the new one", () -> browser.text(ROWS + " td").startsWith("local/after/"));
      go("overview");
      long runs = after.atRest().metrics().runs();
      browser.await("the new one's runs", () -> value("[data-total=runs]") == runs);
      assertThat(browser.run("return document.querySelector('#runtime').value")).isEqualTo("after");
    }
    browser.open("about:blank");
  }
}
