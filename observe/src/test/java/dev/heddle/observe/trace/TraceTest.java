package dev.heddle.observe.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs run for real, with a recording, and what their traces show. */
@Timeout(120)
class TraceTest {
  private static final String FLAG = "--add-opens=java.base/java.lang=ALL-UNNAMED";

  /** A parent that spawns a child, two fibers that wake each other, two processes that talk. */
  private static final String KNOWN =
      """
      import dev.heddle.Heddle;
      import dev.heddle.fiber.Channel;
      import dev.heddle.fiber.Fiber;
      import dev.heddle.process.Events;
      import dev.heddle.process.Pid;
      import dev.heddle.process.Port;
      import dev.heddle.process.Process;
      import dev.heddle.process.ProcessOptions;
      import dev.heddle.process.StepOutput;
      import dev.heddle.task.Task;

      class Child extends Task {
        protected Task execute() {
          return null;
        }
      }

      class Parent extends Task {
        protected Task execute() {
          Child child = new Child();
          child.spawn();
          child.join();
          return null;
        }
      }

      class Echo implements Process {
        public void step(Events events, StepOutput out) {
          if (!events.isEmpty()) {
            out.complete(events.get(0).data());
          }
        }
      }

      class Sender implements Process {
        final Port to;

        Sender(Port to) {
          this.to = to;
        }

        public void step(Events events, StepOutput out) {
          to.send("hello");
          out.complete(null);
        }
      }

      void main(String[] args) throws Exception {
        try (Heddle heddle = Heddle.builder().workers(2).name("known").start()) {
          heddle.invoke(new Parent());
          Channel<String> channel = Channel.rendezvous();
          Fiber<?> reader = heddle.fiber("reader", () -> channel.receive());
          channel.send("something");
          reader.join();
          var processes = heddle.processes();
          Pid echo = processes.spawn(new Echo(), ProcessOptions.DEFAULT.withName("echo"));
          Port port = processes.openPort(echo);
          processes.spawn(new Sender(port), ProcessOptions.DEFAULT.withName("sender"));
          processes.awaitExit(echo);
          processes.send(echo, "too late");
          Pid crasher = processes.spawn(inbox -> { throw new IllegalStateException("<on purpose>"); });
          processes.awaitExit(crasher);
        }
        System.exit(args.length);
      }
      """;

  @TempDir private @Nullable Path temporary;

  private Path folder() {
    return Objects.requireNonNull(temporary);
  }

  private record Outcome(int code, String printed, @Nullable JsonObject trace) {
    JsonObject written() {
      return Objects.requireNonNull(trace, printed);
    }
  }

