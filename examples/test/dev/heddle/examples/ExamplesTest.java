package dev.heddle.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs each example as a user would: from its source, with nothing but core on the class path. */
class ExamplesTest {

  private static final int SECONDS = 60;
  private static final String FLAG = "--add-opens=java.base/java.lang=ALL-UNNAMED";

  private @TempDir Path folder = Path.of("");

  @Test
  void everyExampleIsRunByATest() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(""))) {
      assertThat(files.map(Path::toString).filter(name -> name.endsWith(".java")))
          .containsExactlyInAnyOrder(
              "Tour.java",
              "Bank.java",
              "Chat.java",
              "Checksums.java",
              "Crawl.java",
              "FolderCrawler.java",
              "HttpService.java",
              "Philosophers.java");
    }
  }

  /** On both engines. */
  @ParameterizedTest(name = "with {0}")
  @ValueSource(strings = {FLAG, "-Dno.flag"})
  void tourShowsEveryRule(String flag) throws Exception {
    Result result = run(List.of(flag), "Tour.java");

    assertThat(result.exitCode()).as("exit code; output: %n%s", result.all()).isZero();
    for (String rule :
        List.of("BYPASS", "SUCCESSOR", "READY", "LOCAL", "AFFINITY", "SHARED", "STOLEN")) {
      assertThat(result.out()).containsPattern("chosen by .*" + rule + " [1-9]");
    }
    assertThat(result.out())
        .contains("625, its root 25.0", "not lost silently: PROCESS_ENDED")
        .contains("10000 messages went to and fro")
        .contains("interrupted=[]", "is closed and takes no more work");
  }

  @Test
  void checksumsAreSortedAndRight() throws Exception {
    Files.createDirectory(folder.resolve("sub"));
    Files.writeString(folder.resolve("sub/abc"), "abc");
    Files.writeString(folder.resolve("empty"), "");

    Result result = run(List.of(FLAG), "Checksums.java", folder.toString());

    assertThat(result.exitCode()).as("exit code; output: %n%s", result.all()).isZero();
    assertThat(result.out().lines())
        .containsExactly(
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  "
                + folder.resolve("empty"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  "
                + folder.resolve("sub/abc"));
    assertThat(result.err()).contains("2 files", "0 not read");
  }

  @Test
  void checksumsOfAFolderThatIsNotThereAreRefused() throws Exception {
    Result result = run(List.of(FLAG), "Checksums.java", folder.resolve("none").toString());

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("no such folder");
  }

  @Test
  void crawlFindsEveryPageAndTheBrokenLink() throws Exception {
    Result result = run(List.of(FLAG), "Crawl.java");

    assertThat(result.exitCode()).as("exit code; output: %n%s", result.all()).isZero();
    assertThat(result.out()).contains("400 pages, broken links: 1", "the server answered 404");
  }

  @Test
  void crawlerCountsItsOwnTreeAndRemovesIt() throws Exception {
    Result result = run(List.of(FLAG, "-Djava.io.tmpdir=" + folder), "FolderCrawler.java");

    assertThat(result.exitCode()).as("exit code; output: %n%s", result.all()).isZero();
    assertThat(result.out()).startsWith("21 folders, 21 files, 210 bytes, 0 not read, in ");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void crawlerKeepsToItsRate() throws Exception {
    for (int i = 0; i < 9; i++) {
      Files.writeString(Files.createDirectory(folder.resolve("sub" + i)).resolve("abc"), "abc");
    }
    long start = System.nanoTime();

    Result result = run(List.of(FLAG), "FolderCrawler.java", folder.toString(), "10");

    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .as("10 folders, 10 a second")
        .isGreaterThan(Duration.ofMillis(900));
    assertThat(result.exitCode()).as("exit code; output: %n%s", result.all()).isZero();
    assertThat(result.out()).startsWith("10 folders, 9 files, 27 bytes, 0 not read, in ");
  }

  @Test
  void crawlerRefusesAFolderThatIsNotThere() throws Exception {
    Result result = run(List.of(FLAG), "FolderCrawler.java", folder.resolve("none").toString());

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("no such folder");
  }

  /** On both engines. */
  @ParameterizedTest(name = "with {0}")
  @ValueSource(strings = {FLAG, "-Dno.flag"})
  void philosophersAllEatAndTheRuntimeClosesByItself(String flag) throws Exception {
    Result result = run(List.of(flag), "Philosophers.java", "4");

    assertThat(result.exitCode()).as("exit code; output: %n%s", result.all()).isZero();
    assertThat(result.out().lines())
        .containsExactly(
            "meals: {Aristotle=4, Diotima=4, Hypatia=4, Kant=4, Spinoza=4}",
            "uses of each fork: {0=8, 1=8, 2=8, 3=8, 4=8}",
            "11 processes, 11 completed; 130 messages, 130 of them handled");
  }

  @ParameterizedTest(name = "with {0}")
  @ValueSource(strings = {FLAG, "-Dno.flag"})
  void aMemberThatCrashesIsGoneFromTheChat(String flag) throws Exception {
    Result result = run(List.of(flag), "Chat.java");

    assertThat(result.exitCode()).as("exit code; output: %n%s", result.all()).isZero();
    assertThat(result.out().lines())
        .containsExactly(
            "Ada to weaving: \"which heddle do you use?\" (2 listeners)",
            "Bob to weaving: \"mine is of wire\" (2 listeners)",
            "there is an Ada already",
            "Eve to tea: \"\" (3 listeners)",
            "Bob has crashed; his name is taken: false",
            "the host has seen off: [Bob has gone: StringIndexOutOfBoundsException]",
            "Ada to tea: \"poor Bob\" (2 listeners)",
            "Bob to tea: \"here I am again\" (2 listeners)",
            "Ada has heard:",
            "  [weaving] Ada: which heddle do you use?",
            "  [weaving] Bob: mine is of wire",
            "  [tea] Eve: ",
            "  [tea] host: Bob has gone: StringIndexOutOfBoundsException",
            "  [tea] Ada: poor Bob",
            "  [tea] Bob: here I am again",
            "Bob has heard:",
            "  [tea] Bob: here I am again",
            "Eve has heard:",
            "  [tea] Eve: ",
            "  [tea] host: Bob has gone: StringIndexOutOfBoundsException",
            "  [tea] Ada: poor Bob");
  }

  @ParameterizedTest(name = "with {0}")
  @ValueSource(strings = {FLAG, "-Dno.flag"})
  void noMoneyIsLostWhenAccountsCrash(String flag) throws Exception {
    Result result = run(List.of(flag), "Bank.java", "7", "100");

    assertThat(result.exitCode()).as("exit code; output: %n%s", result.all()).isZero();
    assertThat(result.out().lines().toList())
        .contains("seed 7", "all accounts know what they have: true")
        .contains("the bank is closed: all stopped in time")
        .anyMatch(line -> line.matches("balances: .*, together 4000"))
        .anyMatch(line -> line.matches("[1-9]\\d+ crashes, [1-9]\\d+ restarts"));
  }

  @Test
  void httpServiceAnswersAndEndsAfterSoManyRequests() throws Exception {
    Process service = start("HttpService.java", "--port", "0", "--requests", "6");
    try (BufferedReader out = service.inputReader();
        HttpClient client = HttpClient.newHttpClient()) {
      String address = address(out.readLine());

      assertThat(get(client, address).body()).contains("/sleep/MILLISECONDS");
      assertThat(get(client, address + "sleep/20").body()).isEqualTo("slept for 20 ms\n");
      assertThat(get(client, address + "query/apple").body()).startsWith("apple costs ");
      assertThat(get(client, address + "primes/100000").body()).startsWith("9592 primes");
      assertThat(get(client, address + "report/apple").body())
          .matches("apple costs \\d+, and there are 9592 primes below 100000\n");
      assertThat(get(client, address + "nothing").statusCode()).isEqualTo(404);

      assertThat(out.readLine()).isEqualTo("answered 6 requests");
      assertThat(service.waitFor(SECONDS, TimeUnit.SECONDS)).as("ends in time").isTrue();
      assertThat(service.exitValue()).isZero();
    } finally {
      service.destroyForcibly();
    }
  }

  @Test
  void httpServiceAnswersManyAtOnce() throws Exception {
    int many = 100;
    Process service = start("HttpService.java", "--port", "0");
    try (BufferedReader out = service.inputReader();
        HttpClient client = HttpClient.newHttpClient()) {
      String address = address(out.readLine());

      HttpRequest request = HttpRequest.newBuilder(URI.create(address + "sleep/500")).build();
      List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
      for (int i = 0; i < many; i++) {
        answers.add(client.sendAsync(request, BodyHandlers.ofString()));
      }
      for (CompletableFuture<HttpResponse<String>> answer : answers) {
        assertThat(answer.get(SECONDS, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
      }

      service.outputWriter().append('\n').flush(); // Enter
      assertThat(out.readLine()).isEqualTo("answered 100 requests");
      assertThat(service.waitFor(SECONDS, TimeUnit.SECONDS)).as("ends in time").isTrue();
    } finally {
      service.destroyForcibly();
    }
  }

  @Test
  void httpServiceEndsInOrderOnASignal() throws Exception {
    Process service = start("HttpService.java", "--port", "0");
    try (BufferedReader out = service.inputReader()) {
      assertThat(address(out.readLine())).startsWith("http:");
      service.toHandle().destroy(); // not Process.destroy, which closes the pipe
      assertThat(out.readLine()).isEqualTo("answered 0 requests");
      assertThat(service.waitFor(SECONDS, TimeUnit.SECONDS)).as("ends in time").isTrue();
    } finally {
      service.destroyForcibly();
    }
  }

  @Test
  void httpServiceRefusesWhatItDoesNotKnow() throws Exception {
    Result result = run(List.of(FLAG), "HttpService.java", "--prot", "1");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("there is no option --prot", "usage");
  }

  private static String address(String firstLine) {
    return firstLine.substring(0, firstLine.indexOf(' '));
  }

  private static HttpResponse<String> get(HttpClient client, String address) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address)).timeout(Duration.ofSeconds(SECONDS)).build();
    return client.send(request, BodyHandlers.ofString());
  }

  /** With its input and output at hand, for a dialogue. */
  private Process start(String example, String... arguments) throws IOException {
    return new ProcessBuilder(command(List.of(FLAG), example, arguments))
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private record Result(int exitCode, String out, String err) {
    String all() {
      return out + err;
    }
  }

  private Result run(List<String> flags, String example, String... arguments) throws Exception {
    Path out = folder.resolveSibling(folder.getFileName() + ".out");
    Path err = folder.resolveSibling(folder.getFileName() + ".err");
    Process process =
        new ProcessBuilder(command(flags, example, arguments))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    process.getOutputStream().close();
    try {
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("ends in time").isTrue();
      return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      process.destroyForcibly();
      Files.deleteIfExists(out);
      Files.deleteIfExists(err);
    }
  }

  private static List<String> command(List<String> flags, String example, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.add("-XX:TieredStopAtLevel=1"); // starts sooner
    command.addAll(flags);
    command.addAll(List.of("--class-path", Core.classPath(), example));
    command.addAll(List.of(arguments));
    return command;
  }
}
