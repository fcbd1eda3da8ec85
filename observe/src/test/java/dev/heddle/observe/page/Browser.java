package dev.heddle.observe.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A Chromium without a window, in the hand of a test. */
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Skips the test if this machine has no Chromium. */
  static Browser start() {
    Optional<Path> chromium = onPath("chromium", "google-chrome", "chrome");
    Optional<Path> chromedriver = onPath("chromedriver");
    assumeTrue(
        chromium.isPresent() && chromedriver.isPresent(),
        "the page is not tested in a browser: install the packages chromium and chromium-driver");
    LoggingPreferences logging = new LoggingPreferences();
    logging.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.orElseThrow().toString());
    options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage");
    options.setCapability("goog:loggingPrefs", logging);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(new File(chromedriver.orElseThrow().toString()))
            .build();
    Browser browser = new Browser(new ChromeDriver(service, options));
    browser.resize(1280, 800);
    return browser;
  }

  private static Optional<Path> onPath(String... names) {
    List<String> folders = List.of(System.getenv("PATH").split(File.pathSeparator, -1));
    return Stream.of(names)
        .flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  void resize(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  void prefer(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  void open(String address) {
    driver.get(address);
  }

  String title() {
    return String.valueOf(driver.getTitle());
  }

  /** What a piece of JavaScript returns, as text. */
  String run(String script) {
    return String.valueOf(driver.executeScript(script));
  }

  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  /** The text of an element as it is in the document; empty if there is none. */
  String text(String selector) {
    Object text =
        driver.executeScript(
            "return document.querySelector(arguments[0])?.textContent ?? ''", selector);
    return String.valueOf(text);
  }

  /** The texts of all elements, at one moment. */
  List<String> texts(String selector) {
    Object texts =
        driver.executeScript(
            "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)",
            selector);
    return ((List<?>) Objects.requireNonNull(texts)).stream().map(String::valueOf).toList();
  }

  boolean isShown(String selector) {
    return run("return Boolean(document.querySelector(\"%s\")?.offsetParent)".formatted(selector))
        .equals("true");
  }

  String focused() {
    return run("return document.activeElement.id || document.activeElement.className");
  }

  void click(String selector) {
    find(selector).click();
  }

  void press(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  void pressEscape() {
    press(Keys.ESCAPE);
  }

  /** Waits until something holds, and fails with what it is if it never does. */
  void await(String what, Check check) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!check.holds()) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
    }
  }

  /** Something that is asked again and again. */
  interface Check {
    boolean holds();
  }

  void awaitText(String selector, String wanted) {
    await(
        "'%s' in %s, instead of '%s'".formatted(wanted, selector, text(selector)),
        () -> text(selector).equals(wanted));
  }

  /** Keeps a picture in target/screenshots. */
  void keep(String name) {
    try {
      Files.createDirectories(SCREENSHOTS);
      Files.write(SCREENSHOTS.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the browser has complained of since it was asked last. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