  /** The jars and folders of this class path whose names have one of these words in them. */
  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(part -> !part.contains("selenium"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private Outcome trace(Path program, long most, List<String> flags, String... args)
      throws IOException, InterruptedException {
    Process process = start(program, most, flags, args);
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    return outcome(code, printed);
  }

  private Outcome outcome(int code, String printed) throws IOException {
    if (!Files.exists(out())) {
      return new Outcome(code, printed, null);
    }
    try (Reader reader = Files.newBufferedReader(out())) {
      return new Outcome(code, printed, JsonParser.parseReader(reader).getAsJsonObject());
    }
  }

  private Process start(Path program, long most, List<String> flags, String... args)
      throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        new ArrayList<>(List.of(java, "--class-path", classPath(), TraceMain.class.getName()));
    command.addAll(List.of(out().toString(), Long.toString(most), "0", "64"));
    command.add(java);
    command.addAll(flags);
    command.addAll(List.of("--class-path", classPath(), program.toString()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private Path out() {
    return folder().resolve("trace.json");
  }

  private Path source(String name, String text) throws IOException {
    return Files.writeString(folder().resolve(name), text);
  }

  private static List<JsonObject> events(JsonObject trace, String phase) {
    return trace.getAsJsonArray("traceEvents").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .filter(event -> event.get("ph").getAsString().equals(phase))
        .toList();
  }

  private static List<String> names(JsonObject trace, String phase) {
    return events(trace, phase).stream().map(event -> event.get("name").getAsString()).toList();
  }

  private static JsonObject slice(JsonObject trace, String name) {
    return events(trace, "X").stream()
        .filter(event -> event.get("name").getAsString().equals(name))
        .min(Comparator.comparing(event -> event.get("ts").getAsBigDecimal()))
        .orElseThrow(() -> new AssertionError("no slice " + name + " in " + trace));
  }

  /** Whether an arrow of this kind ends where this slice begins. */
  private static boolean leadsTo(JsonObject trace, String arrow, JsonObject slice) {
    return events(trace, "f").stream()
        .filter(end -> end.get("name").getAsString().equals(arrow))
        .anyMatch(
            end ->
                end.get("ts").equals(slice.get("ts"))
                    && end.get("pid").equals(slice.get("pid"))
                    && end.get("tid").equals(slice.get("tid")));
  }

  @ParameterizedTest
  @ValueSource(strings = {FLAG, "-Dwithout=flag"})
  void theTraceOfAKnownProgramShowsItsTasksFibersProcessesAndWhatLedToWhat(String flag)
      throws Exception {
    Outcome outcome = trace(source("Known.java", KNOWN), 100_000, List.of(flag));
    JsonObject trace = outcome.written();

    assertThat(outcome.code()).as(outcome.printed()).isZero();
    assertThat(TraceFormat.problems(trace)).isEmpty();
    assertThat(names(trace, "X")).contains("Parent", "Child", "reader", "echo", "sender", "parked");
    for (String spawned : List.of("Parent", "Child", "reader", "echo", "sender")) {
      assertThat(leadsTo(trace, "spawn", slice(trace, spawned))).as(spawned).isTrue();
    }
    List<JsonObject> steps =
        events(trace, "X").stream()
            .filter(event -> event.get("name").getAsString().equals("echo"))
            .sorted(Comparator.comparing(event -> event.get("ts").getAsBigDecimal()))
            .toList();
    assertThat(leadsTo(trace, "send", steps.getLast())).isTrue();
    assertThat(names(trace, "i")).contains("dead letter", "crash");
    assertThat(trace.toString()).contains("<on purpose>");
    assertThat(outcome.printed()).contains("wrote " + out(), "Perfetto", "chrome://tracing");
  }

  @Test
  void whatATaskIsMadeOfLiesWithinIt() throws Exception {
    JsonObject trace = trace(source("Known.java", KNOWN), 100_000, List.of(FLAG)).written();
    JsonObject parent = slice(trace, "Parent");
    JsonObject child = slice(trace, "Child");

    if (child.get("tid").equals(parent.get("tid"))) { // else it was stolen
      assertThat(child.get("ts").getAsDouble())
          .isGreaterThanOrEqualTo(parent.get("ts").getAsDouble());
      assertThat(child.getAsJsonObject("args").get("rule").getAsString()).isEqualTo("LOCAL");
    } else {
      assertThat(child.getAsJsonObject("args").get("rule").getAsString()).isEqualTo("STOLEN");
    }
  }

  @Test
  void theTourShowsSpawnsSendsAndWakeUps() throws Exception {
    Path tour = Path.of("../examples/Tour.java");
    Outcome outcome = trace(tour, 200_000, List.of(FLAG));
    JsonObject trace = outcome.written();

    assertThat(outcome.code()).as(outcome.printed()).isZero();
    assertThat(TraceFormat.problems(trace)).isEmpty();
    assertThat(names(trace, "s")).contains("spawn", "send", "wake");
    assertThat(names(trace, "i")).contains("hand-over");
  }

  @Test
  void ifThereIsTooMuchTheShortestIsLeftOutAndThatIsSaid() throws Exception {
    Path tour = Path.of("../examples/Tour.java");
    Outcome outcome = trace(tour, 1_000, List.of(FLAG));
    JsonObject trace = outcome.written();

    assertThat(TraceFormat.problems(trace)).isEmpty();
    assertThat(
            events(trace, "X").stream()
                .filter(slice -> !slice.get("cat").getAsString().equals("act")))
        .hasSizeBetween(500, 5_000); // 1000 at first; those that wait are shown in parts
    assertThat(events(trace, "s").size()).isLessThanOrEqualTo(1_000);
    assertThat(outcome.printed()).containsPattern("left out: \\d+ slices, all shorter than");
  }

  @Test
  void theExitCodeIsTheProgramsOwn() throws Exception {
    Outcome outcome =
        trace(source("Known.java", KNOWN), 1_000, List.of(FLAG), "one", "two", "three");

    assertThat(outcome.code()).isEqualTo(3);
    assertThat(outcome.trace()).isNotNull();
  }

  @Test
  void aProgramWithoutARuntimeHasNoTrace() throws Exception {
    Outcome outcome =
        trace(source("Plain.java", "void main() { IO.println(\"hi\"); }"), 1_000, List.of(FLAG));

    assertThat(outcome.trace()).isNull();
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.printed()).contains("hi", "no trace was written");
  }

  @Test
  void aProgramThatIsToldToEndIsTracedAllTheSame() throws Exception {
    Path forever =
        source(
            "Forever.java",
            """
            import dev.heddle.Heddle;

            void main() throws Exception {
              Heddle heddle = Heddle.start();
              heddle.invoke(() -> 1);
              IO.println("runs");
              Thread.sleep(java.time.Duration.ofHours(1));
            }
            """);
    Process process = start(forever, 1_000, List.of(FLAG));
    StringBuilder printed = new StringBuilder();
    try (var lines = process.inputReader()) {
      String line;
      while ((line = lines.readLine()) != null) {
        printed.append(line).append('\n');
        if (line.equals("runs")) {
          process.toHandle().destroy(); // process.destroy() would close what is read here
        }
      }
    }
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    Outcome outcome = outcome(process.exitValue(), printed.toString());

    assertThat(outcome.code()).isEqualTo(143);
    assertThat(TraceFormat.problems(outcome.written())).isEmpty();
    assertThat(events(outcome.written(), "X")).isNotEmpty();
  }

  @Test
  void ofAProgramThatHaltsItIsSaidThatThereIsNoTrace() throws Exception {
    Path halts =
        source(
            "Halts.java",
            """
            import dev.heddle.Heddle;

            void main() {
              Heddle.start().invoke(() -> 1);
              Runtime.getRuntime().halt(5);
            }
            """);
    Outcome outcome = trace(halts, 1_000, List.of(FLAG));

    assertThat(outcome.code()).isEqualTo(5);
    assertThat(outcome.trace()).isNull();
    assertThat(outcome.printed()).contains("no trace was written", "halted");
  }
}
